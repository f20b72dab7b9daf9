import { Admission, type AdmissionLimits } from "./admission.cjs";
import { HeldBytes, type HeldLimits } from "./held-bytes.cjs";
import { type PausedTask, type TaskOwner } from "./task-line.cjs";
/** The event loop, as far as the scheduler knows it. */
export interface Loop {
    /** Milliseconds since any moment, with a fraction; it never goes back, nor stands still while work is done. */
    now(): number;
    /** What the process has used of the processors: it stands still while other processes have them. */
    processorMs(): number;
    /** Calls back in the next turn, after what has come in from outside. */
    nextTurn(go: () => void): void;
    /** Calls back some turns later. */
    later(go: () => void, ms: number): void;
}
export declare const PROCESS_LOOP: Loop;
/** A piece of work that pauses when it is told to. It runs from its beginning on. */
export interface ScheduledTask {
    readonly owner: TaskOwner;
    /** By the loop's clock. */
    now(): number;
    /** Whether the turn's time is used up; if so: `await pause()`. */
    isDue(): boolean;
    /** Resolves when it is this task's turn. */
    pause(): Promise<void>;
    /** Waits for others, a disk for example, which is not time that the task uses. */
    waitFor<T>(promise: Promise<T>): Promise<T>;
    /** The processor's time that it has used: pauses and waiting are not counted. */
    readonly usedMs: number;
}
export declare class Scheduler {
    #private;
    /** How much of what needs memory is under way at a time. */
    readonly admission: Admission;
    /** Bodies and answers under way. */
    readonly held: HeldBytes;
    constructor(loop?: Loop, limits?: AdmissionLimits, heldLimits?: HeldLimits);
    /** `isUrgent`: others wait for it, whose work it is as well. */
    begin(owner: TaskOwner, { isUrgent }?: {
        readonly isUrgent?: boolean;
    }): ScheduledTask;
    /** Tells that an operation was here that is too short to be a task. */
    noteShort(): void;
    now(): number;
    processorMs(): number;
    /** Of this moment, or of one just before. */
    recentProcessorMs(nowMs: number): number;
    /** Counts those of the loop in which tasks were under way. */
    get turn(): number;
    isTurnOver(nowMs: number): boolean;
    /** The first to do something in a turn opens it; the loop's call back closes it. */
    observeTurn(nowMs: number): void;
    countUsed(ms: number): void;
    enqueue(paused: PausedTask): void;
}
/** For everything in this process. */
export declare const PROCESS_SCHEDULER: Scheduler;
