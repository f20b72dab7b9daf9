/**
 * What point operations and feeds cost, in request units (RU): the published table by size and the published
 * write formulas (docs/request-units.md puts them beside ours).
 *
 * Sizes are bytes of the item's JSON without system properties. Between two sizes of the table the cost is
 * linear; up to 1 KB it is flat; above 2 MB, where no item can be, the last segment goes on. The table prices a
 * 1 KB write at 4.95 and the formulas at 5.0: the formulas' figure stands, because their examples must come out
 * exactly, and it is 1 % from the table's. Every function returns a charge rounded to two decimals, as the
 * response header shows it and as the budget spends it. `suggestSuffixes` of @orrerydb/keys, which depends on nothing,
 * states the price of a write once more; a test compares the two.
 */
import type { ReadMultiplier } from "./consistency-level.js";
/** A read that found nothing, or nothing newer. */
export declare const EMPTY_READ_CHARGE = 1;
/**
 * A write that was refused after the lookup (404, 409, 412, a key that does not match). Reported by the service for a
 * refused replacement: https://github.com/microsoft/vscode-cosmosdb/issues/1473.
 */
export declare const REFUSED_WRITE_CHARGE = 1.24;
/**
 * What a 429 reports. No work was done, so no budget is spent for it. Reported by the service:
 * https://github.com/Azure/azure-cosmos-dotnet-v3/issues/1058; others report 0.38.
 */
export declare const THROTTLED_CHARGE = 0.76;
/** A request that was refused before it came to a partition. Not published. */
export declare const EARLY_REFUSAL_CHARGE = 1;
/** What looks at no data: the account's document, the plan of a query, the control API. Not published. */
export declare const NO_DATA_CHARGE = 0;
/**
 * Databases, containers, scripts, offers: they have a budget of their own. No prices are published; 4.95 is what the
 * examples of the REST reference show.
 */
export declare const METADATA_READ_CHARGE = 1;
export declare const METADATA_WRITE_CHARGE = 4.95;
export declare function roundCharge(charge: number): number;
export declare function readCharge(bytes: number, multiplier: ReadMultiplier): number;
/** A read that found nothing, or nothing newer (404, 304): the id was looked up, on as many replicas as for a read. */
export declare function emptyReadCharge(multiplier: ReadMultiplier): number;
/** An operation on its own, of a batch, of a bulk request or of a script. */
type OperationKind = "create" | "upsert" | "replace" | "patch" | "delete" | "read" | "readFeed" | "query";
/** An operation that was refused costs its lookup, which is dearer for a write. */
export declare function refusedCharge({ kind }: {
    readonly kind: OperationKind;
}, multiplier: ReadMultiplier): number;
export declare function createCharge(bytes: number, terms: number): number;
/** A deletion undoes what the creation did, at the same price. */
export declare const deleteCharge: typeof createCharge;
/**
 * Deletes all items of a partition key as if they were one small item: the service takes the rest from throughput that
 * is left over, and the sweep that removes them charges nobody. Not published.
 */
export declare const LOGICAL_PARTITION_DELETE_CHARGE: number;
export interface Replacement {
    readonly bytesBefore: number;
    readonly bytesAfter: number;
    /** Index terms that the new item no longer has, and those that it has anew; unchanged ones cost nothing. */
    readonly termsRemoved: number;
    readonly termsAdded: number;
}
/** Also of an upsert that found an item; one that found none is a create. */
export declare function replaceCharge(replacement: Replacement): number;
export declare function patchCharge(replacement: Replacement, operations: number): number;
/** A batch costs its operations, whether they commit together or fail together. */
export declare function batchCharge(charges: Iterable<number>): number;
/** `steps`: as the sandbox counts them, which grow with the work and not with the clock. */
export declare function scriptCharge(operationsCharge: number, steps: number): number;
export {};
