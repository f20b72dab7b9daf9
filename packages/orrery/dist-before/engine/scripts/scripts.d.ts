import type { ScriptRunner } from "../../script/script-runner.js";
import type { ScriptThread } from "../../script/worker-pool.js";
import type { UdfHost } from "../../sql/index.js";
import type { Json, Value } from "../../value/json.js";
import type { Catalog, Resource } from "../catalog/catalog.js";
import type { AnswerSource } from "../container/answer-source.js";
import type { Container } from "../container/container.js";
import type { ItemRequest } from "../items/items.js";
import { type LogicalPlace } from "../items/logical-place.js";
import type { TriggeredResult, TriggeredWrite, TriggerNames, TriggerRunner } from "../items/trigger-runner.js";
import type { FunctionProvider } from "../queries/function-provider.js";
import { type ScriptStatuses, type TouchedByScript } from "./transaction-host.js";
export interface ProcedureRequest extends Pick<ItemRequest, "key" | "terms"> {
    readonly enableLogging: boolean;
}
export interface ProcedureAnswer extends AnswerSource {
    readonly body: Value;
    readonly log: string;
    readonly charge: number;
    readonly touched: readonly TouchedByScript[];
}
export declare class Scripts implements TriggerRunner, FunctionProvider {
    #private;
    constructor(runner: ScriptRunner, catalog: Catalog, statuses: ScriptStatuses | undefined);
    execute(container: Container, procedure: Resource, parameters: readonly Json[], request: ProcedureRequest): Promise<ProcedureAnswer>;
    /**
     * Waits for what a script needs before it may hold up others: its turn among the scripts of its key, then a thread.
     * Only then the lock of the key is taken, so that none is held for longer than a script may run.
     */
    inTurn<T>({ partition, epk, text }: LogicalPlace, work: (thread: ScriptThread) => Promise<T>): Promise<T>;
    /**
     * A write with its triggers: those before it may change what is written, those after it what is returned. If one
     * throws, all is undone. What was done is charged, also when it is undone: each trigger as a script, beside the write.
     */
    writeWithTriggers(names: TriggerNames, triggered: TriggeredWrite): Promise<TriggeredResult>;
    /** Runs a query with the functions that it calls, if it calls any. What a function throws becomes a Failure. */
    withFunctions<T>(container: Container, text: string, run: (udf: UdfHost | undefined) => Promise<T>): Promise<T>;
    close(): Promise<void>;
}
