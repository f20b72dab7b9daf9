/** Runs work that comes in slices of some milliseconds as a part of a task: others go in between. */
import type { ScheduledTask } from "./scheduler.ts";

export async function runInSlices<T>(task: ScheduledTask, slices: Iterator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
    if (task.isDue()) await task.pause();
  }
}
