/**
 * Hot items, logical partition records and parts of indexes of all partitions, bounded by bytes. Writers put in what they
 * committed. Readers may put in what they read only if the partition saw no commit meanwhile (`PartitionStore`
 * checks), so the cache never holds anything older than the store.
 *
 * Items go in and out as copies that share the record: a document that somebody parsed would stay in the cache
 * beside its bytes, and only the bytes are counted. For the same reason a record has a buffer of its own here: small ones
 * are cut from a larger buffer, all of which would stay.
 *
 * What a key space has here goes with the space.
 */
import { LRUCache } from "lru-cache";
import type { CachedIndexPart, IndexPartCache } from "../indexes/partition-indexes.ts";
import { StoredItem } from "../records/item-record.ts";
import type { LogicalRecord } from "../records/logical-record.ts";

/** Rough cost of a cache entry beyond its bytes. */
const ENTRY_OVERHEAD_BYTES = 400;

type CacheEntry = StoredItem | LogicalRecord | CachedIndexPart;

export class ItemCache implements IndexPartCache {
  readonly #entries: LRUCache<string, CacheEntry>;
  /** The keys of each space. */
  readonly #keys = new Map<string, Set<string>>();

  constructor(bytesMax: number) {
    this.#entries = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: (entry) => ENTRY_OVERHEAD_BYTES + bytesOf(entry),
      onInsert: (_, key, reason) => {
        if (reason === "add") this.#keysLike(key).add(key);
      },
      dispose: (_, key, reason) => {
        if (reason !== "set") this.#keys.get(spaceOf(key))?.delete(key);
      },
    });
  }

  item(key: string): StoredItem | undefined {
    const item = this.#entries.get(key) as StoredItem | undefined;
    return item?.withoutDocument();
  }
  logical(key: string): LogicalRecord | undefined {
    return this.#entries.get(key) as LogicalRecord | undefined;
  }
  indexPart(key: string): CachedIndexPart | undefined {
    return this.#entries.get(key) as CachedIndexPart | undefined;
  }
  set(key: string, entry: CacheEntry): void {
    this.#entries.set(key, entry instanceof StoredItem ? entry.alone() : entry);
  }
  delete(key: string): void {
    this.#entries.delete(key);
  }
  /** Nobody will ask for anything in this space again. */
  deleteSpace(space: number): void {
    const prefix = cachePrefix(space);
    const keys = this.#keys.get(prefix) ?? [];
    this.#keys.delete(prefix);
    for (const key of keys) this.#entries.delete(key);
  }
  /** How many. */
  get size(): number {
    return this.#entries.size;
  }

  #keysLike(key: string): Set<string> {
    const space = spaceOf(key);
    const known = this.#keys.get(space);
    if (known !== undefined) return known;
    const keys = new Set<string>();
    this.#keys.set(space, keys);
    return keys;
  }
}

/** How the keys of what is in a space begin. */
export function cachePrefix(space: number): string {
  return `${space.toString(36)}:`;
}

function spaceOf(key: string): string {
  return key.slice(0, key.indexOf(":") + 1);
}

function bytesOf(entry: CacheEntry): number {
  if (entry instanceof StoredItem) return entry.record.length;
  return "indexBytes" in entry ? entry.indexBytes : entry.key.length;
}
