/**
 * A query's view of the scheduler: how often it asks whether to pause, when its page should end, and when it fails because
 * it has used too much or nobody waits for it any longer.
 */
import type { ScheduledTask } from "../../schedule/scheduler.js";
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
export declare class Pacer {
    #private;
    /** After `deadlineMs` a page ends where it can; one that cannot goes on until `stop`. */
    constructor(task: ScheduledTask, deadlineMs?: number, stop?: QueryStop);
    /** After a piece of work that may have been a large one: the clock is read at the next. */
    hurry(): void;
    /** Counts steps that expressions have done. Fails if there were too many since the last chance to pause. */
    spend(steps: number): void;
    /** Call once for each small piece of work; true means: `await pause()`. */
    isDue(): boolean;
    pause(): Promise<void>;
    /** Work that comes in pieces, each of which may be a large one. */
    inTurns<T>(pieces: Iterator<void, T>): Promise<T>;
    /** Waits for a row source. */
    waitFor<T>(promise: Promise<T>): Promise<T>;
    /** Fails if the query is to stop: for work that cannot pause. */
    check(): void;
    /** Counts what another thread has used for the query. */
    useElsewhere(ms: number): void;
    /** Counts what was read. */
    read(bytes: number): void;
    /** Whether the deadline had passed at the last pause. */
    get isLate(): boolean;
}
export {};
