/** An item as far as an index entry knows it: its one indexed property, and nothing else. Or several such items. */
import { FIRST_BATCH, nextBatch } from "../../../value/item-batch.ts";
import type { Json, JsonObject, Value } from "../../../value/json.ts";
import type { IndexEntry, ItemRef, ItemRow, RowSource } from "../../../value/row-source.ts";
import { indexedItem } from "../../bind/indexed-item.ts";

export class CoveredRow implements ItemRow {
  readonly ref: ItemRef;
  /** Nothing was read. */
  readonly size = 0;
  /** How many items it stands for. */
  readonly times: number;
  readonly #value: JsonObject;

  constructor(ref: ItemRef, value: JsonObject = NOTHING, times = 1) {
    this.ref = ref;
    this.times = times;
    this.#value = value;
  }

  value(): JsonObject {
    return this.#value;
  }

  bytes(): Buffer {
    return Buffer.from(JSON.stringify(this.#value));
  }
}

const NOTHING = indexedItem({});

/** Items that pass the filter, of which no more is known: enough where rows are only counted, or passed over. */
export class UnreadRow extends CoveredRow {
  constructor(ref: ItemRef, times = 1) {
    super(ref, NOTHING, times);
  }
}

/** An object that has the value at the path of the names, and nothing else. */
function nested(names: readonly string[], value: Value): JsonObject {
  if (value === undefined || names.length === 0) return NOTHING;
  return indexedItem(names.reduceRight<Json>((inner, name) => ({ [name]: inner }), value) as JsonObject);
}

interface CoveredChunk {
  readonly rows: readonly ItemRow[];
  readonly keys: readonly string[];
}

/** The rows of index entries; items are read, some at a time, only where an entry does not hold the value. */
export async function* coverEntries(
  source: RowSource,
  chunks: AsyncIterable<readonly IndexEntry[]>,
  names: readonly string[],
): AsyncGenerator<CoveredChunk> {
  let size = FIRST_BATCH;
  for await (const entries of chunks) {
    for (let at = 0; at < entries.length; ) {
      const end = endOfBatch(entries, at, size);
      const batch = end - at === entries.length ? entries : entries.slice(at, end);
      const digests = batch.filter(({ exact }) => !exact).map(({ ref }) => ref);
      const loaded = digests.length > 0 ? await source.load(digests) : [];
      if (digests.length > 0) size = nextBatch(size, loaded);
      yield coverBatch(batch, loaded, names);
      at = end;
    }
  }
}

/** The place after so many entries that do not hold their values. */
function endOfBatch(entries: readonly IndexEntry[], from: number, digestsMax: number): number {
  let digests = 0;
  for (let at = from; at < entries.length; at++) {
    if (!entries[at]!.exact && ++digests > digestsMax) return at;
  }
  return entries.length;
}

function coverBatch(
  entries: readonly IndexEntry[],
  loaded: readonly ItemRow[],
  names: readonly string[],
): CoveredChunk {
  const byRef = new Map(loaded.map((row) => [row.ref, row]));
  const rows: ItemRow[] = [];
  const keys: string[] = [];
  let last: { readonly key: string; readonly covered: JsonObject } | undefined;
  for (const { ref, key, value, exact, times } of entries) {
    if (exact && last?.key !== key) last = { key, covered: nested(names, value) };
    const row = exact ? new CoveredRow(ref, last!.covered, times) : byRef.get(ref);
    if (row === undefined) continue;
    rows.push(row);
    keys.push(key);
  }
  return { rows, keys };
}
