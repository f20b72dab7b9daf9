/** The entries of some intervals; where their values are judged, those whose value passes. */
import type { IndexIdentity } from "../../../value/rows/index-identity.ts";
import type { IndexEntry, JudgedEntries, RowSource, ValueJudge } from "../../../value/rows/row-source.ts";
import type { KeyInterval } from "../../plan/predicates/key-interval.ts";
import { scanIntervals } from "./scan-intervals.ts";
import { HIGHEST_REF } from "./sort-position.ts";

export interface EntryScan {
  readonly index: IndexIdentity;
  readonly intervals: readonly KeyInterval[];
  /** Absent: all pass. */
  readonly judge?: ValueJudge;
}

/** So many entries of one value that does not pass, and the scan goes on at the next value. */
const SKIPPED_MIN = 64;

export async function* judgedEntries(
  source: RowSource,
  { index, intervals, judge }: EntryScan,
): AsyncGenerator<JudgedEntries> {
  if (judge === undefined) {
    for await (const entries of scanIntervals(source, index, intervals)) {
      yield { entries, passedOver: 0 };
    }
    return;
  }
  const verdicts = new Verdicts(judge);
  const read = (interval: KeyInterval, after: { key: string; ref: string } | undefined) =>
    scanIntervals(source, index, [interval], after ? { after } : {});
  for (const interval of intervals) {
    const { from, to } = interval;
    const judged = await source.judged({ index, keys: { from, to } }, judge);
    if (judged !== undefined) {
      yield* judged;
      continue;
    }
    let after: { key: string; ref: string } | undefined;
    do {
      let skipped: string | undefined;
      for await (const entries of read(interval, after)) {
        yield verdicts.take(entries);
        skipped = verdicts.skippable(entries);
        if (skipped !== undefined) break;
      }
      after = skipped === undefined ? undefined : { key: skipped, ref: HIGHEST_REF };
    } while (after !== undefined);
  }
}

/** Judges each value once: its entries stand side by side. */
class Verdicts {
  readonly #judge: ValueJudge;
  #key: string | undefined;
  #passes = false;

  constructor(judge: ValueJudge) {
    this.#judge = judge;
  }

  take(entries: readonly IndexEntry[]): JudgedEntries {
    let passedOver = 0;
    const passing = entries.filter((entry) => {
      if (entry.key !== this.#key) {
        this.#key = entry.key;
        this.#passes = this.#judge.passes(entry);
        if (!this.#passes) passedOver++;
      }
      return this.#passes;
    });
    return { entries: passing, passedOver };
  }

  /** The key of a value that does not pass and may have many more entries. */
  skippable(entries: readonly IndexEntry[]): string | undefined {
    const isOne = entries.length >= SKIPPED_MIN && entries[0]!.key === this.#key;
    return isOne && !this.#passes ? this.#key : undefined;
  }
}
