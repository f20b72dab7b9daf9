/*
 * Aggregates of several keys from the aggregates of each.
 *
 * The rewritten query of a plan returns partial results that can be combined: an average as its sum and count, a
 * minimum or maximum with the number of values behind it. A partial result that is undefined though it counted
 * something (text in a sum) makes the whole undefined, as it would on one partition.
 */

import type { AggregateType } from "@azure/cosmos";
import { compareValues } from "../order/compare-values.ts";
import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";
import { canonicalJson } from "./canonical-json.ts";

export interface Aggregate {
  /** Takes `{ item, item2? }` as the rewritten query returns it. */
  add(partial: PartialResult): void;
  result(): unknown;
}

export interface PartialResult {
  readonly item?: unknown;
  readonly item2?: unknown;
}

/** Without a type, the first value is kept: a property by which the rows are grouped. */
export function aggregateOf(type: AggregateType | null | undefined): Aggregate {
  switch (type) {
    case undefined:
    case null:
      return firstValue();
    case "Count":
    case "CountIf":
    case "Sum":
      return sum();
    case "Average":
      return average();
    case "Min":
      return extreme("min", -1);
    case "Max":
      return extreme("max", 1);
    case "MakeList":
      return list((values) => values);
    case "MakeSet":
      return list(distinct);
    default:
      throw new SyntheticKeyError(
        "QueryNotMergeable",
        `The aggregate ${type satisfies never} can't be merged from several keys: query them one by one.`,
      );
  }
}

function firstValue(): Aggregate {
  let value: unknown;
  let isFirst = true;
  return {
    add(partial) {
      if (isFirst) value = partial;
      isFirst = false;
    },
    result: () => value,
  };
}

function sum(): Aggregate {
  let total: number | undefined = 0;
  return {
    add({ item }) {
      total = typeof item === "number" && total !== undefined ? total + item : undefined;
    },
    result: () => total,
  };
}

function average(): Aggregate {
  let total: number | undefined = 0;
  let count = 0;
  return {
    add({ item }) {
      const partial = (item ?? {}) as { sum?: unknown; count?: number };
      if (!partial.count) return;
      total = typeof partial.sum === "number" && total !== undefined ? total + partial.sum : undefined;
      count += partial.count;
    },
    result: () => (total === undefined || count === 0 ? undefined : total / count),
  };
}

function extreme(name: "min" | "max", sign: 1 | -1): Aggregate {
  let best: unknown;
  let count = 0;
  let isUndefined = false;
  return {
    add({ item, item2 }) {
      const partial = (item2 ?? { [name]: item, count: item === undefined ? 0 : 1 }) as Record<
        string,
        unknown
      >;
      if (!partial.count) return;
      const value = partial[name];
      if (value === undefined) isUndefined = true;
      else if (count === 0 || compareValues(value, best) * sign > 0) best = value;
      count++;
    },
    result: () => (isUndefined ? undefined : best),
  };
}

function list(finish: (values: unknown[]) => unknown[]): Aggregate {
  const values: unknown[] = [];
  return {
    add({ item }) {
      if (Array.isArray(item)) for (const value of item) values.push(value);
    },
    result: () => finish(values),
  };
}

function distinct(values: unknown[]): unknown[] {
  return [...new Map(values.map((value) => [canonicalJson(value), value])).values()];
}
