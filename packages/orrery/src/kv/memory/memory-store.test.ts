import { describeKeyValueStore } from "../key-value.suite.ts";
import { MemoryStore } from "./memory-store.ts";

describeKeyValueStore("MemoryStore", async () => new MemoryStore());
