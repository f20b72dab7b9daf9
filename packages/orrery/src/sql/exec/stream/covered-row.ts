/** An item as far as an index entry knows it: its one indexed property, and nothing else. Or several such items. */
import { FIRST_BATCH, nextBatch } from "../../../value/item-batch.ts";
import type { Json, JsonObject, Value } from "../../../value/json.ts";
import type { IndexEntry, ItemRef, ItemRow, RowSource } from "../../../value/row-source.ts";
import { indexedItem } from "../../bind/indexed-item.ts";

export class CoveredRow implements ItemRow {
  /** Nothing was read. */
  readonly size = 0;
  /** How many items it stands for. */
  readonly times: number;
  readonly #entry: Pick<IndexEntry, "ref">;
  readonly #value: JsonObject;

  constructor(entry: Pick<IndexEntry, "ref">, value: JsonObject = NOTHING, times = 1) {
    this.times = times;
    this.#entry = entry;
    this.#value = value;
  }

  /** An entry may have to make it: few who read many of them ask. */
  get ref(): ItemRef {
    return this.#entry.ref;
  }

  value(): JsonObject {
    return this.#value;
  }

  bytes(): Buffer {
    return Buffer.from(JSON.stringify(this.#value));
  }
}

const NOTHING = indexedItem({});

/** What is visited is used before the next. */
export type EachItem = (visit: (item: JsonObject, times: number) => void) => void;

/** Several items whose rows are only added up: to hand over each by itself would take longer than to add it. */
export class CoveredBatch extends CoveredRow {
  readonly forEach: EachItem;

  constructor(entry: Pick<IndexEntry, "ref">, times: number, forEach: EachItem) {
    super(entry, NOTHING, times);
    this.forEach = forEach;
  }
}

/** Of all items that some entries know. What `itemOf` returns is used before the next call. */
export function coveredBatch(
  entries: readonly IndexEntry[],
  itemOf: (entry: IndexEntry) => JsonObject,
): CoveredBatch {
  let all = 0;
  for (const { times = 1 } of entries) all += times;
  return new CoveredBatch(entries[0]!, all, (visit) => {
    for (const entry of entries) visit(itemOf(entry), entry.times ?? 1);
  });
}

/** One object for the values of all entries, at the path of the names. */
export function itemHolder(names: readonly string[]): (entry: IndexEntry) => JsonObject {
  const name = names.at(-1);
  if (name === undefined) return () => NOTHING;
  const leaf: Record<string, Json> = { [name]: null };
  const item = indexedItem(
    names.slice(0, -1).reduceRight<JsonObject>((inner, outer) => ({ [outer]: inner }), leaf),
  );
  return ({ value }) => {
    if (value === undefined) return NOTHING;
    leaf[name] = value;
    return item;
  };
}

/** Items that pass the filter, of which no more is known: enough where rows are only counted, or passed over. */
export class UnreadRow extends CoveredRow {
  constructor(ref: ItemRef, times = 1) {
    super({ ref }, NOTHING, times);
  }
}

/** An object that has the value at the path of the names, and nothing else. */
function nested(names: readonly string[], value: Value): JsonObject {
  if (value === undefined || names.length === 0) return NOTHING;
  return indexedItem(names.reduceRight<Json>((inner, name) => ({ [name]: inner }), value) as JsonObject);
}

interface CoveredChunk {
  readonly rows: readonly ItemRow[];
  /** The entry of each. */
  readonly entries: readonly IndexEntry[];
}

/** The rows of index entries; items are read, some at a time, only where an entry does not hold the value. */
export async function* coverEntries(
  source: RowSource,
  chunks: AsyncIterable<readonly IndexEntry[]> | Iterable<readonly IndexEntry[]>,
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
  const rowEntries: IndexEntry[] = [];
  let last: { readonly value: Value; readonly covered: JsonObject } | undefined;
  for (const entry of entries) {
    const { value, exact, times } = entry;
    // Equal values follow one another.
    if (exact && (last === undefined || last.value !== value))
      last = { value, covered: nested(names, value) };
    const row = exact ? new CoveredRow(entry, last!.covered, times) : byRef.get(entry.ref);
    if (row === undefined) continue;
    rows.push(row);
    rowEntries.push(entry);
  }
  return { rows, entries: rowEntries };
}
