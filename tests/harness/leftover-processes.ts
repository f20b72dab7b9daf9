/**
 * Fails a run whose tests leave a process behind. Every process inherits the run's mark in its environment, wherever it was
 * started and whoever its parent is by now. Linux only: elsewhere the environment of other processes cannot be read.
 */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const MARK = "TEST_RUN_ID";
/** Processes that were killed at the end of a test may take this long to end on a busy machine. */
const ENDING_MS = 30_000;
const POLL_MS = 200;

export default function setUp(): () => Promise<void> {
  const id = randomUUID();
  process.env[MARK] = id;
  return async () => {
    const left = await remainingProcesses(`${MARK}=${id}`, ENDING_MS);
    if (left.length === 0) return;
    for (const { pid } of left) process.kill(pid, "SIGKILL");
    const lines = left.map(({ pid, command }) => `  ${pid} ${command}`);
    // Vitest prints what a teardown throws, and ends with 0 all the same.
    process.exitCode = 1;
    throw new Error(`The tests left processes behind, which were killed now:\n${lines.join("\n")}`);
  };
}

interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
}

/** Waits until no process has the mark, at most this long. */
export async function remainingProcesses(mark: string, limitMs: number): Promise<MarkedProcess[]> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const left = markedProcesses(mark);
    if (left.length === 0 || performance.now() > endMs) return left;
    await setTimeout(POLL_MS);
  }
}

function markedProcesses(mark: string): MarkedProcess[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && read(pid, "environ").includes(mark))
    .map((pid) => ({ pid, command: read(pid, "cmdline").join(" ") }))
    .filter(({ command }) => !isOfVitest(command));
}

/** The strings of a file of `/proc`; none if the process has ended. */
function read(pid: number, file: "environ" | "cmdline"): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** The workers of the test runner end after this check. */
function isOfVitest(command: string): boolean {
  return command.includes("/vitest/dist/");
}
