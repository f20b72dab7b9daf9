/**
 * String functions. Positions and lengths count UTF-16 code units; ignoring case means comparing lower-cased text.
 * A result longer than the longest string allowed (`OPERATOR_LIMITS`) is `undefined`.
 */
import type { Json, Value } from "@orrerydb/exact-json";
import {
  type BuiltinFunction,
  binary,
  binaryOrTernary,
  ternary,
  unary,
  unaryOrBinary,
  variadic,
} from "../builtin-function.ts";
import { OPERATOR_LIMITS } from "../values/operators.ts";

/** The service's own limit. */
const REPLICATE_LENGTH_MAX = 10_000;

function ofString(name: string, compute: (text: string) => Json): BuiltinFunction {
  return unary(name, (text) => (typeof text === "string" ? compute(text) : undefined));
}

function concatAll(args: readonly Value[]): Value {
  let result = "";
  for (const arg of args) {
    if (typeof arg !== "string") return undefined;
    result += arg;
    if (result.length > OPERATOR_LIMITS.stringLengthMax) return undefined;
  }
  return result;
}

function indexOf(text: Value, part: Value, start: Value): Value {
  if (typeof text !== "string" || typeof part !== "string" || !Number.isInteger(start)) return undefined;
  return text.indexOf(part, start as number);
}

/** Looks backwards from the code unit at `start`, which is the last that an occurrence may cover. */
function lastIndexOf(text: Value, part: Value, start: Value): Value {
  if (typeof text !== "string" || typeof part !== "string" || !Number.isInteger(start)) return undefined;
  const latest = (start as number) - part.length + 1;
  return latest < 0 ? -1 : text.lastIndexOf(part, latest);
}

function substring(text: Value, start: Value, length: Value): Value {
  if (typeof text !== "string" || !Number.isInteger(start) || !Number.isInteger(length)) return undefined;
  if ((start as number) < 0 || (length as number) <= 0) return "";
  return text.slice(start as number, (start as number) + (length as number));
}

function right(text: Value, length: Value): Value {
  if (typeof text !== "string" || !Number.isInteger(length)) return undefined;
  return (length as number) <= 0 ? "" : text.slice(-(length as number));
}

function replace(text: Value, find: Value, replacement: Value): Value {
  if (typeof text !== "string" || typeof find !== "string" || typeof replacement !== "string") {
    return undefined;
  }
  if (find === "") return text;
  const parts = text.split(find);
  if (parts.length === 1) return text;
  const length = text.length + (parts.length - 1) * (replacement.length - find.length);
  return length <= OPERATOR_LIMITS.stringLengthMax ? parts.join(replacement) : undefined;
}

function replicate(text: Value, count: Value): Value {
  if (typeof text !== "string" || typeof count !== "number" || !(count >= 0)) return undefined;
  const times = Math.trunc(count);
  return text.length * times <= REPLICATE_LENGTH_MAX && Number.isFinite(times)
    ? text.repeat(times)
    : undefined;
}

function stringJoin(array: Value, separator: Value): Value {
  if (!Array.isArray(array) || typeof separator !== "string") return undefined;
  let length = separator.length * Math.max(0, array.length - 1);
  for (const item of array) {
    if (typeof item !== "string") return undefined;
    length += item.length;
  }
  return length <= OPERATOR_LIMITS.stringLengthMax ? array.join(separator) : undefined;
}

function stringSplit(text: Value, delimiter: Value): Value {
  if (typeof text !== "string" || typeof delimiter !== "string") return undefined;
  return delimiter === "" ? [text] : text.split(delimiter);
}

/** Compact JSON, except that a string is itself and a number that JSON cannot write has its name. */
function toText(value: Value): Value {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

/** The ends of a string to take characters off. */
interface Ends {
  readonly start: boolean;
  readonly end: boolean;
}

/** `characters` is a set, not a prefix or suffix. */
function trimCharacters(text: string, characters: string, ends: Ends): string {
  let from = 0;
  let to = text.length;
  while (ends.start && from < to && characters.includes(text[from]!)) from++;
  while (ends.end && to > from && characters.includes(text[to - 1]!)) to--;
  return text.slice(from, to);
}

function trim(name: string, ends: Ends, trimSpace: (text: string) => string): BuiltinFunction {
  return unaryOrBinary(
    name,
    (text) => (typeof text === "string" ? trimSpace(text) : undefined),
    (text, characters) =>
      typeof text === "string" && typeof characters === "string"
        ? trimCharacters(text, characters, ends)
        : undefined,
  );
}

export const STRING_FUNCTIONS: readonly BuiltinFunction[] = [
  variadic("CONCAT", 2, Number.POSITIVE_INFINITY, concatAll),
  binaryOrTernary("INDEX_OF", (text, part) => indexOf(text, part, 0), indexOf),
  binaryOrTernary(
    "LASTINDEXOF",
    (text, part) =>
      typeof text === "string" && typeof part === "string" ? text.lastIndexOf(part) : undefined,
    lastIndexOf,
  ),
  binary("LEFT", (text, length) => substring(text, 0, length)),
  ofString("LENGTH", (text) => text.length),
  ofString("LOWER", (text) => text.toLowerCase()),
  trim("LTRIM", { start: true, end: false }, (text) => text.trimStart()),
  ternary("REPLACE", replace),
  binary("REPLICATE", replicate),
  ofString("REVERSE", (text) => [...text].reverse().join("")),
  binary("RIGHT", right),
  trim("RTRIM", { start: false, end: true }, (text) => text.trimEnd()),
  binary("STRINGJOIN", stringJoin),
  binary("STRINGSPLIT", stringSplit),
  ternary("SUBSTRING", substring),
  unary("TOSTRING", toText),
  trim("TRIM", { start: true, end: true }, (text) => text.trim()),
  ofString("UPPER", (text) => text.toUpperCase()),
];
