/**
 * Runs the scripts of a server: stored procedures and triggers in worker threads, user-defined functions beside the
 * query that calls them, or in a thread of their own if they are given much to read. The engine owns one of these, holds the script's lock and transaction around each run, and
 * rolls back when a run rejects.
 */
import type { Json, JsonObject, Value } from "../value/json.cjs";
import type { ScriptHost } from "./script-host.cjs";
import { UdfRunner, type UdfSource } from "./udf-runner.cjs";
import { type ScriptThread } from "./worker-pool.cjs";
interface ScriptOptions {
    /** The text of one function expression. */
    readonly body: string;
    /** The script's id, which names it in error stacks. */
    readonly name?: string;
    readonly host: ScriptHost;
    /** Links of the container by resource ids and by names, as `getSelfLink()` and `getAltLink()` give them. */
    readonly selfLink: string;
    readonly altLink: string;
    readonly enableLogging?: boolean;
    /** Taken before; absent: the run waits for one. */
    readonly thread?: ScriptThread;
    /** At most and by default `scriptLimits.timeoutMs`; tests wait less. */
    readonly timeoutMs?: number;
}
interface StoredProcedureOptions extends ScriptOptions {
    readonly parameters: readonly Json[];
}
export type TriggerOperation = "Create" | "Replace" | "Upsert" | "Delete";
export interface TriggerOptions extends ScriptOptions {
    readonly type: "pre" | "post";
    readonly operation: TriggerOperation;
    /** What the request brings; undefined for a delete. */
    readonly requestBody: JsonObject | undefined;
    /** What a post-trigger finds as the response. */
    readonly responseBody?: JsonObject;
}
interface StoredProcedureResult {
    readonly body: Value;
    readonly log: string;
}
interface TriggerResult {
    /** The request of a pre-trigger, or the response of a post-trigger, as the trigger leaves it. */
    readonly body: Value;
}
/** What scripts take from outside: the time that they see, and their chance. */
export interface ScriptEnvironment {
    /** Milliseconds since 1970. */
    now(): number;
    /** Uniform in [0, 1). */
    random(): number;
}
export declare class ScriptRunner {
    #private;
    constructor(options: {
        readonly environment: ScriptEnvironment;
        readonly threads?: number;
    });
    /** Waits for a thread, and has it to itself while `work` is under way. */
    withThread<T>(work: (thread: ScriptThread) => Promise<T>): Promise<T>;
    runStoredProcedure(options: StoredProcedureOptions): Promise<StoredProcedureResult>;
    runTrigger(options: TriggerOptions): Promise<TriggerResult>;
    /** The functions of one request; the caller disposes of them when the request ends. */
    createUdfRunner(source: UdfSource): Promise<UdfRunner>;
    /** Ends all runs; nothing can be run afterwards. */
    close(): Promise<void>;
}
export {};
