/**
 * The rows of a partition that are in a request's scope, for queries and feeds: items in ref order, index
 * entries in value order. A scope is a set of logical partitions, or all of them. A few are visited one by one
 * (each lies together); many are scanned through and picked out.
 */
import type { Reader, ScanOptions } from "../kv/key-value-store.ts";
import { DIGEST_BYTES, decodeValue, encodeValue } from "../value/encode-value.ts";
import type { JsonObject } from "../value/json.ts";
import type { IndexEntry, IndexScan, ItemRow, RowSource } from "../value/row-source.ts";
import { valueAt } from "./index-entries.ts";
import { INDEX_PREFIX_BYTES, indexPrefix } from "./index-rules.ts";
import { StoredItem } from "./item-record.ts";
import {
  afterPrefix,
  itemKey,
  itemKeyOf,
  Kind,
  logicalNumberOf,
  makeRef,
  REF_BYTES,
  type Ref,
  refAtEnd,
} from "./key-layout.ts";
import { type LackingItems, namesOf } from "./lacking-items.ts";
import { readSummary } from "./logical-record.ts";

/** More logical partitions than this are not visited one by one. */
const SEEKS_MAX = 64;

/** No more index keys than this are kept for the scan after an estimate. */
const COUNTED_KEYS_MAX = 4096;
const COUNTED_CHUNK_ROWS = 256;

/** Entries whose items have to be loaded, to see whether they are live, are read in smaller chunks. */
const EXPIRING_CHUNK_ROWS = 64;

/** So many items at most are fetched by their addresses, where a scan would cost a turn of the thread pool. */
const FETCHED_MAX = 256;
/** So many addresses may be looked up for each item; those of deleted items are looked up in vain. */
const FETCHES_PER_ITEM = 2;
const FIRST_FETCH = 32;

export interface RowScope {
  /** Numbers of the logical partitions in scope, ascending; absent: all of the partition. */
  readonly logicalNumbers?: readonly number[];
  /** How many addresses each of them has given away; absent: not known. */
  readonly sequences?: readonly number[];
  /** About how many items they hold. */
  readonly items: number;
  /** About how many items the whole partition holds, whose index entries lie together; absent: `items`. */
  readonly partitionItems?: number;
}

/** Which of the stored items are there for readers. */
export interface Visibility {
  isLive(item: StoredItem): boolean;
  /** True for the address of an item that is not live whatever is in it. */
  isDropped(ref: Ref): boolean;
  /** False: nothing is dropped. */
  readonly hasDropped: boolean;
  /** False: whatever is not dropped is live. */
  readonly mayExpire: boolean;
}

export const EVERYTHING: Visibility = {
  isLive: () => true,
  isDropped: () => false,
  hasDropped: false,
  mayExpire: false,
};

/** An item as queries see it. */
class ItemView implements ItemRow {
  readonly item: StoredItem;
  constructor(item: StoredItem) {
    this.item = item;
  }
  get ref(): Ref {
    return this.item.ref;
  }
  get size(): number {
    return this.item.size;
  }
  value(): JsonObject {
    return this.item.document;
  }
  bytes(): Buffer {
    return this.item.json;
  }
}

export class PartitionRows implements RowSource {
  readonly #reader: Reader;
  readonly #space: number;
  readonly #scope: RowScope;
  readonly #visibility: Visibility;
  /** Absent where the reader is not of one moment: then items are walked through. */
  readonly #lackingItems: LackingItems | undefined;
  readonly #members: ReadonlySet<number> | undefined;
  /** Ranges of index keys that an estimate has read to their end: the scan that follows need not read them again. */
  readonly #counted = new Map<string, readonly Buffer[]>();
  #countedKeys = 0;
  /**
   * The items behind the last chunk of index entries, which were loaded to see whether they are live. Usually `load` asks
   * for just these next. Where it asks for others, they are read: the order of the calls decides the cost, never the
   * result.
   */
  #lastLoaded: ReadonlyMap<Ref, ItemView> = new Map();

  constructor(
    reader: Reader,
    space: number,
    scope: RowScope,
    visibility: Visibility,
    lackingItems?: LackingItems,
  ) {
    this.#lackingItems = lackingItems;
    this.#reader = reader;
    this.#space = space;
    this.#scope = scope;
    this.#visibility = visibility;
    this.#members = scope.logicalNumbers && new Set(scope.logicalNumbers);
  }

