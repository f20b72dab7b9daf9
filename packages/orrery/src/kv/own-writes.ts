/**
 * The writes of a transaction before its commit, and a view of them laid over committed rows.
 *
 * Most transactions write a few keys and never look back, so that a list is all they need. The writes are put in order
 * as soon as some of them are scanned, or when there are many: then a key that is written again and again is kept once.
 * Values are kept as given until the commit.
 */
import { toByteString } from "../value/byte-string.ts";
import type { Reader, Row, ScanOptions } from "./key-value-store.ts";
import { type EntryRange, OrderedMap } from "./ordered-map.ts";
import { CHUNK_ROWS } from "./scan-limits.ts";
import { spaceKey, spaceRange } from "./space-key.ts";
import { Write } from "./write.ts";

const LISTED_MAX = 64;

export class OwnWrites {
  /** In the order in which they came, until there is a map. */
  #list: Write[] = [];
  /** By the full key, as a byte string. */
  #map: OrderedMap<Write> | undefined;

  get isEmpty(): boolean {
    return this.#list.length === 0 && this.#map === undefined;
  }

  set(space: number, key: Uint8Array, value: Write["value"]): void {
    this.add(Write.of(space, key, value));
  }

  add(write: Write): void {
    if (this.#map === undefined && this.#list.length < LISTED_MAX) this.#list.push(write);
    else this.#ordered().set(toByteString(write.key), write);
  }

  /** Undefined if this transaction did not write the key. */
  get(space: number, key: Uint8Array): Write["value"] | undefined {
    return this.isEmpty ? undefined : this.find(spaceKey(space, key));
  }

  /** The same of a full key. A few are sooner looked through than put in order. */
  find(fullKey: Buffer): Write["value"] | undefined {
    if (this.#map !== undefined) return this.#map.get(toByteString(fullKey))?.value;
    for (let i = this.#list.length - 1; i >= 0; i--) {
      const write = this.#list[i]!;
      if (write.isOf(fullKey)) return write.value;
    }
    return undefined;
  }

  /** Of one key the last one holds. */
  all(): readonly Write[] {
    return this.#map === undefined ? this.#list : writesIn(this.#map, {});
  }

  #ordered(): OrderedMap<Write> {
    if (this.#map === undefined) {
      this.#map = new OrderedMap();
      for (const write of this.#list) this.#map.set(toByteString(write.key), write);
      this.#list = [];
    }
    return this.#map;
  }

  /** The rows of `base` with these writes applied, as they are when the first chunk is taken. */
  async *scanOver(
    base: Pick<Reader, "scan">,
    space: number,
    options: ScanOptions,
  ): AsyncGenerator<readonly Row[]> {
    const own = this.isEmpty ? [] : this.#ownRows(space, options);
    if (own.length === 0) {
      yield* base.scan(space, options);
      return;
    }
    // The keys are needed here.
    const { limit, valuesOnly: _, ...unlimited } = options;
    const chunkRows = options.chunkRows ?? CHUNK_ROWS;
    let left = limit ?? Number.POSITIVE_INFINITY;
    if (left <= 0) return;
    const merge = new Merge(own, options);
    for await (const chunk of base.scan(space, {
      ...unlimited,
      chunkRows: Math.min(chunkRows, left + own.length),
    })) {
      for (const rows of slices(merge.next(chunk), chunkRows, left)) {
        left -= rows.length;
        yield rows;
      }
      if (left <= 0) return;
    }
    yield* slices(merge.rest(), chunkRows, left);
  }

  #ownRows(space: number, options: ScanOptions): Write[] {
    const { from, to } = spaceRange(space, options);
    return writesIn(this.#ordered(), {
      from: toByteString(from),
      to: toByteString(to),
      reverse: options.reverse,
    });
  }
}

function writesIn(map: OrderedMap<Write>, range: EntryRange): Write[] {
  return map.entries(range, map.size).map(({ value }) => value);
}

/** Two sorted runs into one. Where both have a key, the own write stands for the committed row. */
class Merge {
  readonly #own: readonly Write[];
  readonly #reverse: boolean;
  readonly #keysOnly: boolean;
  #position = 0;

  constructor(own: readonly Write[], { reverse = false, keysOnly = false }: ScanOptions) {
    this.#own = own;
    this.#reverse = reverse;
    this.#keysOnly = keysOnly;
  }

  next(committed: readonly Row[]): Row[] {
    const rows: Row[] = [];
    for (const row of committed) {
      let isReplaced = false;
      for (; this.#position < this.#own.length; this.#position++) {
        const entry = this.#own[this.#position] as Write;
        const order = entry.bareKey.compare(row.key);
        if (this.#reverse ? order < 0 : order > 0) break;
        if (order === 0) isReplaced = true;
        this.#push(rows, entry);
      }
      if (!isReplaced) rows.push(row);
    }
    return rows;
  }

  rest(): Row[] {
    const rows: Row[] = [];
    for (const entry of this.#own.slice(this.#position)) this.#push(rows, entry);
    return rows;
  }

  /** Copied, so that its memory is the receiver's own. */
  #push(rows: Row[], { bareKey, value }: Write): void {
    if (value === null) return;
    rows.push({ key: Buffer.from(bareKey), value: this.#keysOnly ? Buffer.alloc(0) : Buffer.from(value) });
  }
}

function* slices(rows: readonly Row[], chunkRows: number, max: number): Generator<readonly Row[]> {
  const end = Math.min(rows.length, max);
  for (let start = 0; start < end; start += chunkRows)
    yield rows.slice(start, Math.min(start + chunkRows, end));
}
