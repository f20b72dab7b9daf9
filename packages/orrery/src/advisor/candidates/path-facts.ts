/** Which properties can be part of a key at all, and why the others cannot. */

import { valueAtSegments } from "@orrerydb/keys/hash";
import { percent, whole } from "../ground/figures.ts";
import type { Clock, Follower } from "../items/clock.ts";
import { timeUnitOf } from "../items/clock.ts";
import { HLL_ERROR } from "../items/hyper-log-log.ts";
import { type ItemSample, type PathCounts, SAMPLE_ROWS_MAX } from "../items/item-sample.ts";
import type { Path } from "./candidate.ts";

export interface Distinct {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  readonly method: "exact" | "hyperloglog" | "sample";
}

export interface PathFacts {
  readonly path: Path;
  readonly segments: readonly string[];
  readonly distinct: Distinct;
  /** A point in time, and in which unit. */
  readonly time: "iso" | "ms" | "s" | undefined;
  readonly followsTime: boolean;
  /** Of all items. */
  readonly missing: number;
}

export interface Dropped {
  readonly name: string;
  readonly reason: string;
}

const MISSING_MAX = 0.01;
const MINOR_TYPE_MAX = 0.01;
const KEY_BYTES_MAX = 2_048;
/** Texts that are longer on average are written for people. */
const AVERAGE_CHARACTERS_MAX = 128;

export function pathFacts(
  sample: ItemSample,
  clock: Clock | undefined,
  followers: readonly Follower[],
): { facts: PathFacts[]; dropped: Dropped[] } {
  const facts: PathFacts[] = [];
  const dropped: Dropped[] = [];
  for (const counts of sample.paths) {
    if (counts.structures > 0.5 * counts.present) continue;
    const reason = unfit(counts, sample);
    if (reason !== undefined) {
      dropped.push({ name: counts.path, reason });
      continue;
    }
    facts.push({
      path: counts.path,
      segments: counts.segments,
      distinct: distinctOf(counts, sample),
      time: clock?.path === counts.path ? clock.unit : timeUnit(counts, sample),
      followsTime: followers.some(({ path }) => path === counts.path),
      missing: 1 - counts.present / sample.items,
    });
  }
  return { facts, dropped };
}

function distinctOf(counts: PathCounts, sample: ItemSample): Distinct {
  if (sample.items <= SAMPLE_ROWS_MAX) {
    const values = new Set(sample.rows.map(({ item }) => valueAtSegments(item, counts.segments)));
    return { estimate: values.size, low: values.size, high: values.size, method: "exact" };
  }
  const estimate = Math.min(sample.items, Math.round(counts.distinct.count()));
  const error = estimate * HLL_ERROR;
  return {
    estimate,
    low: Math.max(1, Math.floor(estimate - error)),
    high: Math.min(sample.items, Math.ceil(estimate + error)),
    method: "hyperloglog",
  };
}

function timeUnit(counts: PathCounts, sample: ItemSample): PathFacts["time"] {
  const values = sample.rows
    .slice(0, 100)
    .map(({ item }) => timeUnitOf(valueAtSegments(item, counts.segments)));
  return values.length > 0 && values.every((unit) => unit === values[0]) ? values[0] : undefined;
}

/** Undefined for what can be part of a key. */
function unfit(counts: PathCounts, { items, rows }: ItemSample): string | undefined {
  const of = `of ${whole(items)} items`;
  const { present, nulls, strings, numbers, booleans, structures } = counts;
  const missing = 1 - present / items;
  if (missing > MISSING_MAX)
    return `missing in ${percent(missing)} ${of}; those would all share one logical partition`;
  if (nulls / items > MISSING_MAX)
    return `null in ${percent(nulls / items)} ${of}; those would all share one logical partition`;
  const types = [strings, numbers, booleans, structures].filter((count) => count > MINOR_TYPE_MAX * items);
  if (types.length > 1)
    return `of mixed types: ${shares({ strings, numbers, booleans, structures }, items)} ${of}`;
  if (counts.bytesMax > KEY_BYTES_MAX)
    return `has texts of up to ${whole(counts.bytesMax)} bytes; a key has ${whole(KEY_BYTES_MAX)} at most`;
  if (strings > 0 && counts.characters / strings > AVERAGE_CHARACTERS_MAX)
    return `a text for people: ${whole(counts.characters / strings)} characters on average`;
  if (booleans > 0.5 * items) return "true or false: two values";
  const fractions = rows.slice(0, 1000).filter(({ item }) => {
    const value = valueAtSegments(item, counts.segments);
    return typeof value === "number" && !Number.isInteger(value);
  }).length;
  if (fractions > 100)
    return "a measurement: most values are fractions, and nobody asks for one of them exactly";
  return undefined;
}

function shares(counts: Readonly<Record<string, number>>, items: number): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${percent(count / items)} ${name}`)
    .join(", ");
}
