/** What holds where a setting is not given. */
import { withinHeap } from "../../schedule/heap-size.ts";
import type { ConsistencyLevel } from "../../throughput/consistency-level.ts";

export const DEFAULT_PORT = 8081;
export const DEFAULT_HOST = "127.0.0.1";
export const DEFAULT_FOLDER = "./.orrery";
export const DEFAULT_CONSISTENCY: ConsistencyLevel = "Session";

/** The key of the official emulators, known to everybody: existing settings work unchanged. */
export const WELL_KNOWN_KEY =
  "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

/** For hot items and for blocks of a data folder together. */
export const DEFAULT_CACHE_BYTES = 320 * 1024 * 1024;
/** Below it, a single item of 2 MB would push out all others. */
export const CACHE_BYTES_MIN = 10 * 1024 * 1024;
/** Items are what most requests want; blocks hold what they were read from, and indexes. */
const BLOCK_PART = 0.2;
/** Beside them, where indexes are read again and again: as much as items, which keeps what queries of a million look through. */
const KEY_PART = 0.8;

/** Entries of the caches have a part on the heap, and a process that got a small heap has little memory altogether. */
const CACHE_HEAP_FRACTION = 1 / 2;

export function defaultCacheBytes(): number {
  return withinHeap(DEFAULT_CACHE_BYTES, CACHE_HEAP_FRACTION);
}

export interface CacheShares {
  readonly itemBytes: number;
  readonly blockBytes: number;
  readonly keyBytes: number;
}

export function shareCache(bytes: number): CacheShares {
  const blockBytes = Math.floor(bytes * BLOCK_PART);
  return { itemBytes: bytes - blockBytes, blockBytes, keyBytes: Math.floor(bytes * KEY_PART) };
}
