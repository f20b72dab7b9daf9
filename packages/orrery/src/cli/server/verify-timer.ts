/**
 * Verifies the files of the store while the server is up: all of them soon after the start and then once a day, and new
 * ones within a minute. It takes a small share of the processor's time.
 */
import { setTimeout } from "node:timers/promises";
import type { Environment } from "../../engine/index.ts";
import type { LevelStore } from "../../kv/level/level-store.ts";

const FIRST_MS = 2_000;
const INTERVAL_MS = 60_000;
const AGAIN_AFTER_MS = 24 * 3_600_000;
/** Of the time, so that it does not disturb: some 40 MB of data a second. */
const SHARE = 0.05;

/** Returns a function that stops it. */
export function verifyRegularly(store: LevelStore, { log }: Environment): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const wait = (ms: number) => setTimeout(ms, true, { ref: false, signal }).catch(() => false);
  const run = async () => {
    if (!(await wait(FIRST_MS))) return;
    do {
      // The real time: the clock of a test may stand still.
      const since = Date.now() - AGAIN_AFTER_MS;
      const pause = (tookMs: number) => wait(tookMs / SHARE - tookMs);
      await store
        .verifyTables({ since, now: () => Date.now(), pause })
        .catch((error: unknown) => log("warn", `The files could not be verified: ${String(error)}`));
    } while (await wait(INTERVAL_MS));
  };
  const running = run();
  return () => {
    stopped.abort();
    return running;
  };
}
