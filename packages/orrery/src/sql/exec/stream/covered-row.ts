/** An item as far as an index entry knows it: its one indexed property, and nothing else. Or several such items. */
import type { Json, JsonObject, Value } from "../../../value/json.ts";
import type { IndexEntry, ItemRef, ItemRow, RowSource } from "../../row-source.ts";

export class CoveredRow implements ItemRow {
  readonly ref: ItemRef;
  /** Nothing was read. */
  readonly size = 0;
  /** How many items it stands for. */
  readonly times: number;
  readonly #value: JsonObject;

  constructor(ref: ItemRef, names: readonly string[], value: Value, times = 1) {
    this.ref = ref;
    this.times = times;
    this.#value =
      value === undefined || names.length === 0
        ? NOTHING
        : (names.reduceRight<Json>(nest, value) as JsonObject);
  }

  value(): JsonObject {
    return this.#value;
  }

  bytes(): Buffer {
    return Buffer.from(JSON.stringify(this.#value));
  }
}

const NOTHING: JsonObject = {};

function nest(value: Json, name: string): Json {
  return { [name]: value };
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
  for (const { ref, key, value, exact } of entries) {
    const row = exact ? new CoveredRow(ref, names, value) : byRef.get(ref);
    if (row === undefined) continue;
    rows.push(row);
    keys.push(key);
  }
  return { rows, keys };
}
