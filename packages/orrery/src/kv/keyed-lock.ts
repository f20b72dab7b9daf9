/**
 * A mutex per key. Work under one key runs one at a time in the order of arrival; work under different keys
 * runs side by side. A key costs memory only while work under it runs or waits.
 *
 * Waiting has an end: so many wait for a key at most, and each for so long. Only work that nobody waits for, which comes
 * one piece at a time, may be patient.
 */
import { performance } from "node:perf_hooks";
import { KeyValueError, type LockTerms } from "./key-value-store.ts";

/** Hundreds of writes to one key at once are ordinary, and each takes a few milliseconds. */
export const LOCK_LIMITS = {
  /** Pieces of work that wait for one key. */
  waitingMax: 2_000,
  /** As long as the service's gateway tries a contended write again before it tells the client. */
  waitMs: 30_000,
} as const;

/** Work that has not begun: too many waited before it, or it waited for too long. */
export class LockRefusal extends KeyValueError {
  /** How long the line takes at the pace that it has now. */
  readonly retryAfterMs: number;

  constructor(code: "crowded" | "contended", message: string, retryAfterMs: number) {
    super(code, message);
    this.name = "LockRefusal";
    this.retryAfterMs = retryAfterMs;
  }
}

interface Waiter {
  readonly sinceMs: number;
  start(): void;
}

export class KeyedLock {
  /** Those who wait, in their order, for each key that is held; undefined: nobody has waited yet. */
  readonly #held = new Map<string, Set<Waiter> | undefined>();

  async run<T>(key: string, work: () => Promise<T>, terms?: LockTerms): Promise<T> {
    await this.enter(key, terms);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  /** Resolves when the caller holds the key. Whoever holds it has to leave. */
  async enter(key: string, terms: LockTerms = {}): Promise<void> {
    if (this.#held.has(key)) await this.#turn(key, terms);
    else this.#held.set(key, undefined);
  }

  /** Whether somebody waits for it. */
  isAwaited(key: string): boolean {
    return (this.#held.get(key)?.size ?? 0) > 0;
  }

  /** How many keys are held. */
  get size(): number {
    return this.#held.size;
  }

  #turn(key: string, { name = "this", isPatient = false }: LockTerms): Promise<void> {
    const line = this.#held.get(key) ?? new Set<Waiter>();
    this.#held.set(key, line);
    if (!isPatient && line.size >= LOCK_LIMITS.waitingMax) throw crowded(name, line);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        line.delete(waiter);
        reject(contended(name));
      };
      const timer = isPatient ? undefined : setTimeout(giveUp, LOCK_LIMITS.waitMs);
      const waiter: Waiter = {
        sinceMs: performance.now(),
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      line.add(waiter);
    });
  }

  /** The key goes to the next in line without becoming free, so that no newcomer takes it. */
  leave(key: string): void {
    const line = this.#held.get(key);
    const [next] = line ?? [];
    if (next === undefined) this.#held.delete(key);
    else {
      line!.delete(next);
      next.start();
    }
  }
}

function crowded(name: string, line: ReadonlySet<Waiter>): LockRefusal {
  const [first] = line;
  return new LockRefusal(
    "crowded",
    `${line.size} writes wait for ${name}. Wait a little and repeat the request, or spread the writes over more keys.`,
    Math.max(1, performance.now() - first!.sinceMs),
  );
}

function contended(name: string): LockRefusal {
  return new LockRefusal(
    "contended",
    `The request waited ${LOCK_LIMITS.waitMs / 1000} seconds for ${name}, which others were writing to. Nothing was done. Repeat the request, or spread the writes over more keys.`,
    LOCK_LIMITS.waitMs,
  );
}
