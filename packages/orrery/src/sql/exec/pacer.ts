/**
 * A query's view of the scheduler: how often it asks whether to pause, when its page should end, and when it fails because
 * it has used too much or nobody waits for it any longer.
 */
import type { ScheduledTask } from "../../schedule/scheduler.ts";
import { QueryError } from "../syntax/query-error.ts";

/** The clock is not read for every row, unless a few of them take this long. */
const ROWS_PER_READING = 32;
const READING_MS = 2;
/** Nor is it waited for when expressions have done so many steps: about a millisecond. */
const EFFORT_PER_READING = 20_000;
/**
 * Steps of expressions that nothing can come between, those of one item for example: about a fifth of a second. A step is
 * a value that a function looks at, or 64 characters.
 */
const EFFORT_MAX = 4_000_000;

/** When a query fails, whatever it has found. */
export interface QueryStop {
  /** Of the processor's time, used by its task. */
  readonly usedMsMax?: number;
  /** Whether the one who asked has gone. */
  isUnwanted?(): boolean;
  /** Work that has used or read more than this is heavy, and says so. */
  readonly light?: LightWork;
}

interface LightWork {
  readonly usedMsMax: number;
  readonly bytesMax: number;
  /** May throw what ends the query. */
  turnHeavy(): void;
}

export class Pacer {
  readonly #task: ScheduledTask;
  readonly #deadlineMs: number;
  readonly #stop: QueryStop;
  #rows = 0;
  /** More as long as they are fast: the first may be as slow as any. */
  #rowsPerReading = 1;
  #readAtMs: number;
  #effort = 0;
  #late = false;
  #bytesRead = 0;
  #elsewhereMs = 0;
  #isHeavy = false;

  /** After `deadlineMs` a page ends where it can; one that cannot goes on until `stop`. */
  constructor(task: ScheduledTask, deadlineMs = Number.POSITIVE_INFINITY, stop: QueryStop = {}) {
    this.#task = task;
    this.#deadlineMs = deadlineMs;
    this.#stop = stop;
    this.#readAtMs = task.now();
  }

  /** After a piece of work that may have been a large one: the clock is read at the next. */
  hurry(): void {
    this.#rows = ROWS_PER_READING;
  }

  /** Counts steps that expressions have done. Fails if there were too many since the last chance to pause. */
  spend(steps: number): void {
    this.#effort += steps;
    if (this.#effort > EFFORT_MAX) {
      throw new QueryError(
        "ItemTooCostly",
        `The expressions of this query look at more than ${EFFORT_MAX} values for a single row. Filter arrays before they are searched or joined, and build no long ones.`,
      );
    }
  }

  /** Call once for each small piece of work; true means: `await pause()`. */
  isDue(): boolean {
    const isLong = this.#effort > EFFORT_PER_READING;
    this.#effort = 0;
    if (++this.#rows < this.#rowsPerReading && !isLong) return false;
    this.#rows = 0;
    const now = this.#task.now();
    const isSlow = now - this.#readAtMs > READING_MS;
    this.#rowsPerReading = isSlow
      ? Math.max(1, this.#rowsPerReading >> 1)
      : Math.min(ROWS_PER_READING, this.#rowsPerReading << 1);
    this.#readAtMs = now;
    return this.#task.isDue();
  }

  async pause(): Promise<void> {
    this.#late = this.#task.now() >= this.#deadlineMs;
    await this.#task.pause();
    this.#readAtMs = this.#task.now();
    this.check();
  }

  /** Work that comes in pieces, each of which may be a large one. */
  async inTurns<T>(pieces: Iterator<void, T>): Promise<T> {
    for (;;) {
      const { done, value } = pieces.next();
      if (done) return value;
      this.hurry();
      if (this.isDue()) await this.pause();
    }
  }

  /** Waits for a row source. */
  async waitFor<T>(promise: Promise<T>): Promise<T> {
    const result = await this.#task.waitFor(promise);
    this.#effort = 0;
    this.#readAtMs = this.#task.now();
    this.check();
    return result;
  }

  /** Fails if the query is to stop: for work that cannot pause. */
  check(): void {
    const { usedMsMax = Number.POSITIVE_INFINITY } = this.#stop;
    if (this.#usedMs >= usedMsMax) {
      throw new QueryError(
        "Timeout",
        "The query took too long, and its result cannot be answered in part. Add a filter, join smaller arrays, or read fewer items at once.",
      );
    }
    const { light } = this.#stop;
    if (light !== undefined && !this.#isHeavy && this.#isMoreThan(light)) {
      this.#isHeavy = true;
      light.turnHeavy();
    }
    if (this.#stop.isUnwanted?.()) throw new QueryError("Timeout", "Nobody waits for this query any longer.");
  }

  /** Counts what another thread has used for the query. */
  useElsewhere(ms: number): void {
    this.#elsewhereMs += ms;
  }

  /** Counts what was read. */
  read(bytes: number): void {
    this.#bytesRead += bytes;
    this.check();
  }

  #isMoreThan({ usedMsMax, bytesMax }: LightWork): boolean {
    return this.#bytesRead > bytesMax || this.#usedMs > usedMsMax;
  }

  get #usedMs(): number {
    return this.#task.usedMs + this.#elsewhereMs;
  }

  /** Whether the deadline had passed at the last pause. */
  get isLate(): boolean {
    return this.#late;
  }
}
