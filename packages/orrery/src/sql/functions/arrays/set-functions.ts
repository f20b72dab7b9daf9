/** Set functions: arrays taken as sets, results without duplicates. */
import type { Json, JsonArray, Value } from "../../../value/json.ts";
import { type BuiltinFunction, binary } from "../builtin-function.ts";
import { ValueSet } from "../values/value-set.ts";

function ofArrays(name: string, compute: (a: JsonArray, b: JsonArray) => Json): BuiltinFunction {
  return binary(name, (a: Value, b: Value) =>
    Array.isArray(a) && Array.isArray(b) ? compute(a as JsonArray, b as JsonArray) : undefined,
  );
}

/** The members for which `keep` holds, each once, in their order. */
function distinct(items: Iterable<Json>, keep: (item: Json) => boolean): Json[] {
  const seen = new ValueSet();
  const result: Json[] = [];
  for (const item of items) if (keep(item) && seen.add(item)) result.push(item);
  return result;
}

function setEqual(a: JsonArray, b: JsonArray): boolean {
  const left = ValueSet.of(a);
  return left.size === ValueSet.of(b).size && b.every((item) => left.has(item));
}

export const SET_FUNCTIONS: readonly BuiltinFunction[] = [
  ofArrays("SETDIFFERENCE", (a, b) => {
    const excluded = ValueSet.of(b);
    return distinct(a, (item) => !excluded.has(item));
  }),
  ofArrays("SETEQUAL", setEqual),
  // In the order of the second array, as the service's own example shows.
  ofArrays("SETINTERSECT", (a, b) => {
    const wanted = ValueSet.of(a);
    return distinct(b, (item) => wanted.has(item));
  }),
  ofArrays("SETUNION", (a, b) => {
    const seen = new ValueSet();
    const isNew = (item: Json) => seen.add(item);
    return [...a.filter(isNew), ...b.filter(isNew)];
  }),
];
