// Starts the thread of functions from its TypeScript source; the published package has it compiled, and does not use this file.
import { register } from "tsx/esm/api";

register();
await import("./function-worker.ts");
