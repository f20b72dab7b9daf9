/**
 * Hot items and logical partition records of all partitions, bounded by bytes. Writers put in what they
 * committed. Readers may put in what they read only if the partition saw no commit meanwhile (`PartitionStore`
 * checks), so the cache never holds anything older than the store.
 *
 * Items go in and out as copies that share the record: a document that somebody parsed would stay in the cache
 * beside its bytes, and only the bytes are counted.
 */
import { LRUCache } from "lru-cache";
import { StoredItem } from "./item-record.ts";
import type { LogicalRecord } from "./logical-record.ts";

/** Rough cost of a cache entry beyond its bytes. */
const ENTRY_OVERHEAD_BYTES = 300;

export class ItemCache {
  readonly #entries: LRUCache<string, StoredItem | LogicalRecord>;

  constructor(bytesMax: number) {
    this.#entries = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: (entry) =>
        ENTRY_OVERHEAD_BYTES + (entry instanceof StoredItem ? entry.record.length : entry.key.length),
    });
  }

  item(key: string): StoredItem | undefined {
    const item = this.#entries.get(key) as StoredItem | undefined;
    return item?.withoutDocument();
  }
  logical(key: string): LogicalRecord | undefined {
    return this.#entries.get(key) as LogicalRecord | undefined;
  }
  set(key: string, entry: StoredItem | LogicalRecord): void {
    this.#entries.set(key, entry instanceof StoredItem ? entry.withoutDocument() : entry);
  }
  delete(key: string): void {
    this.#entries.delete(key);
  }
}
