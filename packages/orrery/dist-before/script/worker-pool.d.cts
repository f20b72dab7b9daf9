import type { ScriptHost } from "./script-host.cjs";
import type { ScriptEnd, ScriptJob } from "./script-job.cjs";
interface WorkerPoolOptions {
    readonly threads?: number;
    readonly waitingMs?: number;
    /** What scripts take for the time, in milliseconds since 1970. */
    now(): number;
}
/** A run that has no thread yet, and therefore has not begun. */
export interface WaitingRun {
    readonly job: Omit<ScriptJob, "startMs">;
    readonly host: ScriptHost;
}
/** A thread that is one's own for a while. */
export interface ScriptThread {
    run(waiting: WaitingRun): Promise<ScriptEnd>;
}
export declare class WorkerPool {
    #private;
    constructor({ threads, waitingMs, now }: WorkerPoolOptions);
    /** Waits for a thread, which runs what `work` gives it, one run after another. */
    withThread<T>(work: (thread: ScriptThread) => Promise<T>): Promise<T>;
    run(waiting: WaitingRun): Promise<ScriptEnd>;
    close(): Promise<void>;
}
export {};
