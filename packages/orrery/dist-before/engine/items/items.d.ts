/** Single items: each request finds its logical partition, and with it the physical one that runs it. */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { TriggerOperation } from "../../script/script-runner.js";
import type { StoredItem } from "../../store/item-record.js";
import type { LogicalTransaction } from "../../store/logical-transaction.js";
import type { JsonObject, Value } from "../../value/json.js";
import type { AnswerSource } from "../container/answer-source.js";
import type { Container } from "../container/container.js";
import { type RequestTerms } from "../container/request-terms.js";
import { type WriteConditions, type WriteResult } from "./item-writes.js";
import { type LogicalPlace } from "./logical-place.js";
import type { BoundTriggers, TriggeredResult } from "./trigger-runner.js";
/** What a request on one item says beside its id and its body. */
export interface ItemRequest extends WriteConditions {
    readonly terms: RequestTerms;
    /** From the header; absent when the client left it out. */
    readonly key?: readonly PartitionKeyComponent[] | undefined;
    /** The client keeps the definition of a key that it has read once, also when the container's name was exchanged. */
    readonly mayNameFormerKey?: boolean;
    /** Run with the write, in its transaction; absent when the request names none. */
    readonly withTriggers?: BoundTriggers | undefined;
}
export interface ItemAnswer extends AnswerSource {
    /** What a post-trigger returns instead of the item. */
    readonly body?: Value;
    readonly outcome: "created" | "replaced" | "deleted" | "read" | "notModified";
    readonly item: StoredItem;
    readonly charge: number;
}
export declare function readItemById(container: Container, id: string, request: ItemRequest): Promise<ItemAnswer>;
export declare function createOne(container: Container, document: JsonObject, request: ItemRequest): Promise<ItemAnswer>;
export declare function upsertOne(container: Container, document: JsonObject, request: ItemRequest): Promise<ItemAnswer>;
export declare function replaceOne(container: Container, id: string, document: JsonObject, request: ItemRequest): Promise<ItemAnswer>;
export declare function deleteOne(container: Container, id: string, request: ItemRequest): Promise<ItemAnswer>;
/** What a write does in the transaction of its logical partition. */
type WriteStep<Body extends JsonObject | undefined> = (transaction: LogicalTransaction, document: Body) => Promise<WriteResult>;
interface ItemWrite<Body extends JsonObject | undefined> {
    /** The operation as triggers are told it. */
    readonly operation: TriggerOperation;
    readonly document: Body;
    readonly run: WriteStep<Body>;
}
/** Runs a write, with its triggers, in the logical partition of the key in the header, or else in the item. */
export declare function writeOne<Body extends JsonObject | undefined>(container: Container, { operation, document, run }: ItemWrite<Body>, { key: given, withTriggers, terms, mayNameFormerKey }: ItemRequest): Promise<ItemAnswer>;
/** Runs and meters a write in a transaction of its logical partition. */
export declare function writeAt(container: Container, place: LogicalPlace, terms: RequestTerms, write: (transaction: LogicalTransaction) => Promise<TriggeredResult>, document?: JsonObject): Promise<ItemAnswer>;
export {};
