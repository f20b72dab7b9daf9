/**
 * Positions in a result that is sorted across ranges: by sort key, then by range, then by ref in the direction of
 * the scan. This is the order in which clients merge what they read from each range, and the order in which an
 * index yields the entries of one range, so that a position means the same whichever way the rows are found.
 */
import type { ItemRef } from "../../../value/rows/row-source.ts";
import type { Continuation } from "../continuation.ts";
import type { StreamPosition } from "./candidate-stream.ts";
import type { QueryRange } from "./query-range.ts";

/** An entry of one range: `key` is the encoded sort key. */
export interface SortEntry {
  readonly key: string;
  readonly ref: ItemRef;
}

/** Below and above every ref. */
export const LOWEST_REF = "";
export const HIGHEST_REF = "\xff".repeat(16);

/** The entry strictly after which a range goes on; undefined: from its beginning. */
export function sortPosition(
  range: QueryRange,
  { key }: Continuation,
  reverse: boolean,
): SortEntry | undefined {
  if (key === undefined) return undefined;
  const { history } = range;
  switch (history.kind) {
    case "reached":
      return { key, ref: history.ref };
    case "passed":
      return { key, ref: reverse ? LOWEST_REF : HIGHEST_REF };
    case "new":
      return { key, ref: reverse ? HIGHEST_REF : LOWEST_REF };
  }
}

/** Past every entry of a key, in every range. */
export function pastKey(ranges: readonly QueryRange[], key: string, reverse: boolean): StreamPosition {
  const [{ min }, { max }] = [ranges[0]!, ranges.at(-1)!];
  return { key, segments: [{ min, max, ref: reverse ? LOWEST_REF : HIGHEST_REF }] };
}

/** Negative where `a` comes first in its range. */
export function compareEntries(a: SortEntry, b: SortEntry, reverse: boolean): number {
  const order = a.key < b.key ? -1 : a.key > b.key ? 1 : a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0;
  return reverse ? -order : order;
}

/** Follows what is taken from each range. */
export class SortProgress {
  readonly #ranges: readonly QueryRange[];
  readonly #taken: (SortEntry | undefined)[];
  #key: string | undefined;

  constructor(ranges: readonly QueryRange[], start: Continuation) {
    this.#ranges = ranges;
    this.#key = start.key;
    this.#taken = ranges.map(({ history }) =>
      start.key !== undefined && history.kind === "reached"
        ? { key: start.key, ref: history.ref }
        : undefined,
    );
  }

  take(rangeIndex: number, entry: SortEntry): void {
    this.#key = entry.key;
    this.#taken[rangeIndex] = entry;
  }

  /** Only ranges that have reached the key of the last entry need to be named. */
  position(): StreamPosition {
    if (this.#key === undefined) return { segments: [] };
    const segments = this.#taken.flatMap((entry, i) => {
      if (entry?.key !== this.#key) return [];
      const { min, max } = this.#ranges[i]!;
      return [{ min, max, ref: entry!.ref }];
    });
    return { key: this.#key, segments };
  }
}
