/** User and system time of a process so far. Of Linux, where it is counted in hundredths of a second. */
import { readFileSync } from "node:fs";

const TICK_MS = 10;

export function processorMs(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
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
