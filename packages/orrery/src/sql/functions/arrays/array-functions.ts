/** Array functions. An argument that should be an array and is not gives `undefined`. */

import {
  arrayOf,
  type Exact,
  exactElements,
  exactMember,
  exactObject,
  inexact,
  type Json,
  type JsonArray,
  type JsonObject,
  namesOf,
  type Value,
  withElements,
} from "@orrerydb/exact-json";
import { compareValues } from "@orrerydb/keys/order";
import { valuesEqual } from "../../../value/values-equal.ts";
import { type BuiltinFunction, binaryOrTernary, unary, variadic } from "../builtin-function.ts";
import { and, or } from "../values/operators.ts";
import { isObject } from "../values/type-check.ts";

/** Elements of the longest array that ARRAY_CONCAT builds; longer is `undefined`. */
const ARRAY_LENGTH_MAX = 1024 * 1024;

function arrayConcat(args: readonly Value[]): Value {
  const arrays: JsonArray[] = [];
  let length = 0;
  for (const arg of args) {
    if (!Array.isArray(arg)) return undefined;
    length += arg.length;
    if (length > ARRAY_LENGTH_MAX) return undefined;
    arrays.push(arg);
  }
  return arrayOf(arrays.flatMap(exactElements));
}

function contains(array: JsonArray, wanted: Json): boolean {
  if (typeof wanted !== "object" || wanted === null) return array.includes(wanted);
  for (const item of array) if (valuesEqual(item, wanted)) return true;
  return false;
}

/** An object matches in part when it has every property of the wanted one, with an equal value. */
function containsPartially(array: JsonArray, wanted: Json): boolean {
  if (!isObject(wanted)) return contains(array, wanted);
  const entries = Object.entries(wanted as JsonObject);
  return array.some(
    (item) =>
      isObject(item) &&
      entries.every(
        ([key, value]) =>
          Object.hasOwn(item as JsonObject, key) && valuesEqual((item as JsonObject)[key], value),
      ),
  );
}

function arrayContains(array: Value, wanted: Value, partial: Value): Value {
  if (!Array.isArray(array) || wanted === undefined) return undefined;
  if (partial === true) return containsPartially(array, wanted);
  return partial === false || partial === undefined ? contains(array, wanted) : undefined;
}

/** ARRAY_CONTAINS_ANY and _ALL: the OR or the AND of ARRAY_CONTAINS over the values. */
function arrayContainsMany(name: string, combine: typeof and): BuiltinFunction {
  const decisive = combine === or;
  return variadic(name, 2, Number.POSITIVE_INFINITY, (args) => {
    const array = args[0];
    if (!Array.isArray(array)) return undefined;
    let result: Value = !decisive;
    for (let i = 1; i < args.length; i++) {
      const wanted = args[i];
      const found = wanted === undefined ? undefined : contains(array, wanted);
      if (found === decisive) return decisive;
      result = combine(result, found);
    }
    return result;
  });
}

function arraySlice(array: Value, start: Value, length: Value): Value {
  if (!Array.isArray(array) || !Number.isInteger(start) || !Number.isInteger(length)) return undefined;
  const from = (start as number) < 0 ? Math.max(0, array.length + (start as number)) : (start as number);
  if ((length as number) <= 0) return [];
  return withElements(array, (elements) => elements.slice(from, from + (length as number)));
}

/** ARRAY_MAX (`sign` 1) and ARRAY_MIN (-1) in the order of values; only primitives can be compared. */
function extreme(array: Value, sign: 1 | -1): Exact {
  if (!Array.isArray(array) || array.length === 0) return undefined;
  let best: number | undefined;
  for (const [i, item] of (array as JsonArray).entries()) {
    if (typeof item === "object" && item !== null) return undefined;
    if (best === undefined || compareValues(item, array[best]) * sign > 0) best = i;
  }
  return exactMember(array as JsonArray, best!);
}

function extremeFunction(name: string, sign: 1 | -1): BuiltinFunction {
  return {
    ...unary(name, (array) => inexact(extreme(array, sign))),
    callExact: ([array]) => extreme(inexact(array), sign),
  };
}

function sum(array: Value): number | undefined {
  if (!Array.isArray(array)) return undefined;
  let total = 0;
  for (const item of array as JsonArray) {
    if (typeof item !== "number") return undefined;
    total += item;
  }
  return total;
}

function average(array: Value): Value {
  const total = sum(array);
  const count = total === undefined ? 0 : (array as JsonArray).length;
  return count === 0 ? undefined : total! / count;
}

function median(array: Value): Value {
  if (!Array.isArray(array) || array.length === 0) return undefined;
  if (!array.every((item) => typeof item === "number")) return undefined;
  const sorted = Float64Array.from(array).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function choose<T extends Exact>(args: readonly T[]): T | undefined {
  const position = args[0];
  return typeof position === "number" && position >= 1 ? args[position] : undefined;
}

function objectToArray(object: Value, keyName: Value, valueName: Value): Value {
  if (!isObject(object) || typeof keyName !== "string" || typeof valueName !== "string") return undefined;
  return namesOf(object as JsonObject).map((key) =>
    exactObject([
      [keyName, key],
      [valueName, exactMember(object as JsonObject, key) as Exact<Json>],
    ]),
  );
}

export const ARRAY_FUNCTIONS: readonly BuiltinFunction[] = [
  unary("ARRAY_AVG", average),
  variadic("ARRAY_CONCAT", 2, Number.POSITIVE_INFINITY, arrayConcat),
  binaryOrTernary("ARRAY_CONTAINS", (array, wanted) => arrayContains(array, wanted, false), arrayContains),
  // In no documentation, but the service plans it, as it plans ARRAY_CONTAINS.
  binaryOrTernary(
    "_TRY_ARRAY_CONTAINS",
    (array, wanted) => arrayContains(array, wanted, false),
    arrayContains,
  ),
  arrayContainsMany("ARRAY_CONTAINS_ALL", and),
  arrayContainsMany("ARRAY_CONTAINS_ANY", or),
  unary("ARRAY_LENGTH", (array) => (Array.isArray(array) ? array.length : undefined)),
  extremeFunction("ARRAY_MAX", 1),
  unary("ARRAY_MEDIAN", median),
  extremeFunction("ARRAY_MIN", -1),
  binaryOrTernary(
    "ARRAY_SLICE",
    (array, start) => arraySlice(array, start, Number.MAX_SAFE_INTEGER),
    arraySlice,
  ),
  unary("ARRAY_SUM", sum),
  { ...variadic("CHOOSE", 2, Number.POSITIVE_INFINITY, choose), callExact: choose },
  variadic("OBJECTTOARRAY", 1, 3, (args) =>
    objectToArray(args[0], args.length > 1 ? args[1] : "k", args.length > 2 ? args[2] : "v"),
  ),
];
