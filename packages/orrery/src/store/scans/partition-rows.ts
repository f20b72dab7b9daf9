/**
 * The rows of a partition that are in a request's scope, for queries and feeds: items in ref order, index
 * entries in value order.
 */

import type { SectionReader } from "../../kv/key-cache/section-reader.ts";
import type { ScanOptions } from "../../kv/key-value-store.ts";
import { decodeKey } from "../../value/encode-value.ts";
import { FIRST_BATCH, nextBatch } from "../../value/operations/item-batch.ts";
import type {
  IndexEntry,
  IndexScan,
  ItemName,
  ItemRef,
  ItemScan,
  JudgedEntries,
  NearestChunk,
  RowSource,
  ValueJudge,
} from "../../value/rows/row-source.ts";
import { StoredEntry } from "../../value/rows/stored-entry.ts";
import type { VectorSearch } from "../../value/rows/vector-search.ts";
import { TextPostings } from "../indexes/full-text/text-postings.ts";
import type { IndexGenerations } from "../indexes/index-generations.ts";
import { INDEX_PREFIX_BYTES } from "../indexes/index-prefix.ts";
import type { IndexScope } from "../indexes/index-rows.ts";
import type { PartitionIndexes } from "../indexes/partition-indexes.ts";
import { valueAt } from "../indexes/value-at.ts";
import { PartitionVectors } from "../indexes/vector/partition-vectors.ts";
import { searchVectors } from "../indexes/vector/search-vectors.ts";
import type { VectorIndex } from "../indexes/vector/vector-index.ts";
import { VECTOR } from "../indexes/vector/vector-indexes.ts";
import { StoredItem } from "../records/item-record.ts";
import { idKey, itemKey, refAtEnd, refOfValue, textAndRef } from "../records/key-layout.ts";
import { readSummary } from "../records/logical-record.ts";
import type { EntryCounts } from "./entry-counts.ts";
import { IndexKeys } from "./index-keys.ts";
import { alikeEntries } from "./index-runs.ts";
import { ItemView } from "./item-view.ts";
import { judgedOfKept, keptEntries } from "./kept-entries.ts";
import { isPoint, type KeyBounds } from "./key-bounds.ts";
import { type LackingItems, namesOf } from "./lacking-items.ts";
import { type RowScope, ScopeKeys, type Visibility } from "./row-scope.ts";

/** Entries whose items have to be loaded, to see whether they are live, are read in smaller chunks. */
const EXPIRING_CHUNK_ROWS = 64;

/** What is known of the partition beside its rows. */
interface PartitionKnowledge {
  /** Absent: false. */
  readonly indexLosesDigits?: boolean;
  /** Absent where the reader is not of one moment: then items are walked through. */
  readonly lackingItems?: LackingItems;
  readonly entryCounts?: EntryCounts;
  readonly indexes?: { readonly generations: IndexGenerations; readonly partition: PartitionIndexes };
}

export class PartitionRows implements RowSource {
  readonly #reader: SectionReader;
  readonly #space: number;
  readonly #scope: RowScope;
  readonly #visibility: Visibility;
  readonly #known: PartitionKnowledge;
  readonly #scopeKeys: ScopeKeys;
  readonly #indexKeys: IndexKeys;
  /**
   * The items behind the last chunk of index entries, which were loaded to see whether they are live. Usually `load` asks
   * for just these next. Where it asks for others, they are read: the order of the calls decides the cost, never the
   * result.
   */
  #lastLoaded: ReadonlyMap<ItemRef, ItemView> = new Map();

  constructor(
    reader: SectionReader,
    space: number,
    scope: RowScope,
    visibility: Visibility,
    known: PartitionKnowledge = {},
  ) {
    this.#known = known;
    this.#reader = reader;
    this.#space = space;
    this.#scope = scope;
    this.#visibility = visibility;
    this.#scopeKeys = new ScopeKeys(scope, visibility);
    this.#indexKeys = new IndexKeys(reader, space, this.#scopeKeys, scope, known.entryCounts);
  }

  get indexLosesDigits(): boolean {
    return this.#known.indexLosesDigits ?? false;
  }

  itemCount(): number {
    return this.#scope.items;
  }

