/**
 * A published program that a test runs unmodified, with the SDK that it brings along. It is installed beside the
 * repository, once for all runs, because such programs are many times larger than everything else here.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const INSTALL_MS_MAX = 300_000;

/** Loads a module of the program. */
// biome-ignore lint/suspicious/noExplicitAny: programs are used as they document themselves, without their types.
export type Load = (module: string) => any;

/** `packages` with exact versions. Undefined, with a warning, when the program can neither be found nor installed. */
export function loadProgram(packages: readonly string[]): Load | undefined {
  const hash = createHash("sha256").update(packages.join(" ")).digest("hex").slice(0, 16);
  const cache = join(tmpdir(), "orrery-programs");
  const folder = join(cache, hash);
  try {
    if (!existsSync(folder)) install(packages, cache, folder);
  } catch (error) {
    const reason = String((error as { stderr?: unknown }).stderr ?? error).trim();
    console.warn(`SKIPPED, because ${packages.join(" and ")} could not be installed: ${reason}`);
    return undefined;
  }
  return createRequire(join(folder, "package.json"));
}

/** The folder appears when it is complete. */
function install(packages: readonly string[], cache: string, folder: string): void {
  mkdirSync(cache, { recursive: true });
  const staging = mkdtempSync(join(cache, "staging-"));
  try {
    writeFileSync(join(staging, "package.json"), JSON.stringify({ private: true }));
    const options = ["--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"];
    execFileSync("npm", ["install", ...options, ...packages], {
      cwd: staging,
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
      timeout: INSTALL_MS_MAX,
      shell: process.platform === "win32",
    });
    if (!existsSync(folder)) renameSync(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
