/** `JSON.stringify` that also prints the source form: digits and the order of names. */
import type { Json, JsonArray, JsonObject } from "./json.ts";
import { digitsAt, type Exact, ExactNumber, formOf, namesOf } from "./source-form.ts";

export function printJsonText(value: Exact<Json>): string {
  if (value instanceof ExactNumber) return value.digits;
  return hasForm(value) ? printWithForm(value) : JSON.stringify(value);
}

/** Whether anything in a value has a form, so that `JSON.stringify` would lose it. */
export function hasForm(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (formOf(value as JsonObject) !== undefined) return true;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (hasForm(value[i] as Json)) return true;
    return false;
  }
  for (const name in value as JsonObject) if (hasForm((value as JsonObject)[name]!)) return true;
  return false;
}

function printWithForm(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    const array = value as JsonArray;
    return `[${array.map((_, i) => printMember(array, i)).join(",")}]`;
  }
  const object = value as JsonObject;
  return `{${namesOf(object)
    .map((name) => `${JSON.stringify(name)}:${printMember(object, name)}`)
    .join(",")}}`;
}

/** The value of a member, without its name. */
export function printMember(container: JsonObject | JsonArray, key: string | number): string {
  const value = (container as JsonObject)[key]!;
  return typeof value === "number"
    ? (digitsAt(container, key) ?? JSON.stringify(value))
    : printJsonText(value);
}
