/** Values seen so far, equal ones once; bounded, because DISTINCT has to remember them all. */
import type { Json, Value } from "@orrerydb/exact-json";
import { withinHeap } from "../../../schedule/heap-size.ts";
import { canonicalJson } from "../../../value/json-text/canonical-json.ts";
import { QueryError } from "../../syntax/query-error.ts";

/** Characters of all values together. */
const DISTINCT_CHARACTERS_MAX = 64 * 1024 * 1024;
/** Of a small heap, a sixteenth: a character can take two bytes, and the page has its values as well. */
const distinctCharactersMax = withinHeap(DISTINCT_CHARACTERS_MAX, 1 / 16);

export class DistinctSet {
  readonly #seen = new Set<string>();
  readonly #isKnown: (identity: string) => boolean;
  #characters = 0;
  #last: Value;

  /** `isKnown`: of values that were seen before, by their identities. */
  constructor(isKnown: (identity: string) => boolean = () => false) {
    this.#isKnown = isKnown;
  }

  /** The new value that was added last. */
  get last(): Value {
    return this.#last;
  }

  /** The identities of what was added, in that order. */
  get added(): Iterable<string> {
    return this.#seen;
  }

  get size(): number {
    return this.#seen.size;
  }

  has(value: Json): boolean {
    return this.#has(valueIdentity(value));
  }

  /** Whether the value is new. */
  add(value: Json): boolean {
    const identity = valueIdentity(value);
    if (this.#has(identity)) return false;
    this.#characters += identity.length;
    if (this.#characters > distinctCharactersMax) {
      throw new QueryError(
        "DistinctTooLarge",
        "DISTINCT found more different values than one query may hold. Add a filter, or select fewer properties.",
      );
    }
    this.#seen.add(identity);
    this.#last = value;
    return true;
  }

  #has(identity: string): boolean {
    return this.#seen.has(identity) || this.#isKnown(identity);
  }
}

/** The same text for equal values, and for no others. */
export function valueIdentity(value: Value): string {
  if (value === undefined) return "undefined";
  if (typeof value === "string") return `"${value}`;
  // -0 equals 0.
  if (typeof value === "number") return `${value === 0 ? 0 : value}`;
  return canonicalJson(value);
}