  itemCount(): number {
    return this.#scope.items;
  }

  indexedItemCount(): number {
    return this.#scope.partitionItems ?? this.#scope.items;
  }

  /** Totals are written with the items, so that those of a snapshot are its own. */
  async exactCount(): Promise<number | undefined> {
    if (this.#visibility.mayExpire) return undefined;
    const { logicalNumbers, sequences, items } = this.#scope;
    if (logicalNumbers !== undefined) return sequences === undefined ? undefined : items;
    return (await readSummary(this.#reader, this.#space)).items;
  }

  async *items(options: { after?: Ref; reverse?: boolean }): AsyncGenerator<readonly ItemView[]> {
    const keys = this.#addresses(options);
    if (keys !== undefined) {
      for (let from = 0, to = FIRST_FETCH; from < keys.length; from = to, to = keys.length) {
        yield await this.#fetch(keys.slice(from, to));
      }
      return;
    }
    // An item knows its own address: keys are read only to pick out those in scope.
    const valuesOnly = !this.#isPickedOut;
    const { reverse = false } = options;
    for (const range of this.#itemRanges(options)) {
      for await (const rows of this.#reader.scan(this.#space, { ...range, reverse, valuesOnly })) {
        const views: ItemView[] = [];
        for (const { key, value } of rows) {
          const item = StoredItem.decode(valuesOnly ? undefined : refAtEnd(key), value);
          const isInScope = valuesOnly || this.#inScope(item.ref);
          if (isInScope && this.#visibility.isLive(item)) views.push(new ItemView(item));
        }
        yield views;
      }
    }
  }

  async *lacking(
    path: string,
    options: { after?: Ref; reverse?: boolean },
  ): AsyncGenerator<readonly ItemView[]> {
    const names = namesOf(path);
    const refs = await this.#lackingItems?.among(this.#reader, path);
    const chunks = refs === undefined ? this.items(options) : this.#readSome(refs, options);
    for await (const rows of chunks) {
      yield rows.filter((row) => valueAt(row.value(), names) === undefined);
    }
  }

  /** Those of some refs, in order, that are in scope. */
  async *#readSome(
    refs: readonly Ref[],
    { after, reverse = false }: { after?: Ref; reverse?: boolean },
  ): AsyncGenerator<readonly ItemView[]> {
    const wanted = refs.filter(
      (ref) => (after === undefined || (reverse ? ref < after : ref > after)) && this.#inScope(ref),
    );
    if (reverse) wanted.reverse();
    for (let from = 0, size = FIRST_FETCH; from < wanted.length; from += size, size = FETCHED_MAX) {
      yield await this.#read(wanted.slice(from, from + size));
    }
  }

  async load(refs: readonly Ref[]): Promise<readonly ItemView[]> {
    const known = refs.map((ref) => this.#lastLoaded.get(ref));
    return known.every((view) => view !== undefined) ? known : this.#read(refs);
  }

  #read(refs: readonly Ref[]): Promise<readonly ItemView[]> {
    return this.#fetch(refs.map(itemKey), refs);
  }

  async #fetch(keys: readonly Buffer[], refs: readonly Ref[] = []): Promise<readonly ItemView[]> {
    const records = await this.#reader.getMany(this.#space, keys);
    const views: ItemView[] = [];
    for (const [i, record] of records.entries()) {
      if (record === undefined) continue;
      const item = StoredItem.decode(refs[i], record);
      if (this.#visibility.isLive(item)) views.push(new ItemView(item));
    }
    return views;
  }

  async *index(scan: IndexScan): AsyncGenerator<readonly IndexEntry[]> {
    const isComposite = scan.index.kind === "composite";
    let last: IndexEntry = { ref: "", key: "", exact: false };
    for (const range of this.#indexRanges(scan)) {
      const options: ScanOptions & KeyBounds = {
        ...range,
        reverse: scan.reverse ?? false,
        keysOnly: true,
        ...(this.#visibility.mayExpire ? { chunkRows: EXPIRING_CHUNK_ROWS } : {}),
      };
      for await (const keys of this.#indexKeys(options)) {
        const entries: IndexEntry[] = [];
        for (const key of keys) {
          const ref = refAtEnd(key);
          if (!this.#inScope(ref)) continue;
          const text = key.toString("latin1", INDEX_PREFIX_BYTES, key.length - REF_BYTES);
          if (isComposite) {
            entries.push({ ref, key: text, exact: false });
            continue;
          }
          // Equal values follow one another.
          const { value, exact } = text === last.key ? last : decodeValue(key, INDEX_PREFIX_BYTES);
          last = { ref, key: text, value, exact };
          entries.push(last);
        }
        yield this.#visibility.mayExpire ? await this.#ofLive(entries) : entries;
      }
    }
  }

  /** How many entries a scan yields; undefined where each has to be looked at to know. */
  async count(scan: IndexScan): Promise<number | undefined> {
    const isWhole =
      this.#members === undefined ? !this.#visibility.hasDropped : !this.#isPickedOut && isPoint(scan);
    if (!isWhole || this.#visibility.mayExpire) return undefined;
    let count = 0;
    for (const range of this.#indexRanges(scan)) {
      const options = { ...range, keysOnly: true, valuesOnly: true };
      for await (const rows of this.#reader.scan(this.#space, options)) count += rows.length;
    }
    return count;
  }

  /** An entry does not say when its item expires: only the item does. */
  async #ofLive(entries: readonly IndexEntry[]): Promise<readonly IndexEntry[]> {
    const live = await this.#read(entries.map(({ ref }) => ref));
    this.#lastLoaded = new Map(live.map((view) => [view.ref, view]));
    return entries.filter(({ ref }) => this.#lastLoaded.has(ref));
  }

  async *#indexKeys(options: ScanOptions & KeyBounds): AsyncGenerator<readonly Buffer[]> {
    const counted = this.#counted.get(boundsText(options));
    if (counted !== undefined) {
      const keys = options.reverse ? counted.toReversed() : counted;
      const { chunkRows = COUNTED_CHUNK_ROWS } = options;
      for (let from = 0; from < keys.length; from += chunkRows) yield keys.slice(from, from + chunkRows);
      return;
    }
    for await (const rows of this.#reader.scan(this.#space, options)) yield rows.map(({ key }) => key);
  }

  /** Counts the entries that a scan touches, in scope or not: that is what it costs. */
  async estimate(scan: IndexScan, max: number): Promise<number> {
    let count = 0;
    for (const range of this.#indexRanges(scan)) {
      const keys: Buffer[] = [];
      const options = { ...range, keysOnly: true, limit: max - count };
      for await (const rows of this.#reader.scan(this.#space, options)) {
        for (const { key } of rows) keys.push(key);
      }
      count += keys.length;
      if (count >= max) return max;
      this.#keep(range, keys);
    }
    return count;
  }

  #keep(range: KeyBounds, keys: readonly Buffer[]): void {
    if (this.#countedKeys + keys.length > COUNTED_KEYS_MAX) return;
    this.#countedKeys += keys.length;
    this.#counted.set(boundsText(range), keys);
  }

  #inScope(ref: Ref): boolean {
    if (this.#members !== undefined) return this.#members.has(logicalNumberOf(ref));
    return !this.#visibility.isDropped(ref);
  }

  /** The keys of all items in scope and of some that have gone, in scan order; undefined where they are too many. */
  #addresses({ after, reverse = false }: { after?: Ref; reverse?: boolean }): Buffer[] | undefined {
    const { logicalNumbers = [], sequences, items } = this.#scope;
    const count = sequences?.reduce((sum, next) => sum + next, 0);
    if (count === undefined || count > FETCHED_MAX || count > items * FETCHES_PER_ITEM) return undefined;
    const keys: Buffer[] = [];
    for (const [i, number] of logicalNumbers.entries()) {
      for (let sequence = 0; sequence < sequences![i]!; sequence++) keys.push(itemKeyOf(number, sequence));
    }
    if (reverse) keys.reverse();
    if (after === undefined) return keys;
    const position = itemKey(after);
    return keys.filter((key) => Buffer.compare(key, position) * (reverse ? -1 : 1) > 0);
  }

  #itemRanges({ after, reverse = false }: { after?: Ref; reverse?: boolean }): KeyBounds[] {
    const ranges = this.#numberRanges(reverse).map(({ first, last }) => ({
      from: first === undefined ? Buffer.of(Kind.item) : itemKey(makeRef(first, 0)),
      to: last === undefined ? Buffer.of(Kind.item + 1) : itemKey(makeRef(last + 1, 0)),
    }));
    return after === undefined ? ranges : goOnAfter(ranges, itemKey(after), reverse);
  }

  #indexRanges(scan: IndexScan): KeyBounds[] {
    const { low, high, reverse = false, after } = scan;
    const prefix = indexPrefix(scan.index);
    const lowKey = low && encodeValue(low.value);
    const highKey = high && encodeValue(high.value);
    let ranges: KeyBounds[];
    if (lowKey && isPoint(scan)) {
      const entry = Buffer.concat([prefix, lowKey]);
      ranges = this.#numberRanges(reverse).map(({ first, last }) => ({
        from: first === undefined ? entry : Buffer.concat([entry, refBytes(first)]),
        to: last === undefined ? afterPrefix(entry) : Buffer.concat([entry, refBytes(last + 1)]),
      }));
    } else {
      const from = lowKey ? lowEnd(prefix, lowKey, low.inclusive) : prefix;
      const to = highKey ? highEnd(prefix, highKey, high.inclusive) : afterPrefix(prefix);
      ranges = [{ from, to }];
    }
    if (after === undefined) return ranges;
    const position = Buffer.concat([
      prefix,
      Buffer.from(after.key, "latin1"),
      Buffer.from(after.ref, "latin1"),
    ]);
    return goOnAfter(ranges, position, reverse);
  }

  /** Whether there are too many logical partitions to visit, so that a scan passes over others. */
  get #isPickedOut(): boolean {
    return (this.#scope.logicalNumbers?.length ?? 0) > SEEKS_MAX;
  }

  /** Ranges of logical partition numbers to visit, in scan order. */
  #numberRanges(reverse: boolean): { first?: number; last?: number }[] {
    const numbers = this.#scope.logicalNumbers;
    if (numbers === undefined) return [{}];
    if (numbers.length === 0) return [];
    if (this.#isPickedOut) return [{ first: numbers[0]!, last: numbers.at(-1)! }];
    const ranges = numbers.map((number) => ({ first: number, last: number }));
    return reverse ? ranges.reverse() : ranges;
  }
}

