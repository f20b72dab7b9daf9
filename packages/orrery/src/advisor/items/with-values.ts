/** An item with other values at some of its paths. */
import type { Json, JsonObject } from "@orrerydb/exact-json";

export interface PathValue {
  readonly segments: readonly string[];
  readonly value: Json;
}

export function withValues(item: JsonObject, values: readonly PathValue[]): JsonObject {
  let changed = item;
  for (const { segments, value } of values) changed = put(changed, segments, value);
  return changed;
}

function put(object: JsonObject, [first, ...deeper]: readonly string[], value: Json): JsonObject {
  if (deeper.length === 0) return { ...object, [first!]: value };
  const inner = object[first!];
  const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
  return { ...object, [first!]: put(isObject ? (inner as JsonObject) : {}, deeper, value) };
}
