/** Type checks: the functions that answer for `undefined` too, with false. */
import type { Value } from "@orrerydb/exact-json";
import { type BuiltinFunction, unary } from "../builtin-function.ts";
import { parseDateTime } from "../dates/date-time.ts";

const INT64_MAX = 2 ** 63;

export function isObject(value: Value): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A 64-bit integer. 2^63 passes, because the largest integer becomes it in a double. */
function isInteger(value: Value): boolean {
  return Number.isInteger(value) && Math.abs(value as number) <= INT64_MAX;
}

const isBool = (value: Value): boolean => typeof value === "boolean";

export const TYPE_CHECK_FUNCTIONS: readonly BuiltinFunction[] = [
  unary("IS_ARRAY", (value) => Array.isArray(value)),
  unary("IS_BOOL", isBool),
  unary("IS_BOOLEAN", isBool),
  unary("IS_DATETIME", (value) => parseDateTime(value) !== undefined),
  unary("IS_DEFINED", (value) => value !== undefined),
  unary("IS_FINITE_NUMBER", (value) => Number.isFinite(value)),
  unary("IS_INTEGER", isInteger),
  unary("IS_NULL", (value) => value === null),
  unary("IS_NUMBER", (value) => typeof value === "number"),
  unary("IS_OBJECT", isObject),
  unary("IS_PRIMITIVE", (value) => value !== undefined && (typeof value !== "object" || value === null)),
  unary("IS_STRING", (value) => typeof value === "string"),
];
