/**
 * Runs a client program against a server process. The program reports on each check with a line of JSON,
 * `{"check": …}` and what it saw, and asks for what only the server's side can do with `{"ask": …}`; it goes on when
 * it has read the answer, a line too.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { ProgramCommand } from "../harness/tool-chains.ts";
import type { Ask, ClientServer } from "./client-server.ts";

export const PROGRAM_MS_MAX = 240_000 + 20 * Number(process.env.ORRERY_FUZZ_CASES ?? 0);

/** What a program saw in a check, by name; `failed` tells of an exception. */
export type Facts = Readonly<Record<string, unknown>>;

export interface ClientRun {
  readonly checks: ReadonlyMap<string, Facts>;
  /** How the program ended, and what it wrote to standard error. */
  readonly end: string;
}

export async function runClient(
  command: ProgramCommand,
  server: ClientServer,
  settings: Readonly<Record<string, string>>,
): Promise<ClientRun> {
  const program = spawn(command.file, [...command.args], {
    env: { ...process.env, ...command.environment, ...server.environment, ...settings },
    stdio: ["pipe", "pipe", "pipe"],
    timeout: PROGRAM_MS_MAX,
    killSignal: "SIGKILL",
  });
  const ended = once(program, "close");
  let errors = "";
  program.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const checks = new Map<string, Facts>();
  try {
    for await (const line of createInterface(program.stdout)) {
      const told = JSON.parse(line) as Ask | { readonly check: string; readonly [fact: string]: unknown };
      if ("ask" in told) {
        program.stdin.write(`${await server.answer(told as Ask)}\n`);
      } else {
        const { check, ...facts } = told;
        checks.set(check, facts);
      }
    }
  } catch (error) {
    program.kill("SIGKILL");
    throw error;
  }
  const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  return { checks, end: `The program ended with ${signal ?? code}. ${errors}` };
}