  itemBytes(): number | undefined {
    return this.#scope.bytes;
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

  async *items(scan: ItemScan): AsyncGenerator<readonly ItemView[]> {
    const keys = this.#scopeKeys.addresses(scan);
    if (keys !== undefined) {
      yield* this.#fetchInBatches(keys);
      return;
    }
    // An item knows its own address: keys are read only to pick out those in scope.
    const valuesOnly = !this.#scopeKeys.isPickedOut;
    const { reverse = false } = scan;
    for (const range of this.#scopeKeys.ofItems(scan)) {
      for await (const rows of this.#reader.scan(this.#space, { ...range, reverse, valuesOnly })) {
        const views: ItemView[] = [];
        for (const { key, value } of rows) {
          const item = StoredItem.decode(valuesOnly ? undefined : refAtEnd(key), value);
          const isInScope = valuesOnly || this.#scopeKeys.has(item.ref);
          if (isInScope && this.#visibility.isLive(item)) views.push(new ItemView(item));
        }
        yield views;
      }
    }
  }

  /** Whether an item has expired, only the item says. */
  async refs(scan: ItemScan): Promise<AsyncIterable<readonly ItemRef[]> | undefined> {
    return this.#visibility.mayExpire ? undefined : this.#scanRefs(scan);
  }

  async *#scanRefs(scan: ItemScan): AsyncGenerator<readonly ItemRef[]> {
    for (const range of this.#scopeKeys.ofItems(scan)) {
      for await (const rows of this.#reader.scan(this.#space, { ...range, keysOnly: true })) {
        const refs = rows.map(({ key }) => refAtEnd(key));
        yield refs.filter((ref) => this.#scopeKeys.has(ref) && !this.#visibility.isDropped(ref));
      }
    }
  }

  async *lacking(path: string, scan: ItemScan): AsyncGenerator<readonly ItemView[]> {
    const names = namesOf(path);
    const refs = await this.#known.lackingItems?.among(this.#reader, path);
    const chunks = refs === undefined ? this.items(scan) : this.#readSome(refs, scan);
    for await (const rows of chunks) {
      yield rows.filter((row) => valueAt(row.value(), names) === undefined);
    }
  }

  /** Those of some refs, in order, that are in scope. */
  async *#readSome(
    refs: readonly ItemRef[],
    { after, reverse = false }: ItemScan,
  ): AsyncGenerator<readonly ItemView[]> {
    const wanted = refs.filter(
      (ref) => (after === undefined || (reverse ? ref < after : ref > after)) && this.#scopeKeys.has(ref),
    );
    if (reverse) wanted.reverse();
    yield* this.#fetchInBatches(wanted.map(itemKey), wanted);
  }

  async *#fetchInBatches(
    keys: readonly Buffer[],
    refs: readonly ItemRef[] = [],
  ): AsyncGenerator<readonly ItemView[]> {
    for (let from = 0, size = FIRST_BATCH; from < keys.length; ) {
      const views = await this.#fetch(keys.slice(from, from + size), refs.slice(from, from + size));
      from += size;
      size = nextBatch(size, views);
      yield views;
    }
  }

  async load(refs: readonly ItemRef[]): Promise<readonly ItemView[]> {
    const known = refs.map((ref) => this.#lastLoaded.get(ref));
    return known.every((view) => view !== undefined) ? known : this.#read(refs);
  }

  #read(refs: readonly ItemRef[]): Promise<readonly ItemView[]> {
    return this.#fetch(refs.map(itemKey), refs);
  }

  async #fetch(keys: readonly Buffer[], refs: readonly ItemRef[] = []): Promise<readonly ItemView[]> {
    const records = await this.#reader.getMany(this.#space, keys);
    const views: ItemView[] = [];
    for (const [i, record] of records.entries()) {
      if (record === undefined) continue;
      const item = StoredItem.decode(refs[i], record);
      if (this.#visibility.isLive(item)) views.push(new ItemView(item));
    }
    return views;
  }

