/** Index keys of the same value, one after another, as one entry: whoever counts or tells values apart needs no more. */
import { fromByteString } from "../../value/byte-string.ts";
import type { IndexIdentity } from "../../value/rows/index-identity.ts";
import type { IndexEntry, IndexScan } from "../../value/rows/row-source.ts";
import { prefixOf } from "../indexes/index-kinds.ts";
import { INDEX_PREFIX_BYTES } from "../indexes/index-prefix.ts";
import { afterPrefix, REF_BYTES, textAndRef } from "../records/key-layout.ts";
import { valueReader } from "./index-values.ts";
import type { KeyBounds } from "./key-bounds.ts";

/** Past a run of so many entries the rest is sought: it takes about as long as reading as many. */
const PASSED_OVER_MIN = 48;

type ReadKeys = (bounds: KeyBounds) => AsyncIterable<readonly Buffer[]>;

/** What a scan that asks for less than each entry yields; `read` gives the keys in scope, in the scan's direction. */
export function alikeEntries(
  range: KeyBounds,
  scan: IndexScan,
  read: ReadKeys,
): AsyncGenerator<readonly IndexEntry[]> {
  return scan.alike === "once" ? firstOfRuns(range, scan, read) : countedRuns(range, scan, read);
}

/** Runs as far as they are in one chunk. */
async function* countedRuns(
  range: KeyBounds,
  { index }: IndexScan,
  read: ReadKeys,
): AsyncGenerator<IndexEntry[]> {
  for await (const keys of read(range)) yield indexRuns(keys, index);
}

/** One entry of each run. Past a long one the scan begins anew. */
async function* firstOfRuns(
  range: KeyBounds,
  { index, reverse = false }: IndexScan,
  read: ReadKeys,
): AsyncGenerator<IndexEntry[]> {
  let last: IndexEntry | undefined;
  let rest: KeyBounds | undefined = range;
  while (rest !== undefined) {
    const { from, to }: KeyBounds = rest;
    rest = undefined;
    for await (const keys of read({ from, to })) {
      const runs = indexRuns(keys, index);
      const isKnown = last?.exact === true && runs[0]?.key === last.key;
      yield (isKnown ? runs.slice(1) : runs).map((run) => ({ ...run, times: 1 }));
      last = runs.at(-1) ?? last;
      if (last === undefined || runs.length === 0 || last.times < PASSED_OVER_MIN) continue;
      const passed = Buffer.concat([prefixOf(index), fromByteString(last.key)]);
      rest = reverse ? { from, to: passed } : { from: afterPrefix(passed), to };
      break;
    }
  }
}

/** The runs of some keys in their order. A key that does not hold its value whole is a run of its own. */
function indexRuns(keys: readonly Buffer[], index: IndexIdentity): IndexEntry[] {
  const read = valueReader(index);
  const runs: IndexEntry[] = [];
  for (let first = 0; first < keys.length; ) {
    const key = keys[first]!;
    const { text, ref } = textAndRef(key, INDEX_PREFIX_BYTES);
    const { value, values, exact } = read(key, INDEX_PREFIX_BYTES, key.length - REF_BYTES);
    let end = first + 1;
    if (exact) while (end < keys.length && hasSameValue(key, keys[end]!)) end++;
    runs.push({ ref, key: text, value, values, exact, times: end - first, each: undefined });
    first = end;
  }
  return runs;
}

function hasSameValue(a: Buffer, b: Buffer): boolean {
  if (a.length !== b.length) return false;
  const end = a.length - REF_BYTES;
  // Most values that differ do so near their end.
  for (let at = end - 1; at >= INDEX_PREFIX_BYTES; at--) if (a[at] !== b[at]) return false;
  return true;
}
