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
import type { JsonObject, Value } from "@orrerydb/exact-json";
import type { Epk } from "@orrerydb/keys/hash";
import type { ByteString } from "../byte-string.ts";
import type { MemberReader } from "../json-text/member-reader.ts";
import type { IndexIdentity } from "./index-identity.ts";
import type { TextSource } from "./text-source.ts";
import type { VectorSearch } from "./vector-search.ts";

/** An item's address: 8 bytes, in resource-id order. */
export type ItemRef = ByteString;

export interface ItemRow {
  readonly ref: ItemRef;
  /**
   * The item with its system properties, parsed on first use and kept. To compute with: its numbers may have lost their
   * digits.
   */
  value(): JsonObject;
  /** The same object, with the digits of its numbers and the order of its names. */
  exactValue(): JsonObject;
  /**
   * Allows `value` and `exactValue` to have only these members, so that the others need not be parsed; undefined: they
   * have all.
   */
  readOnly(members: MemberReader | undefined): void;
  /** Parses a large item in slices, so that its value is there when it is asked for. */
  parse(): Generator<void, void>;
  /** Frees the parsed value, which takes many times the memory of the bytes. */
  forget(): void;
  /** The same as JSON bytes, without parsing: without white space, its strings as `JSON.stringify` prints them. */
  bytes(): Buffer;
  /** Size in bytes, for metrics and charges. */
  readonly size: number;
}

/** What identifies an item of a container. */
export interface ItemName {
  /** The effective partition key in upper-case hexadecimal. */
  readonly epk: Epk;
  readonly id: string;
}

/** Where a bound stands; absent means open at that end. */
export interface ValueBound {
  readonly value: Value;
  readonly inclusive: boolean;
}

export interface IndexEntry {
  readonly ref: ItemRef;
  /** The encoded value (`encodeKey`): comparing keys with `<` is the order of the index. */
  readonly key: ByteString;
  /** The indexed value; undefined too where the entry holds only a digest (arrays, objects, very long strings). */
  readonly value: Value;
  /** Those of a composite entry; undefined: they were not read from the key. */
  readonly values: readonly Value[] | undefined;
  /** False where `value` is not the item's exact value: the item must be read to know. */
  readonly exact: boolean;
  /** How many entries of the same key, one after another, it stands for. */
  readonly times: number;
  /** Undefined: they all have the same key. */
  readonly each: EachEntry | undefined;
}

/** Goes through several exact entries of a composite index. The values are those of one until the next. */
export type EachEntry = (visit: (values: readonly Value[], times: number) => void) => void;

export interface IndexScan {
  /**
   * A composite index has an entry for every item, whose key is the encodings one after another (those of descending
   * paths inverted byte by byte); its entries carry no value, and it is bounded by `keys`.
   */
  readonly index: IndexIdentity;
  /** Of a path's index. */
  readonly low?: ValueBound;
  readonly high?: ValueBound;
  /** Instead of bounds: from this key on, up to that one. */
  readonly keys?: { readonly from: ByteString; readonly to: ByteString };
  readonly reverse?: boolean;
  /** Go on strictly after this entry (in scan direction). */
  readonly after?: { readonly key: ByteString; readonly ref: ItemRef };
  /**
   * What may become of entries with the same key, where it holds their values whole: "counted", they come as one that
   * says how many it stands for; "once", one of them comes, and the others are passed over. Neither is promised: the
   * same key may come again. Absent: each comes.
   */
  readonly alike?: "counted" | "once";
  /** Of a composite index, with "counted": those whose first so many values are the same may also come as one. */
  readonly together?: number;
}

/** Which values of an index are asked for, where no bounds tell. */
export interface ValueJudge {
  /** May let an entry pass that is not exact; equal values are judged alike. */
  readonly passes: (entry: IndexEntry) => boolean;
  /** What passes is a string that holds this text, or is not exact; absent: nobody knows. */
  readonly text?: string | undefined;
}

export interface JudgedEntries {
  readonly entries: readonly IndexEntry[];
  /** Values that do not pass. */
  readonly passedOver: number;
}

/** Some items, those nearest to the vector first. */
export interface NearestChunk {
  readonly refs: readonly ItemRef[];
  /** No later item is better than this; absent: the answer is approximate, and nobody knows. */
  readonly bound?: number;
  /** Vectors that were looked at for this chunk, and the places where they lie. */
  readonly vectorsRead: number;
  readonly lookups: number;
}

/** A walk through items, in the order of their refs or the reverse. */
export interface ItemScan {
  /** Strictly after this item, in the direction of the scan. */
  readonly after?: ItemRef;
  readonly reverse?: boolean;
}

/** Every member is there: what a source does not know or have, its answer says. */
export interface RowSource {
  /** Whether items may have numbers with digits that no index entry holds: their answers are made from the items. */
  readonly indexLosesDigits: boolean;
  /** Chunks of items in ref order. */
  items(scan: ItemScan): AsyncIterable<readonly ItemRow[]>;
  /** The refs of the items alone; undefined: they are not known without reading the items. */
  refs(scan: ItemScan): Promise<AsyncIterable<readonly ItemRef[]> | undefined>;
  /** Chunks of the items that have nothing at a path, in ref order. */
  lacking(path: string, scan: ItemScan): AsyncIterable<readonly ItemRow[]>;
  /** In the order of `refs`; an item that has gone since is left out. */
  load(refs: readonly ItemRef[]): Promise<readonly ItemRow[]>;
  index(scan: IndexScan): AsyncIterable<readonly IndexEntry[]>;
  /** Of a scan, the entries whose value passes; undefined: the caller has to look at each. */
  judged(scan: IndexScan, judge: ValueJudge): Promise<AsyncIterable<JudgedEntries> | undefined>;
  /** The refs of the items in scope that have these names, in any order. */
  find(names: readonly ItemName[]): Promise<readonly ItemRef[]>;
  /**
   * Items by how near their vectors are to one, approximately unless the search asks for more, until nobody wants more or
   * all that have a vector were given; it may give up earlier where others read the items with less effort, and gives none
   * without a vector index. `usefulShare` tells how many of the items given so far made rows: of how many others it has to
   * choose.
   */
  nearest(search: VectorSearch, usefulShare: () => number): AsyncIterable<NearestChunk>;
  /** About how many items are in scope. */
  itemCount(): number;
  /** About how many bytes they have together; undefined: unknown. */
  itemBytes(): number | undefined;
  /** How many items are in scope, exactly; undefined: unknown without reading them. */
  exactCount(): Promise<number | undefined>;
  /** About how many items an index scan passes over, in scope or not. */
  indexedItemCount(): number;
  /** How many entries a scan yields; undefined: unknown without looking at each. */
  count(scan: IndexScan): Promise<number | undefined>;
  /** About how many entries some scans of an index, one after another, would pass over, counted up to `max`. */
  estimate(scans: readonly IndexScan[], max: number): Promise<number>;
  /** Its full-text indexes. */
  readonly texts: TextSource;
}
