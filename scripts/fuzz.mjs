/** Bundles the fuzzer and runs it: the sources themselves would be compiled again in every thread that runs scripts. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
// Where the packages that are left out are found.
const cache = join(root, "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
const outdir = mkdtempSync(join(cache, "orrery-fuzz-"));
await build({
  entryPoints: {
    main: join(root, "tests/fuzz/main.ts"),
    "script/threads/worker": join(root, "packages/orrery/src/script/threads/worker.ts"),
    "script/functions/function-worker": join(root, "packages/orrery/src/script/functions/function-worker.ts"),
  },
  outdir,
  bundle: true,
  conditions: ["@orrerydb/source"],
  external: ["@jitl/*", "quickjs-emscripten-core"],
  format: "esm",
  target: "node20.19",
  platform: "node",
  logLevel: "warning",
});
const child = spawn(process.execPath, [join(outdir, "main.js"), ...process.argv.slice(2)], {
  stdio: "inherit",
});
child.on("exit", (code) => {
  rmSync(outdir, { recursive: true });
  process.exitCode = code ?? 1;
});
