/**
 * Where the rival lies. It brings 446 packages with it, too many for everybody who works on this project, so the
 * bench installs it when it is first run, and keeps it.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const RIVAL = "@vercel/cosmosdb-server@1.0.1";
const FOLDER = fileURLToPath(new URL("../../node_modules/.cache/orrery-bench/rival", import.meta.url));

/** Undefined when it cannot be had, after saying so. */
export function rivalFolder(): string | undefined {
  if (existsSync(join(FOLDER, "node_modules"))) return FOLDER;
  console.log(`Installing ${RIVAL} for comparison (once) ...`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "package.json"), JSON.stringify({ private: true }));
  try {
    const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", RIVAL];
    execFileSync("npm", args, { cwd: FOLDER, stdio: "inherit", shell: process.platform === "win32" });
    return FOLDER;
  } catch (error) {
    rmSync(FOLDER, { recursive: true, force: true });
    console.log(
      `${RIVAL} could not be installed, so that nothing is compared with it: ${(error as Error).message}`,
    );
    return undefined;
  }
}
