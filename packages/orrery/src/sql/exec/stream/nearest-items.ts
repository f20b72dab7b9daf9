/**
 * The candidates of one range that a vector index yields, nearest first, until enough of them make rows. Whether they
 * do, only the sort that takes them knows: it tells each time. Where the index has no more, the items follow that it
 * did not yield: those without a vector come last, and belong to the answer all the same.
 */
import { encodeKey } from "../../../value/encode-value.ts";
import type { ItemRef } from "../../../value/rows/row-source.ts";
import type { VectorSearch } from "../../../value/rows/vector-search.ts";
import type { QueryWork } from "../query-work.ts";
import type { OpenRange } from "./range-stream.ts";

/** Follows how many rows the candidates of a range have made, and how good they are. */
export class NearestGoal {
  readonly search: VectorSearch;
  readonly #reverse: boolean;
  /** Sort keys of rows, some more than are wanted. */
  #best: string[] = [];
  #given = 0;
  #useful = 0;

  /** `reverse`: the best have the highest sort keys. */
  constructor(search: VectorSearch, reverse: boolean) {
    this.search = search;
    this.#reverse = reverse;
  }

  /** A new range: each must have enough by itself. */
  start(): void {
    this.#best = [];
    this.#given = 0;
    this.#useful = 0;
  }

  /** So many candidates more. */
  give(count: number): void {
    this.#given += count;
  }

  /** How many of the candidates make rows, as far as can be told: never none. */
  usefulShare(): number {
    return this.#given === this.#useful ? 1 : (this.#useful + 1) / (this.#given + 2);
  }

  /** The sort key of a candidate that makes a row. */
  note(key: string): void {
    this.#useful++;
    this.#best.push(key);
    if (this.#best.length >= 2 * this.search.wanted) this.#cut();
  }

  /** Whether nothing that scores `bound` or less well can be among the rows. Without a bound, their number decides. */
  isReached(bound: number | undefined): boolean {
    const { wanted } = this.search;
    if (this.#best.length < wanted) return false;
    if (bound === undefined) return true;
    this.#cut();
    return this.#compare(this.#best[wanted - 1]!, encodeKey(bound)) < 0;
  }

  #cut(): void {
    this.#best.sort((a, b) => this.#compare(a, b));
    this.#best = this.#best.slice(0, this.search.wanted);
  }

  #compare(a: string, b: string): number {
    const order = a < b ? -1 : a > b ? 1 : 0;
    return this.#reverse ? -order : order;
  }
}

/** `others` opens a range as if there were no index; `work` is where all that is read of it is counted. */
export function nearestItems(goal: NearestGoal, others: OpenRange, work: QueryWork): OpenRange {
  return async function* (range, after, opening) {
    const { source } = range;
    const given = new Set<ItemRef>();
    goal.start();
    const nearest = source.nearest(goal.search, () => goal.usefulShare());
    for await (const { refs, bound, vectorsRead, lookups } of nearest) {
      work.indexEntries += vectorsRead;
      work.indexLookups += lookups;
      for (const ref of refs) given.add(ref);
      goal.give(refs.length);
      yield { rows: await source.load(refs) };
      if (goal.isReached(bound)) return;
    }
    if (goal.isReached(undefined)) return;
    for await (const chunk of others(range, after, opening)) {
      yield { ...chunk, rows: chunk.rows.filter(({ ref }) => !given.has(ref)) };
    }
  };
}
