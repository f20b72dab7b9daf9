/**
 * What a query reads from: the rows of one physical partition that are in the request's scope. A
 * partition of the store implements it, and so does an array, for tests. The scope (a logical partition, a hierarchical
 * prefix, a hash range) is applied below this interface: a source never yields a row outside it. It stands here because
 * neither `sql` nor `store` may import the other.
 *
 * Items come in resource-id order, which is the order of their refs. Index entries come in value order
 * (`compareValues`), equal values in ref order; a reverse scan is the exact reverse of both. Entries that are
 * not exact sort by type and prefix only: long strings with the same first 256 bytes, arrays among arrays and
 * objects among objects come in no order that means anything.
 *
 * A path that the indexing policy names without a wildcard has an entry for every item: `undefined` where the
 * item lacks it. A path that only a wildcard covers has entries for the items that have it; `lacking` finds the others.
 */
import type { IndexIdentity } from "./index-identity.ts";
import type { JsonObject, Value } from "./json.ts";

/** An item's address: 8 bytes as a latin1 string, so that `<` on refs is resource-id order. */
export type ItemRef = string;

export interface ItemRow {
  readonly ref: ItemRef;
  /** The item with its system properties, as a point read would answer it; parsed on first use and kept. */
  value(): JsonObject;
  /** The same as JSON bytes, without parsing, as `JSON.stringify` prints it. */
  bytes(): Buffer;
  /** Size in bytes, for metrics and charges. */
  readonly size: number;
}

/** Where a bound stands; absent means open at that end. */
export interface ValueBound {
  readonly value: Value;
  readonly inclusive: boolean;
}

export interface IndexEntry {
  readonly ref: ItemRef;
  /** The encoded value (`encodeValue`) as a latin1 string: comparing keys with `<` is the order of the index. */
  readonly key: string;
  /** The indexed value; absent where the entry holds only a digest (arrays, objects, very long strings). */
  readonly value?: Value;
  /** False where `value` is not the item's exact value: the item must be read to know. */
  readonly exact: boolean;
}

export interface IndexScan {
  /**
   * A composite index has an entry for every item, whose key is the encodings one after another (those of descending
   * paths inverted byte by byte); its entries carry no value, and it is scanned without bounds.
   */
  readonly index: IndexIdentity;
  readonly low?: ValueBound;
  readonly high?: ValueBound;
  readonly reverse?: boolean;
  /** Go on strictly after this entry (in scan direction). */
  readonly after?: { readonly key: string; readonly ref: ItemRef };
}

export interface RowSource {
  /** Chunks of items in ref order. */
  items(options: { readonly after?: ItemRef; readonly reverse?: boolean }): AsyncIterable<readonly ItemRow[]>;
  /** Chunks of the items that have nothing at a path, in ref order. */
  lacking(
    path: string,
    options: { readonly after?: ItemRef; readonly reverse?: boolean },
  ): AsyncIterable<readonly ItemRow[]>;
  /** In the order of `refs`; an item that has gone since is left out. */
  load(refs: readonly ItemRef[]): Promise<readonly ItemRow[]>;
  index(scan: IndexScan): AsyncIterable<readonly IndexEntry[]>;
  /** About how many items are in scope. */
  itemCount(): number;
  /** How many items are in scope, exactly; absent or undefined: nobody knows without reading them. */
  exactCount?(): Promise<number | undefined>;
  /** About how many items an index scan passes over, in scope or not; absent: those in scope. */
  indexedItemCount?(): number;
  /** How many entries a scan yields; absent or undefined: nobody knows without looking at each. */
  count?(scan: IndexScan): Promise<number | undefined>;
  /** About how many entries a scan would pass over, counted up to `max`. */
  estimate(scan: IndexScan, max: number): Promise<number>;
}
