import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { describeKeyValueStore } from "./key-value-suite.ts";
import { LevelStore } from "./level-store.ts";

const root = mkdtempSync(join(tmpdir(), "orrery-kv-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
const newFolder = () => join(root, `${++folders}`);

describeKeyValueStore("LevelStore", () => LevelStore.open({ folder: newFolder(), durability: "process" }));
