/** A loop for tests: its clock moves when it is read, or when it is told to; its turns are those of the process, counted. */
import type { Loop } from "./scheduler.ts";
import { Scheduler } from "./scheduler.ts";

export class TestLoop implements Loop {
  ms = 0;
  turns = 0;
  readonly #msPerReading: number;

  constructor(msPerReading = 0) {
    this.#msPerReading = msPerReading;
  }

  now(): number {
    return (this.ms += this.#msPerReading);
  }

  /** Nobody else is on the machine. */
  processorMs(): number {
    return this.ms;
  }

  nextTurn(go: () => void): void {
    setImmediate(() => {
      this.turns++;
      go();
    });
  }

  /** Time passes for nobody else meanwhile. */
  later(go: () => void, ms: number): void {
    this.ms += ms;
    this.nextTurn(go);
  }
}

/** Its time is read from `now`. */
export function schedulerOf(now: () => number): Scheduler {
  const loop = new TestLoop();
  return new Scheduler({
    now,
    processorMs: now,
    nextTurn: (go) => loop.nextTurn(go),
    later: (go, ms) => loop.later(go, ms),
  });
}
