/** An item as far as an index entry knows it: its one indexed property, and nothing else. Or several such items. */
import type { Json, JsonObject, Value } from "../../../value/json.ts";
import type { IndexEntry, ItemRef, ItemRow, RowSource } from "../../../value/row-source.ts";

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

const NOTHING: JsonObject = {};

/** An object that has the value at the path of the names, and nothing else. */
function nested(names: readonly string[], value: Value): JsonObject {
  if (value === undefined || names.length === 0) return NOTHING;
  return names.reduceRight<Json>((inner, name) => ({ [name]: inner }), value) as JsonObject;
}

/** The rows of index entries; items are read only where an entry does not hold the value. */
export async function coverEntries(
  source: RowSource,
  entries: readonly IndexEntry[],
  names: readonly string[],
): Promise<{ readonly rows: readonly ItemRow[]; readonly keys: readonly string[] }> {
  const digests = entries.filter(({ exact }) => !exact).map(({ ref }) => ref);
  const loaded = digests.length > 0 ? await source.load(digests) : [];
  const byRef = new Map(loaded.map((row) => [row.ref, row]));
  const rows: ItemRow[] = [];
  const keys: string[] = [];
  let last: { readonly key: string; readonly covered: JsonObject } | undefined;
  for (const { ref, key, value, exact } of entries) {
    if (exact && last?.key !== key) last = { key, covered: nested(names, value) };
    const row = exact ? new CoveredRow(ref, last!.covered) : byRef.get(ref);
    if (row === undefined) continue;
    rows.push(row);
    keys.push(key);
  }
  return { rows, keys };
}
