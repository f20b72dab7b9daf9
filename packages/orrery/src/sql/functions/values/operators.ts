/**
 * The operators of the query language on values, with `undefined` as the third truth value.
 *
 * Arithmetic, bitwise operators and concatenation on a wrong type give `undefined`. Comparing with `undefined` gives
 * `undefined`. Equality across types is false (`!=` true); order exists only between two values of one primitive
 * type. AND is decided by one false, OR by one true; what is not a boolean counts as `undefined`.
 */

import { type Exact, exactMember, type JsonArray, type JsonObject, type Value } from "@orrerydb/exact-json";
import { valuesEqual } from "../../../value/values-equal.ts";

export const OPERATOR_LIMITS = {
  /** Longest string that `||` and CONCAT build: the size of an item. Longer is `undefined`. */
  stringLengthMax: 2 * 1024 * 1024,
} as const;

function onNumbers(compute: (a: number, b: number) => number): (a: Value, b: Value) => Value {
  return (a, b) => (typeof a === "number" && typeof b === "number" ? compute(a, b) : undefined);
}

function onNumber(compute: (a: number) => number): (a: Value) => Value {
  return (a) => (typeof a === "number" ? compute(a) : undefined);
}

export function concat(a: Value, b: Value): Value {
  if (typeof a !== "string" || typeof b !== "string") return undefined;
  return a.length + b.length <= OPERATOR_LIMITS.stringLengthMax ? a + b : undefined;
}

export function not(a: Value): Value {
  return typeof a === "boolean" ? !a : undefined;
}

export function and(a: Value, b: Value): Value {
  if (a === false || b === false) return false;
  return a === true && b === true ? true : undefined;
}

export function or(a: Value, b: Value): Value {
  if (a === true || b === true) return true;
  return a === false && b === false ? false : undefined;
}

export function equal(a: Value, b: Value): boolean | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a === b) return true;
  return typeof a === "object" && typeof b === "object" && valuesEqual(a, b);
}

function notEqual(a: Value, b: Value): boolean | undefined {
  const result = equal(a, b);
  return result === undefined ? undefined : !result;
}

/** Whether `<` and its kin are defined between two values: one primitive type, the same on both sides. */
function ordered(a: Value, b: Value): boolean {
  return typeof a === typeof b && (typeof a !== "object" ? a !== undefined : a === null && b === null);
}

export function less(a: Value, b: Value): boolean | undefined {
  return ordered(a, b) ? (a as number) < (b as number) : undefined;
}

export function lessOrEqual(a: Value, b: Value): boolean | undefined {
  return ordered(a, b) ? (a as number) <= (b as number) : undefined;
}

export function greater(a: Value, b: Value): boolean | undefined {
  return ordered(a, b) ? (a as number) > (b as number) : undefined;
}

export function greaterOrEqual(a: Value, b: Value): boolean | undefined {
  return ordered(a, b) ? (a as number) >= (b as number) : undefined;
}

export function between(value: Value, low: Value, high: Value): Value {
  return and(greaterOrEqual(value, low), lessOrEqual(value, high));
}

/** `value IN (list)`: the OR of its equalities. */
export function inList(value: Value, list: readonly Value[]): Value {
  if (value === undefined) return undefined;
  let unknown = false;
  for (const candidate of list) {
    const result = equal(value, candidate);
    if (result === true) return true;
    if (result === undefined) unknown = true;
  }
  return unknown ? undefined : false;
}

/** `IN` over a list known in advance: primitives are found by hash, so that long lists cost no more than short. */
export function compileIn(list: readonly Value[]): (value: Value) => Value {
  const primitives = new Set<Value>();
  const composites: Value[] = [];
  for (const candidate of list) {
    if (typeof candidate === "object" && candidate !== null) composites.push(candidate);
    else if (candidate !== undefined) primitives.add(candidate);
  }
  const otherwise = list.includes(undefined) ? undefined : false;
  return (value) => {
    if (value === undefined) return undefined;
    if (typeof value !== "object" || value === null) return primitives.has(value) ? true : otherwise;
    return composites.some((candidate) => valuesEqual(value, candidate)) ? true : otherwise;
  };
}

/** `value[index]`: a property by name or an element by position; anything else leads nowhere. */
export function member(value: Value, index: Value): Value {
  if (typeof value !== "object" || value === null) return undefined;
  if (typeof index === "string") {
    return !Array.isArray(value) && Object.hasOwn(value, index) ? (value as JsonObject)[index] : undefined;
  }
  return typeof index === "number" && Array.isArray(value) ? (value as JsonArray)[index] : undefined;
}

/** The same with the digits of a number. */
export function exactMemberOf(value: Value, index: Value): Exact {
  const found = member(value, index);
  return typeof found === "number" ? exactMember(value as JsonObject, index as string) : found;
}

/** `value.name` for a name known in advance. */
export function compileMember(name: string): (value: Value) => Value {
  // Only names that every object inherits need the slower question whether the property is its own.
  if (name in Object.prototype) return (value) => member(value, name);
  return (value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)[name]
      : undefined;
}

/** The operators by the names that the syntax tree gives them; AND, OR included, without their short cut. */
export const BINARY_OPERATORS = {
  or,
  and,
  "||": concat,
  "|": onNumbers((a, b) => a | b),
  "^": onNumbers((a, b) => a ^ b),
  "&": onNumbers((a, b) => a & b),
  "=": equal,
  "!=": notEqual,
  "<": less,
  "<=": lessOrEqual,
  ">": greater,
  ">=": greaterOrEqual,
  "<<": onNumbers((a, b) => a << b),
  ">>": onNumbers((a, b) => a >> b),
  ">>>": onNumbers((a, b) => a >>> b),
  "+": onNumbers((a, b) => a + b),
  "-": onNumbers((a, b) => a - b),
  "*": onNumbers((a, b) => a * b),
  "/": onNumbers((a, b) => a / b),
  "%": onNumbers((a, b) => a % b),
} as const satisfies Record<string, (a: Value, b: Value) => Value>;

export const UNARY_OPERATORS = {
  "-": onNumber((a) => -a),
  "+": onNumber((a) => a),
  "~": onNumber((a) => ~a),
  not,
} as const satisfies Record<string, (a: Value) => Value>;
