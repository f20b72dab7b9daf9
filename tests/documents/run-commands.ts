/**
 * Runs the lines of a shell block. Commands of Orrery are run for real, in a folder of the document's own: a server is
 * waited for and stopped at the next line. Scripts of npm must be there, and are not run, because the tests are one of
 * them. A command that is not known here is a failure, so that nothing passes unseen.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { command as serve } from "../../packages/orrery/src/cli/commands/serve.ts";
import { COMMANDS } from "../../packages/orrery/src/cli/commands.ts";
import { variableOf } from "../../packages/orrery/src/cli/settings/flags.ts";
import { PostgresServer } from "../harness/postgres-server.ts";
import { inheritedEnvironment, runToEnd, startProcess } from "../harness/server-process.ts";
import { checkInstall } from "./check-install.ts";

const run = promisify(execFile);
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COMMAND = join(ROOT, "packages/orrery/bin/orrery.cjs");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const OUR_PACKAGES = ["orrerydb", "@orrerydb/keys"];
/** Programs that a reader has, and the tests must not start again. */
const NPM_ITSELF = ["ci", "test"];

interface Command {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Each line of the block, without comments; `a && b` is two. A server is stopped anyhow, so `&` says nothing here. */
export function commandsOf(block: string): string[] {
  return block
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .flatMap((line) => line.split(" && "))
    .map((line) => line.replace(/^\$ /, "").replace(/ &$/, "").trim())
    .filter((line) => line !== "");
}

/** Throws where a command fails, or is not one. */
export async function runCommand(line: string, folder: string): Promise<void> {
  const { words, environment } = parse(line);
  const [program = "", ...args] = words;
  for (const name of Object.keys(environment)) checkVariable(name);
  if (program === "npx" && /^orrery(?:db)?$/.test(args[0] ?? "")) {
    return runOrrery(args.slice(1), environment, folder);
  }
  if (/^orrery(?:db)?$/.test(program)) return runOrrery(args, environment, folder);
  if (program === "npm") return checkNpm(args, environment, folder);
  if (program === "npx" && args[0] === "vitest") return checkVitest(args.slice(1));
  if (program === "node") return runNode(args, folder);
  if (checkInstall(program, args)) return;
  throw new Error(`The documents' test does not know how to run '${line}'.`);
}

function parse(line: string): Command {
  const words = line.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  const count = words.findIndex((word) => !/^[A-Z][A-Z0-9_]*=/.test(word));
  const environment = Object.fromEntries(
    words.slice(0, count).map((word) => {
      const [name, ...value] = word.split("=");
      return [name!, unquoted(value.join("="))];
    }),
  );
  return { words: words.slice(count).map(unquoted), environment };
}

function unquoted(word: string): string {
  return word.replaceAll(/["']/g, "");
}

/** Databases of a document's own, by the address that it names. Undefined where there is no PostgreSQL. */
const databases = new Map<string, Promise<string | undefined>>();
let postgres: Promise<PostgresServer | undefined> | undefined;

async function databaseOf(address: string, folder: string): Promise<string | undefined> {
  const name = `${folder} ${address}`;
  postgres ??= PostgresServer.start("commands of documents with a PostgreSQL database");
  if (!databases.has(name))
    databases.set(
      name,
      postgres.then((server) => server?.newDatabase()),
    );
  return databases.get(name);
}

/** When no more commands are run. */
export async function stopPostgres(): Promise<void> {
  await (await postgres)?.stop();
}

async function runOrrery(
  written: readonly string[],
  environment: Readonly<Record<string, string>>,
  folder: string,
): Promise<void> {
  const args: string[] = [];
  for (const word of written) {
    const own = /^postgres:/.test(word) ? await databaseOf(word, folder) : word;
    if (own === undefined) return;
    args.push(own);
  }
  const options = { command: COMMAND, environment, folder };
  const isServer = !(
    (args[0] !== "serve" && args[0] !== undefined && COMMANDS.some(({ name }) => name === args[0])) ||
    args.includes("--help") ||
    args.includes("--version")
  );
  if (isServer) {
    // Whatever port the document names may be in use here.
    const own = args.filter((word, i) => word !== "serve" && word !== "--port" && args[i - 1] !== "--port");
    const server = await startProcess(own, options);
    const { code } = await server.end("SIGINT");
    if (code !== 0) throw new Error(`orrery ended with ${code}: ${server.errors()}`);
    return;
  }
  const { code, errors } = await runToEnd(args, options);
  if (code !== 0) throw new Error(`orrery ${args.join(" ")} ended with ${code}: ${errors}`);
}

/** A script must be there; a package to install must be ours, or one that we use ourselves. */
async function checkNpm(
  [verb = "", ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
  folder: string,
): Promise<void> {
  if (verb === "start") {
    const own = args.filter((word) => word !== "--");
    return runOrrery(own, environment, folder);
  }
  if (NPM_ITSELF.includes(verb)) return;
  if (verb === "run" && args[0] === "example") return runNode(args.slice(1), folder);
  if (verb === "run" && args[0] !== undefined && manifest.scripts[args[0]] !== undefined) return;
  const names = args.filter((word) => !word.startsWith("-"));
  const isKnown = (name: string) => OUR_PACKAGES.includes(name) || name in manifest.devDependencies;
  if (verb === "install" && names.length > 0 && names.every(isKnown)) return;
  throw new Error(`'npm ${[verb, ...args].join(" ")}' is neither a script of package.json nor an install.`);
}

/** Tests do not run tests: but the project and the files that a document names must be there. */
function checkVitest(args: readonly string[]): void {
  const isOption = (word: string, i: number) => word.startsWith("-") || args[i - 1]?.startsWith("-");
  const [verb, ...files] = args.filter((word, i) => !isOption(word, i));
  const project = args[args.indexOf("--project") + 1];
  if (verb !== "run" || !["unit", "system"].includes(project ?? "")) {
    throw new Error("A document runs vitest as 'npx vitest run --project unit' or '… system'.");
  }
  for (const file of files) {
    if (!existsSync(join(ROOT, file))) throw new Error(`The document names ${file}, which is not there.`);
  }
}

/** Tests that the document has, or a program of `examples/`, which may have been copied. */
async function runNode(args: readonly string[], folder: string): Promise<void> {
  const fromSource = join(ROOT, "packages/orrery/bin/from-source.js");
  if (args[0] === "--test") {
    const packages = join(folder, "node_modules");
    if (!existsSync(packages)) symlinkSync(join(ROOT, "node_modules"), packages, "junction");
    // Else the runner takes itself for a part of another one.
    const { NODE_TEST_CONTEXT: _, ...environment } = inheritedEnvironment();
    await run(process.execPath, ["--import", fromSource, ...args], { cwd: folder, env: environment });
    return;
  }
  const name = basename(args.at(-1) ?? "");
  const program = join(ROOT, "examples", name);
  if (!existsSync(program)) throw new Error(`There is no example ${name}.`);
  await run(process.execPath, ["--import", fromSource, program], { cwd: folder });
}

/** A variable that nothing reads would be a mistake of the document. */
function checkVariable(name: string): void {
  if (!VARIABLES.has(name)) throw new Error(`Nothing reads the variable ${name}.`);
}

const VARIABLES: ReadonlySet<string> = new Set([
  "ORRERY_TEST_NODES",
  "ORRERY_TEST_SEED",
  "ORRERY_TEST_WORKERS",
  "ORRERY_FUZZ_CASES",
  "ORRERY_SIMULATIONS",
  "ORRERY_KILLS",
  "ORRERY_RACE_ROUNDS",
  "ORRERY_POWER_CUTS",
  "ORRERY_CONFORMANCE",
  "ORRERY_TEST_POSTGRES",
  // Read by the driver of PostgreSQL.
  "PGPASSWORD",
  "ORRERY_BENCH_SPLIT_MB",
  "ORRERY_BENCH_MILLION",
  "ORRERY_BENCH_BACKUP_GB",
  "ORRERY_BENCH_ITEMS",
  "ORRERY_BENCH_COSMIUM",
  "ORRERY_BENCH_BEFORE",
  ...serve.flags.map(({ name }) => variableOf(name)),
]);
