/**
 * Keeps a long query from holding up everybody else: after a few milliseconds of work it lets the event loop turn.
 * Also tells when the page's time is over.
 */
import { setImmediate } from "node:timers/promises";

const SLICE_MS = 4;
/** Reading the clock costs more than a simple row. */
const STEPS_PER_READING = 32;

export interface QueryClock {
  /** Milliseconds, with a fraction if the clock has one. */
  now(): number;
}

export class Pacer {
  readonly #clock: QueryClock;
  readonly #deadlineMs: number;
  #sliceEndMs: number;
  #steps = 0;
  #late = false;

  constructor(clock: QueryClock, deadlineMs = Number.POSITIVE_INFINITY) {
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
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
    this.#sliceEndMs = this.#clock.now() + SLICE_MS;
  }

  /** Whether the deadline had passed at the last pause. */
  get isLate(): boolean {
    return this.#late;
  }
}
