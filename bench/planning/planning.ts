/**
 * Bundles the measurement as the packages are built, and runs it in a process of its own. tsx defines the name of every
 * closure when it is made, which makes binding a long query five times as slow as in the published code.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = mkdtempSync(join(tmpdir(), "orrery-planning-"));
const outfile = join(folder, "measure-planning.mjs");
await build({
  entryPoints: [fileURLToPath(new URL("measure-planning.ts", import.meta.url))],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  conditions: ["@orrerydb/source"],
});
const [code] = (await once(spawn(process.execPath, [outfile], { stdio: "inherit" }), "exit")) as [
  number | null,
];
rmSync(folder, { recursive: true });
if (code !== 0) process.exitCode = 1;
