/** User and system time of a process so far. Of Linux, which counts it in nanoseconds for each thread that is still there. */
import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 10;

export function processorMs(pid: number): number {
  const fields = statOf(pid);
  // Rounded down to hundredths of a second, but with threads that have ended.
  const wholeMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  return Math.max(wholeMs, threadsMs(pid));
}

function threadsMs(pid: number): number {
  let ns = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      ns += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
    } catch {
      // It has just ended.
    }
  }
  return ns / 1e6;
}

/** What children of a process have used that have ended. */
export function endedChildrenMs(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** The process that started it. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
}
