/**
 * Samples of the entries of some intervals: from their beginning and, where only one has any and that has many, from places
 * that are spread over its keys. Neither tells all: values that begin alike stand together, and frequent values take up
 * little of the keys.
 */
import { toByteString, writeByteString } from "../../../value/byte-string.ts";
import type { IndexIdentity } from "../../../value/rows/index-identity.ts";
import type { IndexEntry, IndexScan, RowSource } from "../../../value/rows/row-source.ts";
import { type KeyInterval, scanOf } from "../predicates/key-interval.ts";

const PLACES = 8;
const ENTRIES_PER_PLACE = 32;
const ENTRIES_MAX = 256;
/** Bytes after those that all keys of an interval have in common: places are told apart by these. */
const DIGITS = 4;

export async function sampleEntries(
  source: RowSource,
  index: IndexIdentity,
  intervals: readonly KeyInterval[],
  areFew: boolean,
): Promise<readonly (readonly IndexEntry[])[]> {
  const scans = intervals.map((interval) => scanOf(index, interval));
  const first = await Promise.all(scans.map((scan) => firstEntries(source, scan)));
  const filled = scans.flatMap((scan, i) => (first[i]!.length > 0 ? { scan, entries: first[i]! } : []));
  if (filled.length !== 1 || areFew) return [first.flat()];
  const { scan, entries } = filled[0]!;
  return [entries, await spreadEntries(source, scan, entries)];
}

async function spreadEntries(
  source: RowSource,
  scan: IndexScan,
  first: readonly IndexEntry[],
): Promise<readonly IndexEntry[]> {
  const last = await firstEntries(source, { ...scan, reverse: true });
  const [low, high] = [first[0]?.key, last[0]?.key];
  if (low === undefined || high === undefined) return [];
  const sample = [first, last].flatMap((entries) => entries.slice(0, ENTRIES_PER_PLACE));
  for (let place = 1; place < PLACES - 1; place++) {
    const key = keyBetween(low, high, place / (PLACES - 1));
    const entries = await firstEntries(source, { ...scan, after: { key, ref: "" } });
    sample.push(...entries.slice(0, ENTRIES_PER_PLACE));
  }
  return sample;
}

async function firstEntries(source: RowSource, scan: IndexScan): Promise<readonly IndexEntry[]> {
  for await (const entries of source.index(scan)) return entries.slice(0, ENTRIES_MAX);
  return [];
}

/** No value need have this key: it stands where about this share of the interval is below it. */
function keyBetween(low: string, high: string, share: number): string {
  let common = 0;
  while (common < low.length && low[common] === high[common]) common++;
  const [from, to] = [numberAt(low, common), numberAt(high, common)];
  const digits = Buffer.alloc(DIGITS);
  digits.writeUInt32BE(Math.floor(from + (to - from) * share));
  return low.slice(0, common) + toByteString(digits);
}

function numberAt(key: string, at: number): number {
  const digits = Buffer.alloc(DIGITS);
  writeByteString(key.slice(at, at + DIGITS), digits, 0);
  return digits.readUInt32BE();
}
