/**
 * Keeps a long query from holding up everybody else: after a few milliseconds of work it lets the event loop turn.
 * Also tells when the page's time is over, and fails the query when nobody should wait for it any longer.
 */
import { setImmediate } from "node:timers/promises";
import { QueryError } from "../syntax/query-error.ts";

const SLICE_MS = 4;
/** The clock is not read for every row. */
const STEPS_PER_READING = 32;

/** Measures how long a query takes; it must never go back, nor stand still while work is done. */
export interface QueryClock {
  /** Milliseconds since any moment, with a fraction if the clock has one. */
  now(): number;
}

/** When a query fails, whatever it has found. */
export interface QueryStop {
  /** On the clock's scale. */
  readonly atMs?: number;
  /** Whether the one who asked has gone. */
  isUnwanted?(): boolean;
}

export class Pacer {
  readonly #clock: QueryClock;
  readonly #deadlineMs: number;
  readonly #stop: QueryStop;
  #sliceEndMs: number;
  #steps = 0;
  #late = false;

  /** After `deadlineMs` a page ends where it can; one that cannot goes on until `stop`. */
  constructor(clock: QueryClock, deadlineMs = Number.POSITIVE_INFINITY, stop: QueryStop = {}) {
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
    this.#stop = stop;
    this.#sliceEndMs = clock.now() + SLICE_MS;
  }

  /** After a piece of work that may have been a large one: the clock is read at the next. */
  hurry(): void {
    this.#steps = STEPS_PER_READING;
  }

  /** Call once for each small piece of work; true means: `await pause()`. */
  isDue(): boolean {
    if (++this.#steps < STEPS_PER_READING) return false;
    this.#steps = 0;
    return this.#clock.now() >= this.#sliceEndMs;
  }

  async pause(): Promise<void> {
    this.#late = this.#clock.now() >= this.#deadlineMs;
    await setImmediate();
    this.check();
    this.#sliceEndMs = this.#clock.now() + SLICE_MS;
  }

  /** Fails if the query is to stop: for work that cannot pause. */
  check(): void {
    const { atMs = Number.POSITIVE_INFINITY } = this.#stop;
    if (this.#clock.now() >= atMs) {
      throw new QueryError(
        "Timeout",
        "The query took too long, and its result cannot be answered in part. Add a filter, join smaller arrays, or read fewer items at once.",
      );
    }
    if (this.#stop.isUnwanted?.()) throw new QueryError("Timeout", "Nobody waits for this query any longer.");
  }

  /** Whether the deadline had passed at the last pause. */
  get isLate(): boolean {
    return this.#late;
  }
}
