/** Items by the name of their container: the way in for gateways. */
import type { Json, JsonObject } from "../../value/json.js";
import type { ContainerAddress, ContainersByName } from "../container/open-containers.js";
import { type BatchAnswer, type BatchRequest } from "./batch.js";
import type { BatchOperation } from "./batch-operation.js";
import { type ItemAnswer, type ItemRequest } from "./items.js";
import { type LogicalPartitionDeletion } from "./logical-partition-deletion.js";
import type { TriggerNames, TriggerRunner } from "./trigger-runner.js";
export interface ClientItemRequest extends Omit<ItemRequest, "withTriggers"> {
    /** Scripts that run with the write. */
    readonly triggers?: TriggerNames | undefined;
}
interface BulkBatchRequest extends BatchRequest {
    /** The partition that the client believes to hold all keys. */
    readonly rangeId: string | undefined;
    readonly continueOnError: boolean;
    /** Whether the client reads the ranges again when it is told that one is gone. */
    readonly followsSplits: boolean;
}
export declare class ItemOperations {
    #private;
    constructor(containers: ContainersByName, triggers: TriggerRunner);
    read(address: ContainerAddress, id: string, request: ClientItemRequest): Promise<ItemAnswer>;
    create(address: ContainerAddress, document: JsonObject, request: ClientItemRequest): Promise<ItemAnswer>;
    upsert(address: ContainerAddress, document: JsonObject, request: ClientItemRequest): Promise<ItemAnswer>;
    replace(address: ContainerAddress, id: string, document: JsonObject, request: ClientItemRequest): Promise<ItemAnswer>;
    /** `body`: the operations, or an object with them and a condition. */
    patch(address: ContainerAddress, id: string, body: Json, request: ClientItemRequest): Promise<ItemAnswer>;
    delete(address: ContainerAddress, id: string, request: ClientItemRequest): Promise<ItemAnswer>;
    /** All operations happen, or none. */
    batch(address: ContainerAddress, operations: readonly BatchOperation[], request: BatchRequest): Promise<BatchAnswer>;
    /** Each operation on its own. For a client that does not follow splits, they go to where their keys are now. */
    bulk(address: ContainerAddress, operations: readonly BatchOperation[], { rangeId, followsSplits, ...request }: BulkBatchRequest): Promise<BatchAnswer>;
    deleteLogicalPartition(address: ContainerAddress, request: Pick<ItemRequest, "key" | "terms">): Promise<LogicalPartitionDeletion>;
}
export {};
