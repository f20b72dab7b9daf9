/**
 * How long a container keeps its items, and the versions of them that its change feed reports. Both are settings of the
 * container and may change while it serves: whoever changes them calls `adopt`.
 */
import type { StoredItem } from "../records/item-record.ts";

export interface LifetimeSettings {
  /** Undefined when items never expire; -1 when only those with a `ttl` of their own do. */
  readonly defaultTtl: number | undefined;
  /** How long every version of an item is kept; 0: not at all. */
  readonly versionSeconds: number;
}

export class Lifetimes {
  #settings: LifetimeSettings;

  constructor(settings: LifetimeSettings) {
    this.#settings = settings;
  }

  adopt(settings: LifetimeSettings): void {
    this.#settings = settings;
  }

  get defaultTtl(): number | undefined {
    return this.#settings.defaultTtl;
  }

  get versionSeconds(): number {
    return this.#settings.versionSeconds;
  }

  /** Whether every version of an item goes into the version log. */
  get keepsVersions(): boolean {
    return this.#settings.versionSeconds > 0;
  }

  /** Whether an item's time to live has not passed. */
  isLive(item: StoredItem, nowSeconds: () => number): boolean {
    const { defaultTtl } = this.#settings;
    if (defaultTtl === undefined) return true;
    const ttl = item.ttl === 0 ? defaultTtl : item.ttl;
    // Times are whole seconds: an item lives through the second in which its time ends.
    return ttl < 0 || item.timestamp + ttl >= nowSeconds();
  }
}
