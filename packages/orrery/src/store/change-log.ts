/**
 * The change log: one entry for each item, at the LSN of its last write. Items that one transaction wrote share
 * an LSN and are read together.
 */
import type { Reader } from "../kv/key-value-store.ts";
import { StoredItem } from "./item-record.ts";
import { itemKey, Kind, logicalNumberOf, logKey, lsnOfLogKey, SUMMARY_KEY } from "./key-layout.ts";
import { decodeSummary } from "./logical-record.ts";

export interface ChangeRequest {
  readonly afterLsn: number;
  readonly itemsMax: number;
  readonly bytesMax: number;
  /** Only these logical partitions; absent: all. */
  readonly logicalNumbers?: ReadonlySet<number>;
  accepts(item: StoredItem): boolean;
}

export interface Changes {
  readonly items: readonly StoredItem[];
  /** Everything up to here has been read. */
  readonly lsn: number;
  readonly hasMore: boolean;
}

export async function readChanges(reader: Reader, space: number, request: ChangeRequest): Promise<Changes> {
  const items: StoredItem[] = [];
  let bytes = 0;
  let lsn = request.afterLsn;
  // Read before the log, so that a commit in between is not passed over.
  const summary = await reader.get(space, SUMMARY_KEY);
  const reached = summary ? decodeSummary(summary).lsn : 0;
  const range = { from: logKey(request.afterLsn + 1, 0), to: Buffer.of(Kind.log + 1) };
  for await (const rows of reader.scan(space, range)) {
    const wanted = rows.filter(
      ({ value }) =>
        request.logicalNumbers === undefined ||
        request.logicalNumbers.has(logicalNumberOf(value.toString("latin1"))),
    );
    const refs = wanted.map(({ value }) => value.toString("latin1"));
    const records = await reader.getMany(space, refs.map(itemKey));
    for (const [i, { key }] of wanted.entries()) {
      const entryLsn = lsnOfLogKey(key);
      if (entryLsn !== lsn && (items.length >= request.itemsMax || bytes >= request.bytesMax)) {
        return { items, lsn, hasMore: true };
      }
      lsn = entryLsn;
      const record = records[i];
      // Written again since the scan began: its newer entry comes later.
      if (record === undefined) continue;
      const item = new StoredItem(refs[i]!, record);
      if (item.lsn !== entryLsn || !request.accepts(item)) continue;
      items.push(item);
      bytes += item.size;
    }
  }
  return { items, lsn: Math.max(lsn, reached), hasMore: false };
}
