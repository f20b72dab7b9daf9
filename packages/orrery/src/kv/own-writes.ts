/**
 * The writes of a transaction before its commit, and a view of them laid over committed rows.
 *
 * Most transactions write a few keys and never look back, so that a list is all they need. The writes are put in order
 * as soon as some of them are scanned, or when there are many: then a key that is written again and again is kept once.
 * Keys are full keys (space and key), copied when they are written; values are kept as given until the commit.
 */
import type { Reader, Row, ScanOptions } from "./key-value-store.ts";
import { OrderedMap } from "./ordered-map.ts";
import { CHUNK_ROWS } from "./scan-limits.ts";
import { copyBareKey, SPACE_BYTES, spaceKey, spaceRange } from "./space-key.ts";

const LISTED_MAX = 64;

export interface Write {
  /** The full key. */
  readonly key: Buffer;
  /** What the key will hold; null when it is deleted. */
  readonly value: Uint8Array | null;
}

export class OwnWrites {
  /** In the order in which they came, until there is a map. */
  #list: Write[] = [];
  #map: OrderedMap<Buffer, Write["value"]> | undefined;

  get isEmpty(): boolean {
    return this.#list.length === 0 && this.#map === undefined;
  }

  set(space: number, key: Uint8Array, value: Write["value"]): void {
    const fullKey = spaceKey(space, key);
    if (this.#map === undefined && this.#list.length < LISTED_MAX) this.#list.push({ key: fullKey, value });
    else this.#ordered().set(fullKey, value);
  }

  /** Undefined if this transaction did not write the key. */
  get(space: number, key: Uint8Array): Write["value"] | undefined {
    return this.isEmpty ? undefined : this.find(spaceKey(space, key));
  }

  /** The same of a full key. A few are sooner looked through than put in order. */
  find(fullKey: Buffer): Write["value"] | undefined {
    if (this.#map !== undefined) return this.#map.get(fullKey);
    for (let i = this.#list.length - 1; i >= 0; i--) {
      const { key, value } = this.#list[i]!;
      if (key.length === fullKey.length && key.equals(fullKey)) return value;
    }
    return undefined;
  }

  /** Of one key the last one holds. */
  all(): readonly Write[] {
    return this.#map === undefined ? this.#list : this.#map.entries({}, this.#map.size);
  }

  #ordered(): OrderedMap<Buffer, Write["value"]> {
    if (this.#map === undefined) {
      this.#map = new OrderedMap((a, b) => compareBytes(a, b) < 0);
      for (const { key, value } of this.#list) this.#map.set(key, value);
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
    const writes = this.#ordered();
    return writes.entries({ ...spaceRange(space, options), reverse: options.reverse }, writes.size);
  }
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
        const order = compareBytes(entry.key.subarray(SPACE_BYTES), row.key);
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

  #push(rows: Row[], { key, value }: Write): void {
    if (value === null) return;
    rows.push({ key: copyBareKey(key), value: this.#keysOnly ? Buffer.alloc(0) : Buffer.from(value) });
  }
}

function* slices(rows: readonly Row[], chunkRows: number, max: number): Generator<readonly Row[]> {
  const end = Math.min(rows.length, max);
  for (let start = 0; start < end; start += chunkRows)
    yield rows.slice(start, Math.min(start + chunkRows, end));
}

/** Unsigned; a prefix comes before what it begins. On keys of usual length it takes less than half the time of `Buffer.compare`. */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
