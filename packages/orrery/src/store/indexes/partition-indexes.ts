/** What kinds of indexes know of one partition while it is open. */
import type { KeyValueStore } from "../../kv/key-value-store.ts";

/** A part of an index that is held in memory. */
export interface CachedIndexPart {
  readonly indexBytes: number;
}

/** Shared with items; it lets go of what is used least. */
export interface IndexPartCache {
  indexPart(key: string): CachedIndexPart | undefined;
  set(key: string, part: CachedIndexPart): void;
}

export class PartitionIndexes {
  readonly kv: KeyValueStore;
  readonly space: number;
  readonly cache: IndexPartCache;
  readonly #known = new Map<string, object>();

  constructor(kv: KeyValueStore, space: number, cache: IndexPartCache) {
    this.kv = kv;
    this.space = space;
    this.cache = cache;
  }

  /** What a kind knows, made when it is asked for first. */
  known<T extends object>(kind: string, make: () => T): T {
    let known = this.#known.get(kind);
    if (known === undefined) {
      known = make();
      this.#known.set(kind, known);
    }
    return known as T;
  }
}
