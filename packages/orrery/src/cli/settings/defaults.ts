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

/** For hot items, for index keys, and for blocks of a data folder, together. */
export const DEFAULT_CACHE_BYTES = 576 * 1024 * 1024;
/** Below it, a single item of 2 MB would push out all others. */
export const CACHE_BYTES_MIN = 18 * 1024 * 1024;
/** Most requests want items. Blocks hold the data that items and index keys are read from. */
const BLOCK_PART = 1 / 9;
/** As much as items have: queries that look through the indexes of a million items then find them in memory. */
const KEY_PART = 4 / 9;

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
  const keyBytes = Math.floor(bytes * KEY_PART);
  return { itemBytes: bytes - blockBytes - keyBytes, blockBytes, keyBytes };
}
