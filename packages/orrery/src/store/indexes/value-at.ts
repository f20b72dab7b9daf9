import type { JsonObject, Value } from "@orrerydb/exact-json";

/** The value at a path that leads through objects alone. */
export function valueAt(document: JsonObject, segments: readonly string[]): Value {
  let value: Value = document;
  for (const segment of segments) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const object = value as JsonObject;
    if (!Object.hasOwn(object, segment)) return undefined;
    value = object[segment];
  }
  return value;
}
