/**
 * A set of values under the language's own equality: deep, and blind to the order of an object's keys.
 * Primitives are members of a native set; arrays and objects are told apart by a canonical text.
 */
import type { Json, JsonObject, Value } from "../../../value/json.ts";

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
    const before = this.size;
    if (typeof value === "object" && value !== null) this.#composites.add(canonicalText(value));
    else this.#primitives.add(value);
    return this.size > before;
  }

  has(value: Json): boolean {
    return typeof value === "object" && value !== null
      ? this.#composites.has(canonicalText(value))
      : this.#primitives.has(value);
  }
}

/** JSON with the keys of every object in order: equal values, and only they, have equal texts. */
export function canonicalText(value: Json): string {
  if (typeof value !== "object" || value === null) {
    return typeof value === "number" ? String(value) : JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  const object = value as JsonObject;
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(object[key]!)}`);
  return `{${members.join(",")}}`;
}
