import type { Scheduler } from "./scheduler.ts";
import type { TaskOwner } from "./task-line.ts";

/**
 * Work that is usually short, and comes in pieces of less than a millisecond where it is not. What is one piece is done at
 * once, and costs nothing more; the rest is a task.
 */
export async function inTurns(
  scheduler: Scheduler,
  owner: TaskOwner,
  pieces: Iterator<void>,
  terms?: { readonly isUrgent: boolean },
): Promise<void> {
  if (pieces.next().done) return;
  const task = scheduler.begin(owner, terms);
  do {
    if (task.isDue()) await task.pause();
  } while (!pieces.next().done);
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
