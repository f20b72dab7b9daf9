/**
 * What must be in the database: the version of every item whose time has not passed, and writes of which nobody knows
 * whether they happened, because a crash took their answer. After it each logical partition holds what some of them,
 * in order from the first, have left: then the model knows again.
 */
import assert from "node:assert/strict";
import type { Write } from "./history.ts";

interface ItemVersion {
  readonly version: number;
  /** The last second in which it is there. */
  readonly until: number;
}

/** By id. */
type Items = ReadonlyMap<string, ItemVersion>;

/** Of items that have no time of their own. */
export const DEFAULT_TTL = 10;

export class ItemModel {
  readonly #keys = new Map<string, Items>();
  /** What each logical partition would hold after each unanswered write. */
  readonly #unanswered = new Map<string, Items[]>();
  readonly #nowSeconds: () => number;

  constructor(nowSeconds: () => number) {
    this.#nowSeconds = nowSeconds;
  }

  /** What would be there after the writes; undefined if one of them must fail, and with it all. */
  after(key: string, writes: readonly Write[]): Items | undefined {
    const items = new Map(this.#live(this.#unanswered.get(key)?.at(-1) ?? this.#keys.get(key)));
    for (const { kind, id, version, ttl = DEFAULT_TTL } of writes) {
      if (kind === "create" && items.has(id)) return undefined;
      if ((kind === "replace" || kind === "delete") && !items.has(id)) return undefined;
      const until = ttl < 0 ? Number.POSITIVE_INFINITY : this.#nowSeconds() + ttl;
      if (kind === "delete") items.delete(id);
      else items.set(id, { version, until });
    }
    return items;
  }

  acknowledge(key: string, items: Items): void {
    this.#keys.set(key, items);
  }

  doubt(key: string, items: Items): void {
    this.#unanswered.set(key, [...(this.#unanswered.get(key) ?? []), items]);
  }

  version(key: string, id: string): number | undefined {
    return this.#live(this.#keys.get(key)).get(id)?.version;
  }

  /** Compares with the versions that were found, and takes over what explains them where there was a doubt. */
  settle(found: ReadonlyMap<string, ReadonlyMap<string, number>>): void {
    for (const [key, later] of this.#unanswered) {
      const actual = asText(found.get(key) ?? []);
      const choices = [this.#keys.get(key), ...later];
      const texts = choices.map((choice) => this.#text(choice));
      const match = texts.indexOf(actual);
      assert(match >= 0, `${key} holds ${actual} after a crash: none of ${texts.join(" or ")}`);
      this.#keys.set(key, choices[match] ?? new Map());
    }
    this.#unanswered.clear();
    for (const key of new Set([...this.#keys.keys(), ...found.keys()])) {
      assert.equal(asText(found.get(key) ?? []), this.#text(this.#keys.get(key)), `items of ${key}`);
    }
  }

  /** Sorted, to compare and to show. */
  entries(onlyKey?: string): (readonly [key: string, id: string, version: number])[] {
    return [...this.#keys]
      .filter(([key]) => onlyKey === undefined || key === onlyKey)
      .flatMap(([key, items]) =>
        [...this.#live(items)].map(([id, { version }]) => [key, id, version] as const),
      )
      .sort(([keyA, idA], [keyB, idB]) => keyA.localeCompare(keyB) || idA.localeCompare(idB));
  }

  #live(items: Items | undefined): Items {
    return new Map([...(items ?? [])].filter(([, { until }]) => until >= this.#nowSeconds()));
  }

  #text(items: Items | undefined): string {
    return asText([...this.#live(items)].map(([id, { version }]) => [id, version]));
  }
}

function asText(versions: Iterable<readonly [id: string, version: number]>): string {
  return JSON.stringify([...versions].sort(([a], [b]) => a.localeCompare(b)));
}
