/**
 * A set of values under the language's own equality: deep, and blind to the order of an object's keys.
 * Primitives are members of a native set; arrays and objects are told apart by a canonical text.
 */

import type { Json, Value } from "@orrerydb/exact-json";
import { canonicalJson } from "../../../value/json-text/canonical-json.ts";

export class ValueSet {
  readonly #primitives = new Set<Value>();
  readonly #composites = new Set<string>();

  static of(values: Iterable<Json>): ValueSet {
    const set = new ValueSet();
    for (const value of values) set.add(value);
    return set;
  }

  get size(): number {
    return this.#primitives.size + this.#composites.size;
  }

  /** Whether the value was new. */
  add(value: Json): boolean {
    if (typeof value !== "object" || value === null) return addTo(this.#primitives, value);
    return addTo(this.#composites, canonicalJson(value));
  }

  has(value: Json): boolean {
    return typeof value === "object" && value !== null
      ? this.#composites.has(canonicalJson(value))
      : this.#primitives.has(value);
  }
}

function addTo<T>(set: Set<T>, value: T): boolean {
  const before = set.size;
  return set.add(value).size > before;
}
