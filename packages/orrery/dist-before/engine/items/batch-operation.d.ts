/**
 * One operation of a batch. What clients send is checked when the operation runs, so that a malformed one fails
 * as its own result and not as the whole request.
 */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { StoredItem } from "../../store/item-record.js";
import type { LogicalTransaction } from "../../store/logical-transaction.js";
import type { ReadMultiplier } from "../../throughput/consistency-level.js";
import { Failure } from "../../value/failure.js";
import type { Json, JsonObject } from "../../value/json.js";
import type { Container } from "../container/container.js";
import type { ItemAnswer } from "./items.js";
export type OperationKind = "create" | "upsert" | "read" | "delete" | "replace" | "patch";
export interface BatchOperation {
    readonly kind: OperationKind;
    readonly id?: string | undefined;
    readonly body?: Json | undefined;
    /** Absent: the key of the request, or else the one in the body. */
    readonly key?: readonly PartitionKeyComponent[] | undefined;
    readonly ifMatch?: string | undefined;
    readonly ifNoneMatch?: string | undefined;
    /** False: the item gets no index entries. */
    readonly indexed?: boolean | undefined;
    /** True: the answer leaves out the item that was written. */
    readonly minimal?: boolean;
}
export interface OperationDone {
    readonly outcome: ItemAnswer["outcome"];
    /** As it is now; of a deletion, as it was. */
    readonly item: StoredItem;
    readonly charge: number;
}
export type OperationResult = OperationDone | {
    readonly failure: Failure;
    readonly charge: number;
};
/** Whether a result carries its item. */
export declare function answersItem({ minimal }: BatchOperation, outcome: OperationDone["outcome"]): boolean;
/** Counts the bytes of an answer while it grows. */
export declare class ResponseBudget {
    #private;
    /** Called before the operation commits, so that what cannot be answered is not done. */
    take(operation: BatchOperation, { outcome, item }: OperationDone): void;
}
export declare function checkOperationCount(operations: readonly BatchOperation[]): void;
/** Runs an operation in a transaction of the logical partition with this key. */
export declare function runOperation(container: Container, transaction: LogicalTransaction, components: readonly PartitionKeyComponent[], operation: BatchOperation, readMultiplier: ReadMultiplier): Promise<OperationDone>;
export declare function documentOf({ body, kind }: BatchOperation): JsonObject;
export declare function idOf({ id, kind }: BatchOperation): string;
export declare function dependencyFailed(): Failure;
/** The ETag that the sender of a read has already. On the service, the one condition of a read goes by either name. */
export declare function knownEtag({ ifNoneMatch, ifMatch }: BatchOperation): string | undefined;
