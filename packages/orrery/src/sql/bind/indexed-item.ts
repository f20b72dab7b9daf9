/**
 * Items that are made of index entries, and hold no more than these tell. What they hold of a computed property is its
 * value, which cannot be computed from them.
 */
import type { JsonObject, Value } from "@orrerydb/exact-json";

const FROM_INDEX = Symbol("made of index entries");

/** Marks an object that the caller has just made. Copies by spreading are such items too. */
export function indexedItem(values: JsonObject): JsonObject {
  (values as { [FROM_INDEX]?: true })[FROM_INDEX] = true;
  return values;
}

export function isIndexedItem(item: Value): item is JsonObject {
  return typeof item === "object" && item !== null && FROM_INDEX in item;
}
