/**
 * Commands of other languages' tool chains in the documents. They are not run here: the tests install the same packages
 * for themselves. But a package that a document installs must be one that the tests pin, in the version that it names.
 * .NET and Rust are not installed at all.
 */
import { readFileSync } from "node:fs";
import { PINS } from "../harness/tool-chains.ts";

type Check = (args: readonly string[]) => boolean;

const pins = (language: keyof typeof PINS): string => readFileSync(PINS[language], "utf8");

const CHECKS: Readonly<Record<string, Check>> = {
  ".": ([script = ""]) => script === "venv/bin/activate",
  python3: (args) => args.join(" ") === "-m venv venv",
  pip: ([verb, name = "", ...rest]) =>
    verb === "install" && rest.length === 0 && pins("python").includes(`\n${name}==`),
  mvn: (args) => args.includes("dependency:copy-dependencies"),
  dotnet: ([verb]) => verb === "new" || verb === "add",
  cargo: ([verb]) => verb === "new" || verb === "add",
  cd: () => true,
  curl: (args) => args.at(-1) === "http://127.0.0.1:8081/_explorer/emulator.pem",
  keytool: ([verb]) => verb === "-importcert",
  go: ([verb, ...args]) =>
    (verb === "mod" && args[0] === "init") ||
    (verb === "get" && pins("go").includes(`${args[0]!.replace("@", " ")}\n`)),
};

/** Whether the command is one of a tool chain; throws where it is not as it should be. */
export function checkInstall(program: string, args: readonly string[]): boolean {
  const check = CHECKS[program];
  if (check === undefined) return false;
  if (!check(args)) {
    throw new Error(`'${[program, ...args].join(" ")}' is not what the tests install or know how to check.`);
  }
  return true;
}
