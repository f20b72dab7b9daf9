// Starts the thread from its TypeScript source; the published package has it compiled, and does not use this file.
import "../../../bin/from-source.js";

await import("./advice-worker.ts");
