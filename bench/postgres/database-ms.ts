/** Processor time of a PostgreSQL server. Linux. */
import { readdirSync } from "node:fs";
import { endedChildrenMs, parentOf, processorMs } from "../processor-ms.ts";

/** Of the server and all of its processes. */
export function databaseMs(postmaster: number): number {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const family = pids.filter((pid) => {
    try {
      return pid === postmaster || parentOf(pid) === postmaster;
    } catch {
      return false;
    }
  });
  return family.reduce((sum, pid) => sum + processorMs(pid), endedChildrenMs(postmaster));
}
