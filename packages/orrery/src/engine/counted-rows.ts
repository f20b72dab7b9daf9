/** Rows of a partition that count how many of them a query took: its part of the query's charge goes by that. */
import type { RowSource } from "../sql/index.ts";

export class CountedRows implements RowSource {
  readonly #rows: RowSource;
  readonly #count: (rows: number) => void;

  constructor(rows: RowSource, count: (rows: number) => void) {
    this.#rows = rows;
    this.#count = count;
  }

  itemCount(): number {
    return this.#rows.itemCount();
  }
  indexedItemCount(): number {
    return this.#rows.indexedItemCount?.() ?? this.#rows.itemCount();
  }
  async *items(options: Parameters<RowSource["items"]>[0]) {
    for await (const rows of this.#rows.items(options)) {
      this.#count(rows.length);
      yield rows;
    }
  }
  async *index(scan: Parameters<RowSource["index"]>[0]) {
    for await (const entries of this.#rows.index(scan)) {
      this.#count(entries.length);
      yield entries;
    }
  }
  async load(refs: readonly string[]) {
    this.#count(refs.length);
    return this.#rows.load(refs);
  }
  estimate(scan: Parameters<RowSource["estimate"]>[0], max: number) {
    return this.#rows.estimate(scan, max);
  }
}

/** A charge shared out by the rows that were taken from each; all of it to the first if there were none. */
export function chargeShares(charge: number, counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, i) => (total === 0 ? (i === 0 ? charge : 0) : (charge * count) / total));
}
