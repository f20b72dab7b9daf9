import type { Scheduler } from "../../schedule/scheduler.ts";

/** What the engine takes from outside, so that tests can say what time it is and what chance brings. */
export interface Environment {
  /** Milliseconds since 1970; time to live, budgets and timestamps go by it. */
  now(): number;
  /** Shares out the event loop and times queries, by a clock of its own; Orrery's own tests bring one. */
  readonly scheduler: Scheduler;
  /** Uniform, at least 0 and below 1. */
  random(): number;
  /** One line for the operator; where absent, errors go to standard error, and all else is silent. */
  log(level: "debug" | "info" | "warn" | "error", message: string): void;
  /** What the control API moves the clock with; `controllableClock` makes one. */
  readonly clockControl?: ClockControl;
}

interface ClockControl {
  /** How far `now` is ahead. */
  readonly aheadMs: number;
  advance(ms: number): void;
}

export function randomInteger(environment: Pick<Environment, "random">, below: number): number {
  return Math.floor(environment.random() * below);
}
