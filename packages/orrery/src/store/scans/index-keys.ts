/**
 * The keys of index entries in the ranges of a scope, and how many there are. What an estimate has read to its end is
 * kept: the scan that follows need not read it again.
 */
import type { KeyPart } from "../../kv/key-cache/packed-keys.ts";
import type { KeySection, SectionReader } from "../../kv/key-cache/section-reader.ts";
import type { ScanOptions } from "../../kv/key-value-store.ts";
import type { IndexScan } from "../../value/rows/row-source.ts";
import { INDEX_PREFIX_BYTES } from "../indexes/index-prefix.ts";
import { REF_BYTES } from "../records/key-layout.ts";
import type { EntryCounts } from "./entry-counts.ts";
import { boundsText, type KeyBounds } from "./key-bounds.ts";
import { keysInRanges } from "./keys-in-ranges.ts";
import { leapKeys } from "./leap-keys.ts";
import type { RowScope, ScopeKeys } from "./row-scope.ts";

/** No more keys than this are kept. */
const COUNTED_KEYS_MAX = 4096;
const COUNTED_CHUNK_ROWS = 256;

export class IndexKeys {
  readonly #reader: SectionReader;
  readonly #space: number;
  readonly #scopeKeys: ScopeKeys;
  readonly #logicalNumbers: readonly number[];
  readonly #entryCounts: EntryCounts | undefined;
  /** Of the whole partition. */
  readonly #items: number;
  readonly #counted = new Map<string, readonly Buffer[]>();
  #countedKeys = 0;

  constructor(
    reader: SectionReader,
    space: number,
    scopeKeys: ScopeKeys,
    { logicalNumbers = [], items, partitionItems = items }: RowScope,
    entryCounts: EntryCounts | undefined,
  ) {
    this.#reader = reader;
    this.#space = space;
    this.#scopeKeys = scopeKeys;
    this.#logicalNumbers = logicalNumbers;
    this.#entryCounts = entryCounts;
    this.#items = partitionItems;
  }

  async *read(options: ScanOptions & KeyBounds, leaps: boolean): AsyncGenerator<readonly Buffer[]> {
    const counted = this.#counted.get(boundsText(options));
    if (counted !== undefined) {
      const keys = options.reverse ? counted.toReversed() : counted;
      const { chunkRows = COUNTED_CHUNK_ROWS } = options;
      for (let from = 0; from < keys.length; from += chunkRows) yield keys.slice(from, from + chunkRows);
      return;
    }
    yield* leaps ? this.#leap(options) : this.#scan(options);
  }

  /** Those of a range, in scope or not, if they are in memory. */
  cached(range: KeyBounds): Promise<KeyPart | undefined> {
    return this.#reader.cached(this.#space, this.#sectionOf(range), range);
  }

  /** How many there are, without reading the keys themselves where that can be helped. */
  async count(scan: IndexScan): Promise<number> {
    let count = 0;
    for (const range of this.#scopeKeys.ofIndex(scan)) {
      const cached = this.#scopeKeys.leaps(scan) ? undefined : await this.cached(range);
      if (cached !== undefined) {
        count += cached.end - cached.first;
        continue;
      }
      const options = { ...range, keysOnly: true, valuesOnly: true };
      const chunks = this.#scopeKeys.leaps(scan)
        ? this.#leap(range)
        : this.#reader.scanSection(this.#space, this.#sectionOf(range), options);
      for await (const { length } of chunks) count += length;
    }
    return count;
  }

  /** Counts the entries that scans touch, in scope or not: that is what they cost. */
  async estimate(scans: readonly IndexScan[], max: number): Promise<number> {
    if (scans.length > 1 && this.#scopeKeys.isWhole) return this.#countTogether(scans, max);
    let count = 0;
    for (const scan of scans) {
      if (count >= max) break;
      count += await this.#estimate(scan, max - count);
    }
    return count;
  }

  async #estimate(scan: IndexScan, max: number): Promise<number> {
    const ranges = this.#scopeKeys.ofIndex(scan);
    const part = `${ranges.length} ${ranges.map(boundsText).join(" ")}`;
    const known = this.#entryCounts?.get(part, max);
    if (known !== undefined) return known;
    const count = await this.#countUpTo(ranges, scan, max);
    this.#entryCounts?.set(part, count, max);
    return count;
  }

  async #countUpTo(ranges: readonly KeyBounds[], scan: IndexScan, max: number): Promise<number> {
    let count = 0;
    for (const range of ranges) {
      const keys: Buffer[] = [];
      const limit = max - count;
      const chunks = this.#scopeKeys.leaps(scan)
        ? this.#leap(range, limit)
        : this.#scan({ ...range, keysOnly: true, limit });
      for await (const more of chunks) keys.push(...more);
      count += keys.length;
      if (count >= max) return max;
      this.#keep(range, keys);
    }
    return count;
  }

  /** They are read and kept, not looked up among known counts: where there are few, reading them once is all it takes. */
  async #countTogether(scans: readonly IndexScan[], max: number): Promise<number> {
    const ranges = scans.flatMap((scan) => this.#scopeKeys.ofIndex(scan));
    const found = await keysInRanges(ranges, max, (bounds) => this.#scan({ ...bounds, keysOnly: true }));
    for (const [i, keys] of found.ranges.entries()) this.#keep(ranges[i]!, keys);
    return found.count;
  }

  #keep(range: KeyBounds, keys: readonly Buffer[]): void {
    if (this.#countedKeys + keys.length > COUNTED_KEYS_MAX) return;
    this.#countedKeys += keys.length;
    this.#counted.set(boundsText(range), keys);
  }

  async *#scan(options: ScanOptions & KeyBounds): AsyncGenerator<readonly Buffer[]> {
    const chunks = this.#reader.scanSection(this.#space, this.#sectionOf(options), options);
    for await (const rows of chunks) yield rows.map(({ key }) => key);
  }

  #leap(range: KeyBounds, max = Number.POSITIVE_INFINITY): AsyncIterable<readonly Buffer[]> {
    const { from, to } = range;
    const terms = { from, to, numbers: this.#logicalNumbers, section: this.#sectionOf(range), max };
    return leapKeys(this.#reader, this.#space, terms);
  }

  /** The index that a range is a part of. */
  #sectionOf({ from }: KeyBounds): KeySection {
    return { prefix: from.subarray(0, INDEX_PREFIX_BYTES), rows: this.#items, tailBytes: REF_BYTES };
  }
}