/** Whether a scan is for the entries of one value: those of a logical partition lie together there. */
function isPoint({ low, high }: IndexScan): boolean {
  return (
    low?.inclusive === true &&
    high?.inclusive === true &&
    encodeValue(low.value).equals(encodeValue(high.value))
  );
}

function boundsText({ from, to }: KeyBounds): string {
  return `${from.toString("latin1")} ${to.toString("latin1")}`;
}

interface KeyBounds {
  readonly from: Buffer;
  readonly to: Buffer;
}

function refBytes(logicalNumber: number): Buffer {
  return Buffer.from(makeRef(logicalNumber, 0), "latin1");
}

/** What is left of ranges in scan order, strictly after a position. */
function goOnAfter(ranges: readonly KeyBounds[], position: Buffer, reverse: boolean): KeyBounds[] {
  const next = Buffer.concat([position, Buffer.of(0)]);
  return ranges
    .map(({ from, to }) =>
      reverse
        ? { from, to: Buffer.compare(position, to) < 0 ? position : to }
        : { from: Buffer.compare(next, from) > 0 ? next : from, to },
    )
    .filter(({ from, to }) => Buffer.compare(from, to) < 0);
}

/**
 * A value that is not exactly encoded shares its place with others that begin alike: a bound on it takes in
 * all of them, and the reader of the row decides.
 */
function lowEnd(prefix: Buffer, value: Buffer, inclusive: boolean): Buffer {
  const key = Buffer.concat([prefix, decodeValue(value, 0).exact ? value : withoutDigest(value)]);
  return inclusive || key.length < prefix.length + value.length ? key : afterPrefix(key);
}

function highEnd(prefix: Buffer, value: Buffer, inclusive: boolean): Buffer {
  const key = Buffer.concat([prefix, decodeValue(value, 0).exact ? value : withoutDigest(value)]);
  return inclusive || key.length < prefix.length + value.length ? afterPrefix(key) : key;
}

function withoutDigest(value: Buffer): Buffer {
  return value.subarray(0, value.length - DIGEST_BYTES);
}
