/** Set functions: arrays taken as sets, results without duplicates. Large ones come in pieces. */
import {
  type Exact,
  exactElements,
  inexact,
  type Json,
  type JsonArray,
  pushExact,
  type Value,
} from "@orrerydb/exact-json";
import { atOnce } from "../../../value/at-once.ts";
import { type BuiltinFunction, binary } from "../builtin-function.ts";
import { ValueSet } from "../values/value-set.ts";

/** Less than a millisecond's work. */
const PIECE_VALUES = 4096;

type Pieces<T> = Generator<void, T>;

function ofArrays(name: string, compute: (a: JsonArray, b: JsonArray) => Pieces<Json>): BuiltinFunction {
  const call = binary(name, (a: Value, b: Value, { inPieces }) => {
    if (!Array.isArray(a) || !Array.isArray(b)) return undefined;
    const pieces = compute(a as JsonArray, b as JsonArray);
    const isLong = inPieces !== undefined && a.length + b.length > PIECE_VALUES;
    return isLong ? inPieces(name, pieces) : atOnce(pieces);
  });
  return { ...call, comesInPieces: true };
}

/** Calls back for each value. */
function* each(values: JsonArray, take: (value: Json, exact: Exact<Json>) => void): Pieces<void> {
  const elements = exactElements(values);
  for (let i = 0; i < elements.length; ) {
    const end = Math.min(i + PIECE_VALUES, elements.length);
    for (; i < end; i++) take(inexact(elements[i]!), elements[i]!);
    if (i < elements.length) yield;
  }
}

function* setOf(values: JsonArray): Pieces<ValueSet> {
  const set = new ValueSet();
  yield* each(values, (value) => set.add(value));
  return set;
}

/** The members for which `keep` holds, each once, in their order. */
function* distinct(values: JsonArray, keep: (value: Json) => boolean): Pieces<Json[]> {
  const seen = new ValueSet();
  const result: Json[] = [];
  yield* each(values, (value, exact) => {
    if (keep(value) && seen.add(value)) pushExact(result, exact);
  });
  return result;
}

export const SET_FUNCTIONS: readonly BuiltinFunction[] = [
  ofArrays("SETDIFFERENCE", function* (a, b) {
    const excluded = yield* setOf(b);
    return yield* distinct(a, (value) => !excluded.has(value));
  }),
  ofArrays("SETEQUAL", function* (a, b) {
    const left = yield* setOf(a);
    const right = yield* setOf(b);
    let isEqual = left.size === right.size;
    yield* each(b, (value) => {
      isEqual &&= left.has(value);
    });
    return isEqual;
  }),
  // In the order of the second array, as the service's own example shows.
  ofArrays("SETINTERSECT", function* (a, b) {
    const wanted = yield* setOf(a);
    return yield* distinct(b, (value) => wanted.has(value));
  }),
  ofArrays("SETUNION", function* (a, b) {
    const seen = new ValueSet();
    const result: Json[] = [];
    const add = (value: Json, exact: Exact<Json>) => {
      if (seen.add(value)) pushExact(result, exact);
    };
    yield* each(a, add);
    yield* each(b, add);
    return result;
  }),
];
