/**
 * What must be in the database: the version of every item, and writes of which nobody knows whether they happened,
 * because a crash took their answer. After it each logical partition holds what some of them, in order from the
 * first, have left: then the model knows again.
 */
import assert from "node:assert/strict";
import type { Write } from "./history.ts";

/** Version by id. */
type Items = ReadonlyMap<string, number>;

export class ItemModel {
  readonly #keys = new Map<string, Items>();
  /** What each logical partition would hold after each unanswered write. */
  readonly #unanswered = new Map<string, Items[]>();

  /** What would be there after the writes; undefined if one of them must fail, and with it all. */
  after(key: string, writes: readonly Write[]): Items | undefined {
    const items = new Map(this.#expected(key));
    for (const { kind, id, version } of writes) {
      if (kind === "create" && items.has(id)) return undefined;
      if ((kind === "replace" || kind === "delete") && !items.has(id)) return undefined;
      if (kind === "delete") items.delete(id);
      else items.set(id, version);
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
    return this.#keys.get(key)?.get(id);
  }

  /** Compares with what was found, and takes it over where there was a doubt. */
  settle(found: ReadonlyMap<string, Items>): void {
    for (const [key, later] of this.#unanswered) {
      const actual = asText(found.get(key));
      const choices = [this.#keys.get(key), ...later];
      const match = choices.findIndex((choice) => asText(choice) === actual);
      assert(match >= 0, `${key} holds ${actual} after a crash: none of ${choices.map(asText).join(" or ")}`);
      this.#keys.set(key, choices[match] ?? new Map());
    }
    this.#unanswered.clear();
    for (const key of new Set([...this.#keys.keys(), ...found.keys()])) {
      assert.equal(asText(found.get(key)), asText(this.#keys.get(key)), `items of ${key}`);
    }
  }

  /** Sorted, to compare and to show. */
  entries(onlyKey?: string): (readonly [key: string, id: string, version: number])[] {
    return [...this.#keys]
      .filter(([key]) => onlyKey === undefined || key === onlyKey)
      .flatMap(([key, items]) => [...items].map(([id, version]) => [key, id, version] as const))
      .sort(([keyA, idA], [keyB, idB]) => keyA.localeCompare(keyB) || idA.localeCompare(idB));
  }

  #expected(key: string): Items {
    return this.#unanswered.get(key)?.at(-1) ?? this.#keys.get(key) ?? new Map();
  }
}

function asText(items: Items | undefined): string {
  return JSON.stringify([...(items ?? [])].sort(([a], [b]) => a.localeCompare(b)));
}
