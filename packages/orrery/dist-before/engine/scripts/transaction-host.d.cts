/**
 * A script's operations, in the transaction of the logical partition that it runs in. The script reads its own writes. An
 * operation that fails is a result, which the script may handle. All that it did commits or vanishes together, and is
 * charged either way.
 */
import type { ScriptHost, ScriptOperation, ScriptOperationResult } from "../../script/script-host.cjs";
import type { LogicalTransaction } from "../../store/logical-transaction.cjs";
import { type FailureCode } from "../../value/failure.cjs";
import type { Container } from "../container/container.cjs";
import type { ItemAnswer } from "../items/items.cjs";
import type { LogicalPlace } from "../items/logical-place.cjs";
import type { FunctionProvider } from "../queries/function-provider.cjs";
/** The numbers by which scripts, like clients, know what became of an operation. */
export interface ScriptStatuses {
    readonly outcome: Readonly<Record<ItemAnswer["outcome"], number>>;
    failure(code: FailureCode): number;
}
interface TransactionHostSurroundings {
    /** For the queries of scripts. */
    readonly functions: FunctionProvider;
    readonly statuses: ScriptStatuses;
}
export type TouchedByScript = Pick<ItemAnswer, "outcome" | "item" | "charge">;
/** Told of one run; as many as a batch may have. */
export declare const TOUCHED_MAX = 100;
export declare class TransactionHost implements ScriptHost {
    #private;
    /** The first items that it wrote, or read by their ids. */
    readonly touched: TouchedByScript[];
    constructor(container: Container, transaction: LogicalTransaction, place: LogicalPlace, { functions, statuses }: TransactionHostSurroundings);
    /** Of the run so far, whether or not it will succeed. */
    get charge(): number;
    /** The run is over: an operation that it did not wait for ends too. */
    end(): void;
    countSteps(steps: number): void;
    call(operation: ScriptOperation): Promise<ScriptOperationResult>;
}
export {};
