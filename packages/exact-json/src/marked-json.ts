/**
 * JSON values in which every number and name that a JavaScript value cannot hold is a marked string. A program that
 * parses JSON into doubles, such as the SDK, passes marked strings on unchanged, so items keep their digits and the
 * order of their names on the way from one container to another.
 *
 * The mark is random per process: no string of a user can begin with it. Code that computes with an item calls
 * `unmarkedJson` first.
 */

import { exactObject } from "./exact-object.ts";
import type { Json, JsonObject } from "./json.ts";
import { mayLoseForm, parseJsonText } from "./parse-json-text.ts";
import { hasForm } from "./print-json-text.ts";
import { arrayOf, type Exact, ExactNumber, exactMember, formOf, inexact, namesOf } from "./source-form.ts";

const MARK = `orrery-${crypto.randomUUID()}-`;
const NUMBER_MARK = `${MARK}number-`;
const NAME_MARK = `${MARK}name-`;
const MARKED = new RegExp(`"(?:${NUMBER_MARK}([^"]*)"|${NAME_MARK})`, "g");

/** A value with its source form, as marked JSON. */
export function markedJson<T>(value: T): T {
  return marked(value as Json) as T;
}

function marked(value: Exact<Json>): Json {
  if (value instanceof ExactNumber) return NUMBER_MARK + value.digits;
  if (!hasForm(value)) return value;
  if (Array.isArray(value)) return value.map((_, i) => marked(exactMember(value, i) as Exact<Json>));
  const object = value as JsonObject;
  const isReordered = formOf(object)?.names !== undefined;
  return Object.fromEntries(
    namesOf(object).map((name) => [
      isReordered && /^\d/.test(name) ? NAME_MARK + name : name,
      marked(exactMember(object, name) as Exact<Json>),
    ]),
  );
}

/** Marked JSON as a value with its source form, for code that computes: numbers are doubles, names are as users know them. */
export function unmarkedJson<T>(value: T): T {
  return hasMarks(value) ? (inexact(unmarked(value as Json)) as T) : value;
}

function unmarked(value: Json): Exact<Json> {
  if (typeof value === "string" && value.startsWith(NUMBER_MARK)) {
    const digits = value.slice(NUMBER_MARK.length);
    return new ExactNumber(Number(digits), digits);
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return arrayOf(value.map(unmarked));
  return exactObject(
    Object.entries(value as JsonObject).map(([name, member]) => [
      name.startsWith(NAME_MARK) ? name.slice(NAME_MARK.length) : name,
      unmarked(member),
    ]),
  );
}

function hasMarks(value: unknown): boolean {
  if (typeof value === "string") return value.startsWith(MARK);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasMarks);
  for (const name in value)
    if (name.startsWith(MARK) || hasMarks((value as Record<string, unknown>)[name])) return true;
  return false;
}

/** Puts marks into JSON text. Text of which `JSON.parse` loses nothing costs one regular expression. */
export function markJsonText(text: string): string {
  if (!mayLoseForm(text)) return text;
  const value = parseJsonText(text);
  return hasForm(value) ? JSON.stringify(markedJson(value)) : text;
}

/** Restores the JSON text that marks were put into. */
export function unmarkJsonText(text: string): string {
  if (!text.includes(MARK)) return text;
  return text.replace(MARKED, (_, digits: string | undefined) => digits ?? '"');
}

/** `JSON.stringify` of marked JSON, with digits in place of marks. */
export function printMarkedJson(value: unknown): string {
  return unmarkJsonText(JSON.stringify(value));
}
