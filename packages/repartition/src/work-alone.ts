/** Work on a move that one process does at a time: it has the lease, renews it, and ends when it is lost. */
import { setTimeout as sleep } from "node:timers/promises";
import { RepartitionError } from "./account.ts";
import type { JobState } from "./job-state.ts";

export interface Alone {
  /** Nobody else had the lease since it was given back here. */
  readonly isUndisturbed: boolean;
  /** Fails when the work is to end: stopped, paused, or the lease is lost. */
  check(): void;
  wait(ms: number): Promise<void>;
}

export async function workAlone<T>(
  state: JobState,
  leaseMs: number,
  signal: AbortSignal | undefined,
  work: (alone: Alone) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const stop = () => ending.abort(new RepartitionError("It was stopped. Run it again to go on."));
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  const check = () => ending.signal.throwIfAborted();
  const wait = async (ms: number) => {
    await sleep(ms, undefined, { signal: ending.signal }).catch(() => {});
    check();
  };
  check();
  const isUndisturbed = await state.takeLease(leaseMs, wait);
  const heart = keepLease(state, leaseMs, ending);
  try {
    return await work({ isUndisturbed, check, wait });
  } catch (error) {
    // What fails then fails for this reason.
    check();
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
    ending.abort(new RepartitionError("It is over."));
    await heart;
    await state.giveLeaseBack().catch(() => {});
  }
}

async function keepLease(state: JobState, leaseMs: number, ending: AbortController): Promise<void> {
  let renewedMs = performance.now();
  for (;;) {
    await sleep(leaseMs / 3, undefined, { signal: ending.signal }).catch(() => {});
    if (ending.signal.aborted) return;
    try {
      const begunMs = performance.now();
      const isOurs = await state.renewLease();
      const job = await state.read();
      if (!isOurs) {
        const why = job === undefined ? "The move was cancelled." : "Another process goes on with this move.";
        ending.abort(new RepartitionError(why));
      }
      renewedMs = begunMs;
      if (job?.isPaused === true) ending.abort(new RepartitionError("The move was paused: resume it first."));
    } catch (error) {
      if (performance.now() - renewedMs > leaseMs) ending.abort(error);
    }
  }
}
