/**
 * How many entries parts of indexes had when they were last counted. Queries choose between indexes by such counts: a
 * query that comes again, or another that asks for the same, does not count again as long as little was written since.
 * Only what a query costs depends on them.
 */
import { LRUCache } from "lru-cache";

/** About 300 bytes each. */
const COUNTS_MAX = 1024;
/** So many commits do not matter, nor do as many as a part of what was counted. */
const COMMITS_MAX = 32;
const CHANGED_PART = 1 / 8;

interface EntryCount {
  readonly entries: number;
  /** There are no more. */
  readonly isAll: boolean;
  readonly lsn: number;
}

export class EntryCounts {
  readonly #lsn: () => number;
  readonly #known = new LRUCache<string, EntryCount>({ max: COUNTS_MAX });

  /** `lsn`: of the last commit. */
  constructor(lsn: () => number) {
    this.#lsn = lsn;
  }

  /** The number of entries, `max` at most; undefined: they have to be counted. */
  get(part: string, max: number): number | undefined {
    const known = this.#known.get(part);
    if (known === undefined || (!known.isAll && known.entries < max)) return undefined;
    const commits = Math.abs(this.#lsn() - known.lsn);
    if (commits > Math.max(COMMITS_MAX, known.entries * CHANGED_PART)) return undefined;
    return Math.min(known.entries, max);
  }

  /** `entries` as counted up to `max`. */
  set(part: string, entries: number, max: number): void {
    this.#known.set(part, { entries, isAll: entries < max, lsn: this.#lsn() });
  }
}
