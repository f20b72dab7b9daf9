/**
 * Candidates sorted in memory, where no index has their order or reading it would cost more. A pass over all of
 * them keeps the next few after the position in a bounded heap: memory depends on the page, never on the data.
 * When they are used up and there were more, another pass follows.
 */
import { withinHeap } from "../../../schedule/heap-size.ts";
import type { ItemRow } from "../../../value/rows/row-source.ts";
import { sortInPieces } from "../../../value/sort-in-pieces.ts";
import type { Continuation } from "../continuation.ts";
import type { Pacer } from "../pacer.ts";
import type { CandidateStream, StreamPosition } from "./candidate-stream.ts";
import type { ConcatStream } from "./concat-stream.ts";
import type { QueryRange } from "./query-range.ts";
import { compareEntries, type SortEntry, SortProgress, sortPosition } from "./sort-position.ts";

const HEAP_BYTES_MAX = 16 * 1024 * 1024;
/** Of a small heap, a thirty-second: parsed rows take several times their JSON. */
const heapBytesMax = withinHeap(HEAP_BYTES_MAX, 1 / 32);
/** Rows of up to this size together stay parsed until they are answered; the others are parsed again then. */
const PARSED_BYTES_MAX = 1024 * 1024;
const parsedBytesMax = withinHeap(PARSED_BYTES_MAX, 1 / 512);
/** What an entry costs beside its row. */
const ENTRY_BYTES = 200;

interface SortOptions {
  readonly ranges: readonly QueryRange[];
  /** All candidates, in any order; called once for each pass. */
  readonly read: (isFirstPass: boolean) => ConcatStream;
  /** Whether `prepare` comes before a candidate's sort key is asked for. */
  readonly isLong: (row: ItemRow) => boolean;
  readonly prepare: (row: ItemRow) => Promise<void>;
  /** The sort key of a candidate; undefined: it makes no row. */
  readonly keyOf: (row: ItemRow) => string | undefined;
  readonly reverse: boolean;
  readonly start: Continuation;
  readonly pacer: Pacer;
  /** About how many candidates the page needs. */
  readonly wanted: number;
}

interface Held extends SortEntry {
  readonly row: ItemRow;
  readonly rangeIndex: number;
}

export class SortStream implements CandidateStream {
  readonly rangeNumber = 0;
  readonly looksAhead = true;
  readonly #options: SortOptions;
  readonly #progress: SortProgress;
  readonly #after: (SortEntry | undefined)[];
  readonly #rangeIndexes: ReadonlyMap<string, number>;
  /** Sorted, from #at on. */
  #held: readonly Held[] = [];
  #at = 0;
  #passes = 0;
  #left = true;

  constructor(options: SortOptions) {
    this.#options = options;
    const { ranges, start, reverse } = options;
    this.#progress = new SortProgress(ranges, start);
    this.#after = ranges.map((range) => sortPosition(range, start, reverse));
    this.#rangeIndexes = new Map(ranges.map((range, i) => [range.min, i]));
  }

  head(): ItemRow | undefined {
    return this.#held[this.#at]?.row;
  }

  /** A candidate that makes no row has no sort key. */
  readonly isMatched = true;

