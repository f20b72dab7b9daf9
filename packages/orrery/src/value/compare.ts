/**
 * The one order of values: undefined < null < false < true < number < string < array < object.
 *
 * Strings compare by UTF-16 code unit, as the clients that merge sorted pages do. Arrays compare element by
 * element, objects by their sorted keys and then values, so that the order is total and `0` means equal.
 */
import type { JsonArray, JsonObject, Value } from "./json.ts";

function typeRank(value: Value): number {
  switch (typeof value) {
    case "undefined":
      return 0;
    case "boolean":
      return value ? 3 : 2;
    case "number":
      return 4;
    case "string":
      return 5;
    default:
      return value === null ? 1 : Array.isArray(value) ? 6 : 7;
  }
}

export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  const rank = typeRank(a);
  const difference = rank - typeRank(b);
  if (difference !== 0) return difference;
  switch (rank) {
    case 4:
    case 5:
      return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
    case 6:
      return compareArrays(a as JsonArray, b as JsonArray);
    case 7:
      return compareObjects(a as JsonObject, b as JsonObject);
    default:
      return 0;
  }
}

function compareArrays(a: JsonArray, b: JsonArray): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareObjects(a: JsonObject, b: JsonObject): number {
  const aKeys = Object.keys(a).sort();
  const bKeys = Object.keys(b).sort();
  const shorter = Math.min(aKeys.length, bKeys.length);
  for (let i = 0; i < shorter; i++) {
    const aKey = aKeys[i]!;
    const bKey = bKeys[i]!;
    if (aKey !== bKey) return aKey < bKey ? -1 : 1;
    const order = compareValues(a[aKey], b[bKey]);
    if (order !== 0) return order;
  }
  return aKeys.length - bKeys.length;
}

/** Deep equality; the order of an object's keys does not matter. */
export function valuesEqual(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => valuesEqual(item, b[i]));
  }
  if (Array.isArray(b)) return false;
  const left = a as JsonObject;
  const right = b as JsonObject;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && valuesEqual(left[key], right[key]))
  );
}
