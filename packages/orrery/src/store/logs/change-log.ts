/**
 * The change log: one entry for each item, at the LSN of its last write. Items that one transaction wrote share
 * an LSN and are read together.
 */
import type { Reader } from "../../kv/key-value-store.ts";
import { StoredItem } from "../records/item-record.ts";
import { itemKey, Kind, logicalNumberOf, logKey, lsnOfLogKey, refOfValue } from "../records/key-layout.ts";
import { readSummary } from "../records/logical-record.ts";

export interface ChangeRequest {
  readonly afterLsn: number;
  readonly itemsMax: number;
  readonly bytesMax: number;
  /** To look at, answered or not; a large one counts as several. */
  readonly entriesMax: number;
  /** Only these logical partitions; absent: all. */
  readonly logicalNumbers?: ReadonlySet<number>;
  accepts(item: StoredItem): boolean;
}

export interface Changes {
  readonly items: readonly StoredItem[];
  /** Everything up to here has been read. */
  readonly lsn: number;
  /** Whether the log goes on after it. */
  readonly hasMore: boolean;
  /** Entries that were looked at, those of the items included. */
  readonly entries: number;
}

const ENTRY_BYTES = 4096;

/** How many entries more than one a large one counts as: it takes as long to look at. */
export function largeEntries(bytes: number): number {
  return Math.floor(bytes / ENTRY_BYTES);
}

export async function readChanges(reader: Reader, space: number, request: ChangeRequest): Promise<Changes> {
  const { itemsMax, bytesMax, entriesMax, logicalNumbers } = request;
  const items: StoredItem[] = [];
  let bytes = 0;
  let entries = 0;
  let lsn = request.afterLsn;
  // Read before the log, so that a commit in between is not passed over.
  const { lsn: reached } = await readSummary(reader, space);
  const range = { from: logKey(request.afterLsn + 1, 0), to: Buffer.of(Kind.log + 1) };
  for await (const rows of reader.scan(space, range)) {
    const refs = rows
      .map(({ value }) => refOfValue(value))
      .filter((ref) => logicalNumbers?.has(logicalNumberOf(ref)) ?? true);
    const records = await reader.getMany(space, refs.map(itemKey));
    const found = new Map(refs.map((ref, i) => [ref, records[i]]));
    for (const { key, value } of rows) {
      const entryLsn = lsnOfLogKey(key);
      const isFull = items.length >= itemsMax || bytes >= bytesMax || entries >= entriesMax;
      if (entryLsn !== lsn && isFull) return { items, lsn, hasMore: true, entries };
      lsn = entryLsn;
      entries++;
      const ref = refOfValue(value);
      const record = found.get(ref);
      // Of another logical partition, or written again since the scan began: its newer entry comes later.
      if (record === undefined) continue;
      entries += largeEntries(record.length);
      const item = StoredItem.decode(ref, record);
      if (item.lsn !== entryLsn || !request.accepts(item)) continue;
      items.push(item);
      bytes += item.size;
    }
  }
  return { items, lsn: Math.max(lsn, reached), hasMore: false, entries };
}
