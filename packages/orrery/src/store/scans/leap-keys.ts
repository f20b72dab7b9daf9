/**
 * The index entries that some logical partitions have of one value. They lie among those of all others, in the order of
 * the partitions' numbers: where many belong to others, a scan leaps to the next partition that is wanted. Most values
 * have few entries, and are read at once.
 */
import type { KeySection, SectionReader } from "../../kv/key-cache/section-reader.ts";
import { firstWhere } from "../../value/first-where.ts";
import { logicalNumberOf, makeRef, REF_BYTES, refAtEnd, refBytes } from "../records/key-layout.ts";

/** So many entries are read before the first leap. */
const ROWS = 32;
const ROWS_MAX = 1024;

interface Leap {
  /** The index. */
  readonly section: KeySection;
  readonly from: Buffer;
  readonly to: Buffer;
  /** Of the logical partitions, ascending. */
  readonly numbers: readonly number[];
  /** No more keys than this. */
  readonly max: number;
}

export async function* leapKeys(
  reader: SectionReader,
  space: number,
  { from, to, numbers, section, max }: Leap,
): AsyncGenerator<readonly Buffer[]> {
  const members = new Set(numbers);
  let [start, size, left] = [from, ROWS, max];
  for (;;) {
    const keys: Buffer[] = [];
    const limit = Math.min(size, left);
    const options = { from: start, to, keysOnly: true, limit };
    for await (const rows of reader.scanSection(space, section, options)) {
      for (const { key } of rows) keys.push(key);
    }
    const wanted = keys.filter((key) => members.has(logicalNumberOf(refAtEnd(key))));
    if (wanted.length > 0) yield wanted;
    left -= wanted.length;
    const last = keys.at(-1);
    if (last === undefined || keys.length < limit || left <= 0) return;
    const next = startAfter(last, numbers);
    if (next === undefined) return;
    start = next;
    size = wanted.length === keys.length ? Math.min(2 * size, ROWS_MAX) : ROWS;
  }
}

/** Where the next entry of a wanted partition may be; undefined: none is left. */
function startAfter(last: Buffer, numbers: readonly number[]): Buffer | undefined {
  const passed = logicalNumberOf(refAtEnd(last));
  const next = numbers[firstWhere(0, numbers.length, (i) => numbers[i]! >= passed)];
  if (next === undefined) return undefined;
  if (next === passed) return Buffer.concat([last, Buffer.of(0)]);
  return Buffer.concat([last.subarray(0, -REF_BYTES), refBytes(makeRef(next, 0))]);
}
