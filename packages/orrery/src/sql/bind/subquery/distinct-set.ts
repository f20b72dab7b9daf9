/** Values seen so far, equal ones once; bounded, because DISTINCT has to remember them all. */
import { canonicalJson } from "../../../value/canonical-json.ts";
import type { Json, Value } from "../../../value/json.ts";
import { QueryError } from "../../syntax/query-error.ts";

/** Characters of all values together. */
const DISTINCT_CHARACTERS_MAX = 64 * 1024 * 1024;

export class DistinctSet {
  readonly #seen = new Set<string>();
  #characters = 0;
  #last: Value;

  /** The new value that was added last. */
  get last(): Value {
    return this.#last;
  }

  has(value: Json): boolean {
    return this.#seen.has(valueIdentity(value));
  }

  /** Whether the value is new. */
  add(value: Json): boolean {
    const identity = valueIdentity(value);
    if (this.#seen.has(identity)) return false;
    this.#characters += identity.length;
    if (this.#characters > DISTINCT_CHARACTERS_MAX) {
      throw new QueryError(
        "DistinctTooLarge",
        "DISTINCT found more different values than one query may hold. Add a filter, or select fewer properties.",
      );
    }
    this.#seen.add(identity);
    this.#last = value;
    return true;
  }
}

/** The same text for equal values, and for no others. */
export function valueIdentity(value: Value): string {
  switch (typeof value) {
    case "undefined":
      return "undefined";
    case "string":
      return `"${value}`;
    case "number":
      // -0 equals 0.
      return `${value === 0 ? 0 : value}`;
    default:
      return canonicalJson(value);
  }
}
