import type { Scheduler } from "../../schedule/scheduler.cjs";
/** What the engine takes from outside, so that tests can say what time it is and what chance brings. */
export interface Environment {
    /** Milliseconds since 1970. */
    now(): number;
    /** Shares out the event loop, and times queries; by a clock that nobody moves. */
    readonly scheduler: Scheduler;
    /** Uniform in [0, 1). */
    random(): number;
    /** One line for the operator. */
    log(level: "debug" | "info" | "warn" | "error", message: string): void;
    /** Present if the clock can be moved from outside; `now` then runs ahead of the real time. */
    readonly clockControl?: ClockControl;
}
interface ClockControl {
    /** How far `now` is ahead. */
    readonly aheadMs: number;
    advance(ms: number): void;
}
export declare function randomInteger(environment: Pick<Environment, "random">, below: number): number;
export {};
