/** Work that comes in pieces of less than a millisecond, or of some, as a task or a part of one: others go in between. */
import type { ScheduledTask, Scheduler } from "./scheduler.ts";
import type { TaskOwner } from "./task-line.ts";

/** Work that is usually short. What is one piece is done at once, and costs nothing more; the rest is a task. */
export async function inTurns(
  scheduler: Scheduler,
  owner: TaskOwner,
  pieces: Iterator<void>,
  terms?: { readonly isUrgent: boolean },
): Promise<void> {
  if (pieces.next().done) return;
  const task = scheduler.begin(owner, terms);
  if (task.isDue()) await task.pause();
  await runInSlices(task, pieces);
}

/** Runs work as a part of a task. */
export async function runInSlices<T>(task: ScheduledTask, slices: Iterator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
    if (task.isDue()) await task.pause();
  }
}

/** JSON of more than this takes milliseconds to parse, to copy or to print; of 2 MB in a hundred thousand parts, a hundred. */
export const LARGE_PIECE_BYTES = 256 * 1024;

/** Between two pieces of work on so many bytes, each of which nothing can come between: others go first. */
export async function breathe(scheduler: Scheduler, owner: TaskOwner, bytes: number): Promise<void> {
  if (bytes >= LARGE_PIECE_BYTES) await scheduler.begin(owner).pause();
}

/** Work that is long, from its first piece on: each has its turn, what it takes is counted, and others go next. */
export async function inPieces<T>(
  scheduler: Scheduler,
  owner: TaskOwner,
  pieces: Iterator<void, T>,
): Promise<T> {
  const task = scheduler.begin(owner);
  for (;;) {
    await task.pause();
    const { done, value } = pieces.next();
    if (done) return value;
  }
}
