/** The servers that are compared, each in a process of its own. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inheritedEnvironment } from "../../tests/harness/server-process.ts";
import type { BareAnswers } from "./bare-server.ts";

export interface Contestant {
  readonly name: string;
  /** Arguments for Node, given a port (0: any) and an empty folder. */
  command(port: number, folder: string): readonly string[];
}

export interface RunningContestant {
  readonly name: string;
  readonly endpoint: string;
  readonly pid: number;
  memoryMb(): number;
  stop(): Promise<void>;
}

/** How often a server that is starting is asked. */
const RETRY_MS = 2;
/** How long it is left alone before its memory is measured. */
const IDLE_MS = 1000;

const ORRERY = fileURLToPath(new URL("../../packages/orrery/dist/cli/main.js", import.meta.url));
const BARE = fileURLToPath(new URL("bare-server.ts", import.meta.url));
const RIVAL = fileURLToPath(new URL("rival-server.mjs", import.meta.url));

export function orrery(durability: "disk" | "process"): Contestant {
  return {
    name: `Orrery, ${durability}`,
    command: (port, folder) => [
      ORRERY,
      "serve",
      ...["--port", String(port), "--data", folder, "--durability", durability],
      ...["--log-level", "error", "--json"],
    ],
  };
}

export function bare(answers: BareAnswers): Contestant {
  return { name: "bare node:http", command: () => ["--import", "tsx", BARE, JSON.stringify(answers)] };
}

export function rival(folder: string): Contestant {
  return { name: "cosmosdb-server", command: (port) => [RIVAL, folder, String(port)] };
}

export async function start(contestant: Contestant, port = 0): Promise<RunningContestant> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-bench-"));
  const child = spawn(process.execPath, contestant.command(port, folder), {
    stdio: ["ignore", "pipe", "inherit"],
    env: inheritedEnvironment(),
  });
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(() => {
      throw new Error(`${contestant.name} did not start`);
    }),
  ])) as [string];
  return {
    name: contestant.name,
    endpoint: (JSON.parse(line) as { endpoint: string }).endpoint,
    pid: child.pid!,
    memoryMb: () => memoryMb(child.pid!),
    stop: () => stop(child, folder),
  };
}

/** From the start of the process to the end of the first answer. */
export async function firstAnswer(
  contestant: Contestant,
  headers: () => Record<string, string>,
): Promise<{ elapsedMs: number; idleMb: number }> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-bench-"));
  const port = await freePort();
  const startMs = performance.now();
  const child = spawn(process.execPath, contestant.command(port, folder), {
    stdio: "ignore",
    env: inheritedEnvironment(),
  });
  try {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}/`, { headers: headers() }).catch(
        () => undefined,
      );
      if (child.exitCode !== null) throw new Error(`${contestant.name} did not start`);
      if (response === undefined) {
        await setTimeout(RETRY_MS);
        continue;
      }
      await response.arrayBuffer();
      const elapsedMs = performance.now() - startMs;
      await setTimeout(IDLE_MS);
      return { elapsedMs, idleMb: memoryMb(child.pid!) };
    }
  } finally {
    await stop(child, folder);
  }
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

/** What the process holds in memory. */
function memoryMb(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
