/**
 * Empty projects with both packages, packed and installed as a stranger would: the registry is asked for everything else,
 * and nothing of this repository is reachable from there. One has the newest SDK and the test runners, the other the
 * oldest SDK that is supported.
 */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { inheritedEnvironment } from "../harness/server-process.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** What npm says when it cannot ask. */
const NOT_REACHED = /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH/;
/** Test runners behave otherwise inside of another one. */
const OF_RUNNERS = /^(VITEST|NODE_TEST|JEST|TEST$|NODE_ENV$)/;

export class PackedProject {
  readonly folder = temporaryFolder("packaging");

  /** Runs a program of Node in the project, or in a folder of it, and answers what it wrote. */
  async node(args: readonly string[], folder = "."): Promise<{ stdout: string; stderr: string }> {
    const environment = Object.fromEntries(
      Object.entries(inheritedEnvironment()).filter(([name]) => !OF_RUNNERS.test(name)),
    );
    return run(process.execPath, [...args], { cwd: join(this.folder, folder), env: environment });
  }

  /** The file of a command of an installed package. */
  command(path: string): string {
    return join(this.folder, "node_modules", path);
  }

  write(name: string, text: string | object): void {
    const file = join(this.folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof text === "string" ? text : JSON.stringify(text));
  }

  /** What npm wrote to standard error when it installed. */
  warnings = "";

  npm(...args: string[]): Promise<{ stdout: string; stderr: string }> {
    const shell = process.platform === "win32";
    return run("npm", args, { cwd: this.folder, env: inheritedEnvironment(), shell });
  }
}

export interface PackedProjects {
  readonly newest: PackedProject;
  readonly oldest: PackedProject;
}

/** Undefined, told on the console, where the registry cannot be reached. */
export async function installProjects(): Promise<PackedProjects | undefined> {
  const [newest, oldest] = [new PackedProject(), new PackedProject()];
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const asHere = (...names: string[]) => names.map((name) => `${name}@${devDependencies[name]}`);
  try {
    // The build has been made; packing must not make it again under the feet of other tests.
    const packed = await Promise.all(
      ["keys", "orrery"].map(async (name) => {
        const { stdout } = await newest.npm(
          "pack",
          "--json",
          "--ignore-scripts",
          join(ROOT, "packages", name),
        );
        return join(newest.folder, (JSON.parse(stdout) as [{ filename: string }])[0].filename);
      }),
    );
    for (const project of [newest, oldest]) project.write("package.json", { private: true, type: "module" });
    const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", ...packed];
    const [, { stderr }] = await Promise.all([
      newest.npm(
        ...install,
        ...asHere("@azure/cosmos", "typescript", "@types/node", "vitest", "vite", "esbuild"),
        "jest@^30.0.0",
      ),
      oldest.npm(...install, ...asHere("@types/node"), "@azure/cosmos@4.0.0"),
    ]);
    oldest.warnings = stderr;
    return { newest, oldest };
  } catch (error) {
    if (!NOT_REACHED.test(String((error as { stderr?: string }).stderr))) throw error;
    console.warn(
      "SKIPPED, not proven here: the packed packages in empty projects. npm's registry cannot be reached.",
    );
    return undefined;
  }
}
