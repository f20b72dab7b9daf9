/*
 * Joins the parts of a key into one string from which they can be told apart again.
 *
 * The first part stands as it is, whatever it contains. In every later part the last character of the separator is
 * written "~1", and "~" itself "~0". So no later part contains that character, the last separator in the key is the
 * last one that was put there, and a reader who splits from the right finds every part: `splitParts`. Most keys
 * look exactly like a plain join ("abc-123" and 2018 give "abc-123-2018"), because parts that contain the
 * separator are rare, and the first may.
 *
 * Numbers, booleans and null are written as in JSON. A string that reads like one of them ("2018"), or that begins
 * with an apostrophe, gets an apostrophe in front, as in a spreadsheet: 2018 and "2018" are two keys.
 *
 * In keys that are stored: do not change.
 */

import { SyntheticKeyError } from "./synthetic-key-error.ts";

/** Where in an item a value stands, such as "/address/city". */
export type Path = `/${string}`;

/** A value that can be part of a key. */
export type Scalar = string | number | boolean | null;

const APOSTROPHE = 0x27;

export function assertSeparator(separator: string): void {
  const last = separator.at(-1);
  if (last === undefined || last === "~" || last === "0" || last === "1") {
    throw new SyntheticKeyError(
      "InvalidStrategy",
      `The separator ${JSON.stringify(separator)} can't keep parts apart: use one that doesn't end with "~", "0" or "1" and is not empty, or ask for a plain join.`,
    );
  }
}

/** Text of one value, different for any two different values. */
export function scalarText(value: Scalar): string {
  if (typeof value !== "string") return Object.is(value, -0) ? "0" : String(value);
  return value.charCodeAt(0) === APOSTROPHE || readsLikeAnother(value) ? `'${value}` : value;
}

/** Text of a later part: free of the separator's last character. */
export function escapedText(value: Scalar, separator: string): string {
  const text = scalarText(value);
  const last = separator.at(-1)!;
  if (!text.includes(last) && !text.includes("~")) return text;
  return text.replaceAll("~", "~0").replaceAll(last, "~1");
}

export function joinParts(values: readonly Scalar[], separator: string): string {
  let key = scalarText(values[0]!);
  for (let index = 1; index < values.length; index++) {
    key += separator + escapedText(values[index]!, separator);
  }
  return key;
}

/** Undoes `joinParts`; `undefined` when the key was not made of so many parts. */
export function splitParts(key: string, count: number, separator: string): Scalar[] | undefined {
  const values: Scalar[] = [];
  let rest = key;
  for (let index = count - 1; index > 0; index--) {
    const at = rest.lastIndexOf(separator);
    if (at === -1) return undefined;
    const text = rest.slice(at + separator.length);
    values.unshift(scalarOf(text.replaceAll("~1", separator.at(-1)!).replaceAll("~0", "~")));
    rest = rest.slice(0, at);
  }
  values.unshift(scalarOf(rest));
  return values;
}

function scalarOf(text: string): Scalar {
  if (text.charCodeAt(0) === APOSTROPHE) return text.slice(1);
  return readsLikeAnother(text) ? (JSON.parse(text) as Scalar) : text;
}

/** Whether the text is what a number, a boolean or null is written as. */
function readsLikeAnother(text: string): boolean {
  const first = text.charCodeAt(0);
  if ((first >= 0x30 && first <= 0x39) || first === 0x2d) {
    const number = Number(text);
    return Number.isFinite(number) && String(number) === text;
  }
  return text === "true" || text === "false" || text === "null";
}