  async fill(): Promise<boolean> {
    if (this.head() !== undefined) return true;
    if (!this.#left) return false;
    await this.#pass();
    return this.#held.length > 0;
  }

  /** What is sorted was read. */
  async read(): Promise<void> {}

  take(): void {
    const held = this.#held[this.#at++]!;
    this.#progress.take(held.rangeIndex, held);
    if (this.#at === this.#held.length) this.#goOnAfter(held);
  }

  position(): StreamPosition {
    return this.#progress.position();
  }

  /** Each pass has closed what it opened. */
  async close(): Promise<void> {}

  async #pass(): Promise<void> {
    const { read, isLong, prepare, keyOf, pacer, wanted } = this.#options;
    const heap = new BoundedHeap<Held>((a, b) => this.#compare(a, b), wanted);
    const stream = read(this.#passes++ === 0);
    try {
      for (;;) {
        const row = stream.head();
        if (row === undefined) {
          if (!(await stream.fill())) break;
          continue;
        }
        if (isLong(row)) await prepare(row);
        const key = keyOf(row);
        let isHeld = false;
        if (key !== undefined) {
          const rangeIndex = this.#rangeIndexes.get(stream.current!.range.min)!;
          const held = { key, ref: row.ref, row, rangeIndex };
          isHeld = this.#isAfterPosition(held) && heap.add(held, row.size + ENTRY_BYTES);
        }
        if (!isHeld || heap.bytes > parsedBytesMax) row.forget();
        stream.take(key !== undefined);
        if (pacer.isDue()) await pacer.pause();
      }
    } finally {
      await stream.close();
    }
    this.#held = await pacer.inTurns(heap.sorted());
    this.#at = 0;
    this.#left = heap.dropped;
  }

  #isAfterPosition(held: Held): boolean {
    const after = this.#after[held.rangeIndex];
    return after === undefined || compareEntries(held, after, this.#options.reverse) > 0;
  }

  #compare(a: Held, b: Held): number {
    if (a.key !== b.key) return a.key < b.key !== this.#options.reverse ? -1 : 1;
    if (a.rangeIndex !== b.rangeIndex) return a.rangeIndex - b.rangeIndex;
    return compareEntries(a, b, this.#options.reverse);
  }

  /** Everything up to `last` has been taken: of its key, the ranges before its own are through. */
  #goOnAfter(last: Held): void {
    const { ranges, start, reverse } = this.#options;
    ranges.forEach((range, i) => {
      const kind = i < last.rangeIndex ? "passed" : "new";
      this.#after[i] =
        i === last.rangeIndex
          ? last
          : this.#later(
              this.#after[i],
              sortPosition({ ...range, history: { kind } }, { ...start, key: last.key }, reverse)!,
            );
    });
  }

  #later(a: SortEntry | undefined, b: SortEntry): SortEntry {
    return a !== undefined && compareEntries(a, b, this.#options.reverse) > 0 ? a : b;
  }
}

/** Keeps the first few in order of all that are added; the root of the heap is the last of those kept. */
class BoundedHeap<T> {
  readonly #compare: (a: T, b: T) => number;
  readonly #countMax: number;
  readonly #heap: { readonly value: T; readonly bytes: number }[] = [];
  #bytes = 0;
  dropped = false;

  constructor(compare: (a: T, b: T) => number, countMax: number) {
    this.#compare = compare;
    this.#countMax = Math.max(countMax, 1);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the value may be kept; a better one may replace it later. */
  add(value: T, bytes: number): boolean {
    if (this.#isFull && this.#compare(value, this.#heap[0]!.value) > 0) {
      this.dropped = true;
      return false;
    }
    this.#bytes += bytes;
    this.#heap.push({ value, bytes });
    this.#siftUp(this.#heap.length - 1);
    while (this.#heap.length > 1 && (this.#heap.length > this.#countMax || this.#bytes > heapBytesMax)) {
      this.#dropRoot();
    }
    return true;
  }

  sorted(): Generator<void, readonly T[]> {
    return sortInPieces(
      this.#heap.map(({ value }) => value),
      this.#compare,
    );
  }

  get #isFull(): boolean {
    return this.dropped || this.#heap.length >= this.#countMax;
  }

  #dropRoot(): void {
    this.dropped = true;
    this.#bytes -= this.#heap[0]!.bytes;
    const last = this.#heap.pop()!;
    if (this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#siftDown();
  }

  #siftUp(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(this.#heap[at]!.value, this.#heap[parent]!.value) <= 0) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #siftDown(): void {
    for (let at = 0; ; ) {
      let largest = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        const isLarger =
          child < this.#heap.length &&
          this.#compare(this.#heap[child]!.value, this.#heap[largest]!.value) > 0;
        if (isLarger) largest = child;
      }
      if (largest === at) return;
      this.#swap(at, largest);
      at = largest;
    }
  }

  #swap(a: number, b: number): void {
    const value = this.#heap[a]!;
    this.#heap[a] = this.#heap[b]!;
    this.#heap[b] = value;
  }
}
