/** Ranges that each yield their candidates in index order, merged into one order. */
import type { ItemRow } from "../../../value/rows/row-source.ts";
import type { Continuation } from "../continuation.ts";
import type { QueryWork } from "../query-work.ts";
import type { CandidateStream, StreamPosition } from "./candidate-stream.ts";
import type { QueryRange } from "./query-range.ts";
import { type OpenRange, RangeStream } from "./range-stream.ts";
import { SortProgress, sortPosition } from "./sort-position.ts";

export class MergeStream implements CandidateStream {
  readonly rangeNumber = 0;
  readonly looksAhead = true;
  readonly #streams: readonly RangeStream[];
  readonly #ended: boolean[];
  readonly #reverse: boolean;
  readonly #progress: SortProgress;
  #visitsCounted: boolean;
  /** Which stream holds the head; -1: not known, or none. */
  #least = -1;

  constructor(
    ranges: readonly QueryRange[],
    open: OpenRange,
    options: { readonly reverse: boolean; readonly start: Continuation; readonly work: QueryWork },
  ) {
    const { reverse, start, work } = options;
    this.#reverse = reverse;
    this.#progress = new SortProgress(ranges, start);
    this.#streams = ranges.map(
      (range) => new RangeStream(range, open, sortPosition(range, start, reverse), work),
    );
    this.#ended = ranges.map(() => false);
    this.#visitsCounted = start.key !== undefined;
  }

  head(): ItemRow | undefined {
    return this.#least < 0 ? undefined : this.#streams[this.#least]!.head();
  }

  /** The head's sort key. */
  get key(): string {
    return this.#streams[this.#least]?.key ?? "";
  }

  get isMatched(): boolean {
    return this.#streams[this.#least]?.isMatched ?? false;
  }

  async fill(): Promise<boolean> {
    await Promise.all(
      this.#streams.map(async (stream, i) => {
        if (!this.#ended[i] && stream.head() === undefined) this.#ended[i] = !(await stream.fill());
      }),
    );
    this.#findLeast();
    if (this.#least < 0) this.#countVisits();
    return this.#least >= 0;
  }

  async read(): Promise<void> {
    const stream = this.#streams[this.#least]!;
    await stream.read();
    // An item that has gone since leaves its place to another, which may not be the least.
    if (stream.head() === undefined) this.#least = -1;
    else this.#findLeast();
  }

  take(isMatched: boolean): void {
    this.#countVisits();
    const stream = this.#streams[this.#least]!;
    const entry = { key: stream.key, ref: stream.head()!.ref };
    stream.take(isMatched);
    this.#progress.take(this.#least, entry);
    if (stream.head() === undefined) this.#least = -1;
    // Where the key is the same again, no other comes before it.
    else if (stream.key !== entry.key) this.#findLeast();
  }

  position(): StreamPosition {
    return this.#progress.position();
  }

  async close(): Promise<void> {
    await Promise.all(this.#streams.map((stream) => stream.close()));
  }

  /** Every stream that has not ended has a head at this point. Of equal keys the first range's comes first. */
  #findLeast(): void {
    this.#least = -1;
    let leastKey = "";
    for (let i = 0; i < this.#streams.length; i++) {
      const stream = this.#streams[i]!;
      if (stream.head() === undefined) continue;
      const { key } = stream;
      if (this.#least < 0 || (this.#reverse ? key > leastKey : key < leastKey)) {
        this.#least = i;
        leastKey = key;
      }
    }
  }

  #countVisits(): void {
    if (this.#visitsCounted) return;
    this.#visitsCounted = true;
    for (const stream of this.#streams) stream.countVisit();
  }
}
