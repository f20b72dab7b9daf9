/**
 * JSON with the keys of every object in order: equal values, and only they, have equal texts. Numbers that JSON lacks
 * are written by name. Hashed into index keys. On disk: do not change.
 */
import type { Json, JsonArray, JsonObject } from "@orrerydb/exact-json";

/** Of such characters JSON escapes none. */
const PLAIN = /^[ !#-[\]-~\u00a0-\ud7ff\ue000-\uffff]*$/;

export function canonicalJson(value: Json): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return String(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const element of value as JsonArray) text += `${text && ","}${canonicalJson(element)}`;
    return `[${text}]`;
  }
  const object = value as JsonObject;
  for (const name of namesInOrder(object)) {
    text += `${text && ","}${quoted(name)}:${canonicalJson(object[name]!)}`;
  }
  return `{${text}}`;
}

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Often they are already. */
function namesInOrder(object: JsonObject): readonly string[] {
  const names = Object.keys(object);
  for (let i = 1; i < names.length; i++) if (names[i]! < names[i - 1]!) return names.sort();
  return names;
}
