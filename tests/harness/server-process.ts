/**
 * The built command `orrery` in a process of its own. Every process that a test starts is stopped when the test
 * file ends, whatever happened to the test.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** Made by `npm run build`. */
const COMMAND = fileURLToPath(new URL("../../packages/orrery/dist/cli/main.cjs", import.meta.url));

/** To run tests once more with requests that come from other processes; see CONTRIBUTING.md. */
const { ORRERY_TEST_WORKERS } = process.env;
const WORKERS = ORRERY_TEST_WORKERS === undefined ? [] : ["--workers", ORRERY_TEST_WORKERS];

export interface ServerProcess {
  readonly endpoint: string;
  readonly port: number;
  readonly key: string;
  readonly pid: number;
  /** What it has written to standard error so far. */
  errors(): string;
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Exit>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Finished extends Exit {
  readonly output: string;
  readonly errors: string;
}

export interface StartOptions {
  /** The file to run with Node; absent: the one of this repository. */
  readonly command?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder to run in; absent: that of the tests. */
  readonly folder?: string;
  /** What it gets on standard input, which then ends; absent: nothing. */
  readonly input?: string;
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts `orrery serve` on a free port and waits until it is ready. */
export async function startProcess(
  args: readonly string[],
  options: StartOptions = {},
): Promise<ServerProcess> {
  const child = spawnCommand(["serve", "--port", "0", "--json", ...WORKERS, ...args], options);
  let errors = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const ended = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  const line = await Promise.race([
    once(createInterface(child.stdout!), "line").then(([text]) => text as string),
    ended.then(() => undefined),
  ]);
  if (line === undefined) throw new Error(`orrery ended before it was ready: ${errors}`);
  const { endpoint, key } = JSON.parse(line) as { endpoint: string; key: string };
  return {
    endpoint,
    port: Number(new URL(endpoint).port),
    key,
    pid: child.pid!,
    errors: () => errors,
    ended,
    end: async (signal) => {
      child.kill(signal);
      const [code, endSignal] = await ended;
      return { code, signal: endSignal };
    },
  };
}

/** Runs a command of `orrery` that ends by itself. */
export async function runToEnd(args: readonly string[], options: StartOptions = {}): Promise<Finished> {
  const child = spawnCommand(args, options);
  let output = "";
  let errors = "";
  child.stdout!.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr!.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { code, signal, output, errors };
}

/** Starts the command; its output is at hand. */
export function spawnCommand(
  args: readonly string[],
  { command = COMMAND, environment, folder, input }: StartOptions = {},
): ChildProcess {
  const child = spawn(process.execPath, [command, ...args], {
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    env: { ...inheritedEnvironment(), ...environment },
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  child.stdin?.end(input);
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

/** Without what is named as the command's own variables are: those of the tests, which it refuses, and the developer's. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ORRERY_")));
}
