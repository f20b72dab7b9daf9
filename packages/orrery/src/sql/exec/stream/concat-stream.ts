/** One range after another, in the order of the hash space. */
import type { ItemRow } from "../../../value/rows/row-source.ts";
import type { Segment } from "../continuation.ts";
import type { QueryWork } from "../query-work.ts";
import type { CandidateStream, StreamPosition } from "./candidate-stream.ts";
import type { QueryRange } from "./query-range.ts";
import { type OpenRange, type RangePosition, RangeStream } from "./range-stream.ts";

interface LookAhead {
  readonly looksAhead: boolean;
  /** Whether to open a range takes long, even if nothing is found there. */
  readonly isCostly: boolean;
}

export class ConcatStream implements CandidateStream {
  readonly looksAhead: boolean;
  readonly #isCostly: boolean;
  readonly #streams: readonly RangeStream[];
  #at = 0;
  #counted = 0;

  constructor(
    ranges: readonly QueryRange[],
    open: OpenRange,
    work: QueryWork,
    { looksAhead, isCostly }: LookAhead = { looksAhead: false, isCostly: false },
  ) {
    this.looksAhead = looksAhead;
    this.#isCostly = isCostly;
    this.#streams = ranges
      .filter(({ history }) => history.kind !== "passed")
      .map((range) => new RangeStream(range, open, positionIn(range), work));
  }

  /** The stream that holds the head. */
  get current(): RangeStream | undefined {
    return this.#streams[this.#at];
  }

  head(): ItemRow | undefined {
    return this.current?.head();
  }

  get isMatched(): boolean {
    return this.current?.isMatched ?? false;
  }

  get rangeNumber(): number {
    return this.#at;
  }

  async fill(isLooking = false): Promise<boolean> {
    for (let opened = 0; this.current !== undefined; this.#at++, opened++) {
      if (isLooking && this.#isCostly && opened > 0) return true;
      if (await this.current.fill()) return true;
    }
    this.#countVisits(this.#streams.length);
    return false;
  }

  async read(): Promise<void> {
    await this.current!.read();
  }

  take(isMatched: boolean): void {
    this.#countVisits(this.#at + 1);
    this.current!.take(isMatched);
  }

  /**
   * The last range read says that all before it are done; ranges after it that were read in part follow it. Those that
   * were one range when they were read to where they are make one segment again: positions may be long.
   */
  position(): StreamPosition {
    let first = Math.min(this.#at, this.#streams.length - 1);
    while (first > 0 && this.#streams[first]!.position === undefined) first--;
    const segments: Segment[] = [];
    for (const { range, position } of this.#streams.slice(Math.max(first, 0))) {
      if (position === undefined) continue;
      const last = segments.at(-1);
      if (last?.max === range.min && isSamePosition(last, position)) {
        segments[segments.length - 1] = { ...last, max: range.max };
      } else segments.push({ min: range.min, max: range.max, ...position });
    }
    return { segments };
  }

  async close(): Promise<void> {
    await this.current?.close();
  }

  #countVisits(end: number): void {
    for (; this.#counted < end; this.#counted++) {
      const stream = this.#streams[this.#counted]!;
      if (stream.range.history.kind === "new") stream.countVisit();
    }
  }
}

function positionIn({ history }: QueryRange): RangePosition | undefined {
  if (history.kind !== "reached") return undefined;
  const { kind: _kind, ...position } = history;
  return position;
}

function isSamePosition(a: RangePosition, b: RangePosition): boolean {
  return a.ref === b.ref && a.key === b.key && a.index === b.index;
}
