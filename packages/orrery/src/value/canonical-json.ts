/**
 * JSON with the keys of every object in order: equal values, and only they, have equal texts. Numbers that JSON lacks
 * are written by name. Hashed into index keys. On disk: do not change.
 */
import type { Json, JsonObject } from "./json.ts";

export function canonicalJson(value: Json): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const object = value as JsonObject;
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key]!)}`);
  return `{${members.join(",")}}`;
}
