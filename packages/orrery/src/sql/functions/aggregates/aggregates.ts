/**
 * Aggregate functions as accumulators: values are added one by one, and in the end there is one result. `undefined`
 * is never counted, summed or listed.
 */
import { type Exact, inexact, type Json, type JsonArray, pushExact, type Value } from "@orrerydb/exact-json";
import { compareValues } from "@orrerydb/keys/order";
import { QueryError } from "../../syntax/query-error.ts";
import { ValueSet } from "../values/value-set.ts";

export interface Accumulator {
  /** Adds a value as often as it occurred. */
  add(value: Exact, times?: number): void;
  result(): Exact;
}

export interface AggregateFunction {
  /** In upper case. */
  readonly name: string;
  /** `spend` is told of what the accumulator comes to hold, in bytes, and may refuse it. */
  readonly create: (spend?: SpendBytes) => Accumulator;
  /** Whether it returns values as they were added; other aggregates are given doubles. */
  readonly keepsDigits: boolean;
}

export type SpendBytes = (bytes: number) => void;

export const AGGREGATE_LIMITS = {
  /** Characters, roughly, of the JSON that one MAKELIST or MAKESET may collect. */
  collectedSizeMax: 16 * 1024 * 1024,
} as const;

/** COUNT counts what is defined, COUNTIF what is true. */
class CountAccumulator implements Accumulator {
  readonly #counts: (value: Exact) => boolean;
  #count = 0;

  constructor(counts: (value: Exact) => boolean) {
    this.#counts = counts;
  }

  add(value: Exact, times = 1): void {
    if (this.#counts(value)) this.#count += times;
  }

  result(): Value {
    return this.#count;
  }
}

/** SUM and AVG: one value that is not a number makes the result `undefined`. */
class SumAccumulator implements Accumulator {
  readonly #average: boolean;
  #sum = 0;
  #count = 0;
  #isNumeric = true;

  constructor(average: boolean) {
    this.#average = average;
  }

  add(value: Exact, times = 1): void {
    if (typeof value === "number") {
      // A product would be rounded differently from a sum.
      for (let i = 0; i < times; i++) this.#sum += value;
      this.#count += times;
    } else if (value !== undefined) {
      this.#isNumeric = false;
    }
  }

  result(): Value {
    if (!this.#isNumeric) return undefined;
    if (!this.#average) return this.#sum;
    return this.#count === 0 ? undefined : this.#sum / this.#count;
  }
}

/**
 * MIN (sign -1) and MAX (sign 1) over primitives in the order of values; one array or object makes the result
 * `undefined`.
 */
class ExtremeAccumulator implements Accumulator {
  readonly #sign: 1 | -1;
  readonly #spend: SpendBytes | undefined;
  #extreme: Exact;
  #isComparable = true;
  #characters = 0;

  constructor(sign: 1 | -1, spend?: SpendBytes) {
    this.#sign = sign;
    this.#spend = spend;
  }

  add(exact: Exact): void {
    const value = inexact(exact);
    if (value === undefined) return;
    if (typeof value === "object" && value !== null) {
      this.#isComparable = false;
    } else if (this.#extreme === undefined || compareValues(value, inexact(this.#extreme)) * this.#sign > 0) {
      this.#extreme = exact;
      if (typeof value === "string" && value.length > this.#characters) this.#hold(value.length);
    }
  }

  #hold(characters: number): void {
    this.#spend?.(2 * (characters - this.#characters));
    this.#characters = characters;
  }

  result(): Exact {
    return this.#isComparable ? this.#extreme : undefined;
  }
}

/** MAKELIST and MAKESET, in the order of arrival. */
class ListAccumulator implements Accumulator {
  readonly #seen: ValueSet | undefined;
  readonly #spend: SpendBytes | undefined;
  readonly #items: Json[] = [];
  #size = 0;

  constructor(distinct: boolean, spend?: SpendBytes) {
    this.#seen = distinct ? new ValueSet() : undefined;
    this.#spend = spend;
  }

  add(value: Exact, times = 1): void {
    for (let i = 0; i < times; i++) this.#addOne(value);
  }

  #addOne(exact: Exact): void {
    const value = inexact(exact);
    if (value === undefined) return;
    if (this.#seen !== undefined && !this.#seen.add(value)) return;
    const size = roughSize(value);
    this.#size += size;
    this.#spend?.(2 * size);
    if (this.#size > AGGREGATE_LIMITS.collectedSizeMax) {
      throw new QueryError(
        "AggregateTooLarge",
        "MAKELIST or MAKESET collected more than a result may hold. Add a filter, or collect smaller values.",
      );
    }
    pushExact(this.#items, exact as Exact<Json>);
  }

  result(): Value {
    return this.#items;
  }
}

/** About how many characters the JSON of a value has. */
function roughSize(value: Json): number {
  if (typeof value === "string") return value.length + 3;
  if (typeof value !== "object" || value === null) return 8;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value as JsonArray) size += roughSize(item);
  } else {
    for (const [key, member] of Object.entries(value)) size += key.length + 4 + roughSize(member);
  }
  return size;
}

/** Aggregates that return values as they were added. */
const KEEPING_DIGITS: ReadonlySet<string> = new Set(["MAKELIST", "MAKESET", "MAX", "MIN"]);

const AGGREGATES: ReadonlyMap<string, AggregateFunction> = new Map(
  Object.entries<AggregateFunction["create"]>({
    AVG: () => new SumAccumulator(true),
    COUNT: () => new CountAccumulator((value) => value !== undefined),
    COUNTIF: () => new CountAccumulator((value) => value === true),
    MAKELIST: (spend) => new ListAccumulator(false, spend),
    MAKESET: (spend) => new ListAccumulator(true, spend),
    MAX: (spend) => new ExtremeAccumulator(1, spend),
    MIN: (spend) => new ExtremeAccumulator(-1, spend),
    SUM: () => new SumAccumulator(false),
  }).map(([name, create]) => [name, { name, create, keepsDigits: KEEPING_DIGITS.has(name) }]),
);

export function aggregateNames(): readonly string[] {
  return [...AGGREGATES.keys()];
}

/** In any case; `undefined` where no aggregate has the name. */
export function findAggregate(name: string): AggregateFunction | undefined {
  return AGGREGATES.get(name.toUpperCase());
}
