/** An item as far as an index entry knows it: its one indexed property, and nothing else. Or several such items. */

import type { Json, JsonObject, Value } from "@orrerydb/exact-json";
import { FIRST_BATCH, nextBatch } from "../../../value/operations/item-batch.ts";
import { ParsedRow } from "../../../value/rows/parsed-row.ts";
import type { IndexEntry, ItemRef, ItemRow, RowSource } from "../../../value/rows/row-source.ts";
import { indexedItem } from "../../bind/indexed-item.ts";

export class CoveredRow extends ParsedRow {
  /** Nothing was read. */
  readonly size = 0;
  /** How many items it stands for. */
  readonly times: number;
  readonly #entry: Pick<IndexEntry, "ref">;
  readonly #value: JsonObject;

  constructor(entry: Pick<IndexEntry, "ref">, value: JsonObject = NOTHING, times = 1) {
    super();
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
  for (const { times } of entries) all += times;
  return new CoveredBatch(entries[0]!, all, (visit) => {
    for (const entry of entries) visit(itemOf(entry), entry.times);
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

/** Whether an answer can be made of an entry: it holds the value, with the digits that the answer shows. */
export type HoldsAnswer = (entry: IndexEntry) => boolean;

export function holdsAnswer({ indexLosesDigits }: RowSource, showsDigits: boolean): HoldsAnswer {
  return indexLosesDigits && showsDigits
    ? ({ exact, value }) => exact && typeof value !== "number"
    : ({ exact }) => exact;
}

/** The rows of index entries; items are read, some at a time, only where an entry does not hold the answer. */
export async function* coverEntries(
  source: RowSource,
  chunks: AsyncIterable<readonly IndexEntry[]> | Iterable<readonly IndexEntry[]>,
  { names, showsDigits }: { readonly names: readonly string[]; readonly showsDigits: boolean },
): AsyncGenerator<CoveredChunk> {
  const holds = holdsAnswer(source, showsDigits);
  let size = FIRST_BATCH;
  for await (const entries of chunks) {
    for (let at = 0; at < entries.length; ) {
      const end = endOfBatch(entries, at, size, holds);
      const batch = end - at === entries.length ? entries : entries.slice(at, end);
      const refs = batch.filter((entry) => !holds(entry)).map(({ ref }) => ref);
      const loaded = refs.length > 0 ? await source.load(refs) : [];
      if (refs.length > 0) size = nextBatch(size, loaded);
      yield coverBatch(batch, loaded, names, holds);
      at = end;
    }
  }
}

/** The place after at most `itemsMax` entries whose items have to be read. */
function endOfBatch(
  entries: readonly IndexEntry[],
  from: number,
  itemsMax: number,
  holds: HoldsAnswer,
): number {
  let items = 0;
  for (let at = from; at < entries.length; at++) {
    if (!holds(entries[at]!) && ++items > itemsMax) return at;
  }
  return entries.length;
}

/** The row of an item that was read for an entry, which may stand for others of the same key. */
export function rowOf(entry: IndexEntry, item: ItemRow | undefined): ItemRow | undefined {
  return item === undefined || entry.times === 1
    ? item
    : new CoveredRow(entry, item.exactValue(), entry.times);
}

function coverBatch(
  entries: readonly IndexEntry[],
  loaded: readonly ItemRow[],
  names: readonly string[],
  holds: HoldsAnswer,
): CoveredChunk {
  const byRef = new Map(loaded.map((row) => [row.ref, row]));
  const rows: ItemRow[] = [];
  const rowEntries: IndexEntry[] = [];
  let last: { readonly value: Value; readonly covered: JsonObject } | undefined;
  for (const entry of entries) {
    const { value, times } = entry;
    const isHeld = holds(entry);
    // Equal values follow one another.
    if (isHeld && (last === undefined || last.value !== value))
      last = { value, covered: nested(names, value) };
    const row = isHeld ? new CoveredRow(entry, last!.covered, times) : rowOf(entry, byRef.get(entry.ref));
    if (row === undefined) continue;
    rows.push(row);
    rowEntries.push(entry);
  }
  return { rows, entries: rowEntries };
}
