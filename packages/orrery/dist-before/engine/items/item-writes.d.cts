/**
 * What each write does to an item inside a transaction of its logical partition. Single requests, batches and
 * scripts all come through here, so that conditions and keys are checked once and in one way.
 */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { StoredItem } from "../../store/item-record.cjs";
import type { LogicalTransaction } from "../../store/logical-transaction.cjs";
import { type Replacement } from "../../throughput/charges.cjs";
import { Failure } from "../../value/failure.cjs";
import type { JsonObject } from "../../value/json.cjs";
import type { Container } from "../container/container.cjs";
export interface WriteConditions {
    readonly ifMatch?: string | undefined;
    readonly ifNoneMatch?: string | undefined;
    /** Whether the item gets index entries; undefined: as the policy says. */
    readonly indexed?: boolean | undefined;
}
export interface WriteResult {
    readonly outcome: "created" | "replaced" | "deleted";
    /** As it is now; of a deletion, as it was. */
    readonly item: StoredItem;
    readonly charge: number;
}
export declare const ITEM_BYTES_MAX: number;
export declare function createItem(container: Container, transaction: LogicalTransaction, document: JsonObject, conditions: WriteConditions): Promise<WriteResult>;
export declare function upsertItem(container: Container, transaction: LogicalTransaction, document: JsonObject, conditions: WriteConditions): Promise<WriteResult>;
export declare function replaceItem(container: Container, transaction: LogicalTransaction, id: string, document: JsonObject, conditions: WriteConditions): Promise<WriteResult>;
export declare function deleteItem(container: Container, transaction: LogicalTransaction, id: string, conditions: WriteConditions): Promise<WriteResult>;
/** Undefined also for an expired item. */
export declare function readLive(container: Container, transaction: LogicalTransaction, id: string): Promise<StoredItem | undefined>;
export declare function notFound(): Failure;
/** The key in the header must be the key in the body. */
export declare function checkKeyOfDocument(container: Container, document: JsonObject, components: readonly PartitionKeyComponent[]): void;
export declare function chargedBytes(item: StoredItem): number;
export declare function replaceExisting(transaction: LogicalTransaction, existing: StoredItem, document: JsonObject, conditions: WriteConditions, price?: (replacement: Replacement) => number): Promise<WriteResult>;
/** Returns the id. */
export declare function checkDocument(document: JsonObject): string;
export declare function checkConditions(existing: StoredItem, { ifMatch, ifNoneMatch }: WriteConditions): void;
/** Some clients leave the quotes out. */
export declare function sameEtag(given: string, etag: string): boolean;
