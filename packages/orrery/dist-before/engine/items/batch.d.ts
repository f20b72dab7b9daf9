import type { AnswerSource } from "../container/answer-source.js";
import type { Container } from "../container/container.js";
import { type BatchOperation, type OperationResult } from "./batch-operation.js";
import type { ItemRequest } from "./items.js";
import { type LogicalPlace } from "./logical-place.js";
/** Conditions are each operation's own, and triggers do not run with batches. */
export type BatchRequest = Pick<ItemRequest, "key" | "terms">;
export interface BatchAnswer extends AnswerSource {
    /** One for each operation, in their order. */
    readonly results: readonly OperationResult[];
    readonly charge: number;
}
export declare function runBatch(container: Container, operations: readonly BatchOperation[], { key, terms }: BatchRequest): Promise<BatchAnswer>;
/** The request's key is what its sender may use: no operation goes elsewhere. */
export declare function checkKeys(container: Container, operations: readonly BatchOperation[], { epk }: LogicalPlace): void;