  async find(names: readonly ItemName[]): Promise<readonly ItemRef[]> {
    const keys = names.map(({ epk, id }) => idKey(epk, id));
    const found = await this.#reader.getMany(this.#space, keys);
    const refs = found.flatMap((value) => (value === undefined ? [] : refOfValue(value)));
    return refs.filter((ref) => this.#scopeKeys.has(ref));
  }

  get texts(): TextPostings {
    return new TextPostings(this.#indexScope);
  }

  get #indexScope(): IndexScope {
    return {
      reader: this.#reader,
      space: this.#space,
      ranges: (entry, options = {}) => this.#scopeKeys.ofEntry(entry, options),
      inScope: (ref) => this.#scopeKeys.has(ref),
      live: (rows) => this.#ofLive(rows),
      items: this.#scope.items,
      mayExpire: this.#visibility.mayExpire,
      isTight: this.#scopeKeys.isTight,
      isWhole: this.#scopeKeys.isWhole,
    };
  }

  async *index(scan: IndexScan): AsyncGenerator<readonly IndexEntry[]> {
    // An entry says nothing of whether its item is live: where that matters, each is looked at.
    if (scan.alike !== undefined && !this.#visibility.mayExpire) {
      const read = (bounds: KeyBounds) =>
        this.#keysInScope(
          { ...bounds, reverse: scan.reverse ?? false, keysOnly: true },
          this.#scopeKeys.leaps(scan),
        );
      for (const range of this.#scopeKeys.ofIndex(scan)) {
        const cached = this.#isAll ? await this.#indexKeys.cached(range) : undefined;
        yield* cached === undefined ? alikeEntries(range, scan, read) : keptEntries(cached, scan);
      }
      return;
    }
    const isValue = scan.index.kind === "path";
    let last = new StoredEntry("", "", undefined, false);
    for (const range of this.#scopeKeys.ofIndex(scan)) {
      const options: ScanOptions & KeyBounds = {
        ...range,
        reverse: scan.reverse ?? false,
        keysOnly: true,
        ...(this.#visibility.mayExpire ? { chunkRows: EXPIRING_CHUNK_ROWS } : {}),
      };
      for await (const keys of this.#indexKeys.read(options, this.#scopeKeys.leaps(scan))) {
        const entries: IndexEntry[] = [];
        for (const key of keys) {
          const { text, ref } = textAndRef(key, INDEX_PREFIX_BYTES);
          if (!this.#scopeKeys.has(ref)) continue;
          if (!isValue) {
            entries.push(new StoredEntry(ref, text, undefined, false));
            continue;
          }
          // Equal values follow one another.
          const { value, exact } = text === last.key ? last : decodeKey(text);
          last = new StoredEntry(ref, text, value, exact);
          entries.push(last);
        }
        yield this.#visibility.mayExpire ? await this.#ofLive(entries) : entries;
      }
    }
  }

  async *#keysInScope(options: ScanOptions & KeyBounds, leaps: boolean): AsyncGenerator<readonly Buffer[]> {
    const isAll = this.#isAll;
    for await (const keys of this.#indexKeys.read(options, leaps)) {
      yield isAll ? keys : keys.filter((key) => this.#scopeKeys.has(refAtEnd(key)));
    }
  }

  /** Whether every row is in scope and not dropped. */
  get #isAll(): boolean {
    return this.#scopeKeys.isWhole && !this.#visibility.hasDropped;
  }

  /** Where the keys of the index are in memory, and an entry is known to lead to an item. */
  async judged(scan: IndexScan, judge: ValueJudge): Promise<AsyncIterable<JudgedEntries> | undefined> {
    if (!this.#isAll || this.#visibility.mayExpire) return undefined;
    const [range] = this.#scopeKeys.ofIndex(scan);
    const cached = range && (await this.#indexKeys.cached(range));
    return cached && asynchronous(judgedOfKept(cached, scan.index, judge));
  }

  /** How many entries a scan yields; undefined where each has to be looked at to know. */
  async count(scan: IndexScan): Promise<number | undefined> {
    const isWhole = this.#scopeKeys.isWhole ? !this.#visibility.hasDropped : isPoint(scan);
    if (!isWhole || this.#visibility.mayExpire) return undefined;
    return this.#indexKeys.count(scan);
  }

  /** An entry does not say when its item expires: only the item does. */
  async #ofLive<T extends { readonly ref: ItemRef }>(entries: readonly T[]): Promise<readonly T[]> {
    const live = await this.#read(entries.map(({ ref }) => ref));
    this.#lastLoaded = new Map(live.map((view) => [view.ref, view]));
    return entries.filter(({ ref }) => this.#lastLoaded.has(ref));
  }

  async *nearest(search: VectorSearch, usefulShare: () => number): AsyncGenerator<NearestChunk> {
    const { indexes } = this.#known;
    const index = indexes?.generations.indexAt(VECTOR.name, search.path) as VectorIndex | undefined;
    if (indexes === undefined || index === undefined) return;
    const vectors = PartitionVectors.of(indexes.partition);
    yield* searchVectors({ ...this.#indexScope, index, vectors }, search, usefulShare);
  }

  estimate(scans: readonly IndexScan[], max: number): Promise<number> {
    return this.#indexKeys.estimate(scans, max);
  }
}

async function* asynchronous<T>(chunks: Iterable<T>): AsyncGenerator<T> {
  yield* chunks;
}
