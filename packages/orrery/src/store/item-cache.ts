/**
 * Hot items, logical partition records and sets of vector cells of all partitions, bounded by bytes. Writers put in what they
 * committed. Readers may put in what they read only if the partition saw no commit meanwhile (`PartitionStore`
 * checks), so the cache never holds anything older than the store.
 *
 * Items go in and out as copies that share the record: a document that somebody parsed would stay in the cache
 * beside its bytes, and only the bytes are counted.
 */
import { LRUCache } from "lru-cache";
import { StoredItem } from "./item-record.ts";
import type { LogicalRecord } from "./logical-record.ts";
import { VectorSet } from "./vectors/vector-set.ts";

/** Rough cost of a cache entry beyond its bytes. */
const ENTRY_OVERHEAD_BYTES = 300;

type CacheEntry = StoredItem | LogicalRecord | VectorSet;

export class ItemCache {
  readonly #entries: LRUCache<string, CacheEntry>;

  constructor(bytesMax: number) {
    this.#entries = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: (entry) => ENTRY_OVERHEAD_BYTES + bytesOf(entry),
    });
  }

  item(key: string): StoredItem | undefined {
    const item = this.#entries.get(key) as StoredItem | undefined;
    return item?.withoutDocument();
  }
  logical(key: string): LogicalRecord | undefined {
    return this.#entries.get(key) as LogicalRecord | undefined;
  }
  vectorSet(key: string): VectorSet | undefined {
    return this.#entries.get(key) as VectorSet | undefined;
  }
  set(key: string, entry: CacheEntry): void {
    this.#entries.set(key, entry instanceof StoredItem ? entry.withoutDocument() : entry);
  }
  delete(key: string): void {
    this.#entries.delete(key);
  }
}

function bytesOf(entry: CacheEntry): number {
  if (entry instanceof StoredItem) return entry.record.length;
  return entry instanceof VectorSet ? entry.bytes : entry.key.length;
}
