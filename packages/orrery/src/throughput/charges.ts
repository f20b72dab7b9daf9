/**
 * What point operations and feeds cost, in request units (RU): the published table by size and the published
 * write formulas (docs/request-units.md puts them beside ours).
 *
 * Sizes are bytes of the item's JSON without system properties. The prices of writes by size are those of
 * @orrerydb/keys, which suggests keys by them. Every function returns a charge rounded to two decimals, as the response
 * header shows it and as the budget spends it.
 */
import { chargeBySize, PER_INDEXED_TERM, WRITE_BY_SIZE } from "@orrerydb/keys/charge";
import { ITEM_OPERATIONS, type ItemOperationKind } from "../value/operations/item-operation.ts";
import type { ReadMultiplier } from "./consistency-level.ts";

/** RU at 1, 2, 4, … 2048 KB. */
const READ_BY_SIZE = [1.0, 1.04, 1.14, 1.33, 1.67, 2.19, 4.76, 9.95, 20.28, 40.95, 145.9, 291.8];
const PER_PATCH_OPERATION = 0.4;
/**
 * Not published: a script pays for being called, for its operations and for its run time. A published query takes
 * 0.9 RU per millisecond; a step of the sandbox takes about 4 ns.
 */
const SCRIPT_BASE = 1;
const PER_MILLION_SCRIPT_STEPS = 3.6;

/** A read that found nothing, or nothing newer. */
export const EMPTY_READ_CHARGE = 1;
/**
 * A write that was refused after the lookup (404, 409, 412, a key that does not match). Reported by the service for a
 * refused replacement: https://github.com/microsoft/vscode-cosmosdb/issues/1473.
 */
export const REFUSED_WRITE_CHARGE = 1.24;
/**
 * What a 429 reports. No work was done, so no budget is spent for it. Reported by the service:
 * https://github.com/Azure/azure-cosmos-dotnet-v3/issues/1058; others report 0.38.
 */
export const THROTTLED_CHARGE = 0.76;
/** A request that was refused before it came to a partition. Not published. */
export const EARLY_REFUSAL_CHARGE = 1;
/** What looks at no data: the account's document, the plan of a query, the control API. Not published. */
export const NO_DATA_CHARGE = 0;
/**
 * Databases, containers, scripts, offers: they have a budget of their own. No prices are published; 4.95 is what the
 * examples of the REST reference show.
 */
export const METADATA_READ_CHARGE = 1;
export const METADATA_WRITE_CHARGE = 4.95;

export function roundCharge(charge: number): number {
  return Math.round(charge * 100) / 100;
}

export function readCharge(bytes: number, multiplier: ReadMultiplier): number {
  return roundCharge(chargeBySize(READ_BY_SIZE, bytes) * multiplier);
}

/** A read that found nothing, or nothing newer (404, 304): the id was looked up, on as many replicas as for a read. */
export function emptyReadCharge(multiplier: ReadMultiplier): number {
  return EMPTY_READ_CHARGE * multiplier;
}

/** An operation, of a batch, a bulk request or a script, that was refused costs its lookup, which is dearer for a write. */
export function refusedCharge(
  { kind }: { readonly kind: ItemOperationKind | "readFeed" | "query" },
  multiplier: ReadMultiplier,
): number {
  const isRead = kind === "readFeed" || kind === "query" || !ITEM_OPERATIONS[kind].isWrite;
  return isRead ? emptyReadCharge(multiplier) : REFUSED_WRITE_CHARGE;
}

export function createCharge(bytes: number, terms: number): number {
  return roundCharge(chargeBySize(WRITE_BY_SIZE, bytes) + PER_INDEXED_TERM * terms);
}

/** A deletion undoes what the creation did, at the same price. */
export const deleteCharge = createCharge;

/**
 * Deletes all items of a partition key as if they were one small item: the service takes the rest from throughput that
 * is left over, and the sweep that removes them charges nobody. Not published.
 */
export const LOGICAL_PARTITION_DELETE_CHARGE = deleteCharge(0, 0);

export interface Replacement {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Index terms that the new item no longer has, and those that it has anew; unchanged ones cost nothing. */
  readonly termsRemoved: number;
  readonly termsAdded: number;
}

/** Also of an upsert that found an item; one that found none is a create. */
export function replaceCharge(replacement: Replacement): number {
  return roundCharge(unroundedReplacement(replacement));
}

export function patchCharge(replacement: Replacement, operations: number): number {
  return roundCharge(unroundedReplacement(replacement) + PER_PATCH_OPERATION * operations);
}

/** A batch costs its operations, whether they commit together or fail together. */
export function batchCharge(charges: Iterable<number>): number {
  let sum = 0;
  for (const charge of charges) sum += charge;
  return roundCharge(sum);
}

/** `steps`: as the sandbox counts them, which grow with the work and not with the clock. */
export function scriptCharge(operationsCharge: number, steps: number): number {
  return roundCharge(SCRIPT_BASE + operationsCharge + (PER_MILLION_SCRIPT_STEPS * steps) / 1e6);
}

function unroundedReplacement(replacement: Replacement): number {
  return (
    chargeBySize(WRITE_BY_SIZE, replacement.bytesBefore) +
    chargeBySize(WRITE_BY_SIZE, replacement.bytesAfter) +
    PER_INDEXED_TERM * (replacement.termsRemoved + replacement.termsAdded)
  );
}
