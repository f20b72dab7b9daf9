/*
 * How many suffixes a key has had over time.
 *
 * The number is in stored data: an item written with 100 suffixes stays where it is when there are 400. So a strategy
 * knows its earlier numbers; writes use the newest, reads visit them all. The number only grows: readers of a smaller
 * one would have to visit the old keys anyway.
 */

import { SyntheticKeyError } from "./synthetic-key-error.ts";

export interface SuffixOptions {
  /** Suffixes are 1 to this number. */
  readonly suffixes: number;
  /** The numbers of suffixes with which items were written before, in any order. */
  readonly earlierSuffixes?: readonly number[];
}

export const SUFFIXES_MAX = 10_000;

export class SuffixGenerations {
  readonly newest: number;
  /** Newest first. */
  readonly all: readonly number[];

  constructor({ suffixes, earlierSuffixes = [] }: SuffixOptions) {
    if (!Array.isArray(earlierSuffixes)) {
      throw new SyntheticKeyError("InvalidStrategy", "`earlierSuffixes` must be a list of numbers.");
    }
    for (const count of [suffixes, ...earlierSuffixes]) {
      if (!Number.isInteger(count) || count < 1 || count > SUFFIXES_MAX) {
        throw new SyntheticKeyError(
          "InvalidStrategy",
          `The number of suffixes must be 1 to ${SUFFIXES_MAX}, not ${count}.`,
        );
      }
    }
    const earlier = [...new Set(earlierSuffixes)].sort((a, b) => b - a);
    if (earlier.length > 0 && earlier[0]! >= suffixes) {
      throw new SyntheticKeyError(
        "InvalidStrategy",
        `The number of suffixes grows only: ${suffixes} must be above the earlier ${earlier[0]}.`,
      );
    }
    this.newest = suffixes;
    this.all = [suffixes, ...earlier];
  }

  /** "<base>.1" to "<base>.<newest>": the earlier generations lie within. */
  keysOf(base: string): string[] {
    return Array.from({ length: this.newest }, (_, index) => suffixed(base, index + 1));
  }

  describe(): SuffixOptions {
    const earlierSuffixes = this.all.slice(1);
    return { suffixes: this.newest, ...(earlierSuffixes.length > 0 ? { earlierSuffixes } : {}) };
  }
}

/** The suffix is digits only, so the last dot parts it from any base. In keys that are stored: do not change. */
export function suffixed(base: string, suffix: number): string {
  return `${base}.${suffix}`;
}
