/** A program in another language than JavaScript, run as a reader would who saved it in an empty folder. */
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ToolChain } from "../harness/tool-chains.ts";

const run = promisify(execFile);
const PROGRAM_MS_MAX = 120_000;

/** What the source file is called: for Java after its class. */
const FILE_NAMES: Readonly<Record<string, (text: string) => string>> = {
  python: () => "first.py",
  go: () => "first.go",
  java: (text) => `${/public class (\w+)/.exec(text)?.[1]}.java`,
};

/** Answers what the program has printed. Throws where it fails, with what it wrote to standard error. */
export async function runProgram(
  language: string,
  text: string,
  chain: ToolChain & { kind: "ready" },
  folder: string,
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const source = join(folder, FILE_NAMES[language]!(text));
  writeFileSync(source, text);
  const { file, args, environment } = await chain.build(source, join(folder, "built"));
  const { stdout } = await run(file, [...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
    timeout: PROGRAM_MS_MAX,
  });
  return stdout;
}
