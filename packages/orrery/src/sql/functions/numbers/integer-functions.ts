/**
 * 64-bit integer functions. An argument that is not an integer, or beyond 64 bits, gives `undefined`; so does a result
 * beyond 64 bits, a division by zero, and a shift by less than 0 or more than 63 places.
 *
 * Values are doubles: up to 2^53 they are exact and computed as such, beyond that through BigInt.
 */
import type { Value } from "@orrerydb/exact-json";
import { type BuiltinFunction, binary, unary } from "../builtin-function.ts";

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Doubles cannot hold 2^63 - 1: the range ends just below 2^63. */
function isInt64(value: Value): value is number {
  return Number.isInteger(value) && (value as number) >= -(2 ** 63) && (value as number) < 2 ** 63;
}

function toValue(result: bigint): Value {
  return result >= INT64_MIN && result <= INT64_MAX ? Number(result) : undefined;
}

/** `fast` computes on doubles and is trusted where its result is a safe integer; `exact` is the definition. */
function ofIntegers(
  name: string,
  fast: (x: number, y: number) => number,
  exact: (x: bigint, y: bigint) => bigint | undefined,
): BuiltinFunction {
  return binary(name, (x, y) => {
    if (!isInt64(x) || !isInt64(y)) return undefined;
    if (Number.isSafeInteger(x) && Number.isSafeInteger(y)) {
      const result = fast(x, y);
      if (Number.isSafeInteger(result)) return result + 0; // no negative zero
    }
    const result = exact(BigInt(x), BigInt(y));
    return result === undefined ? undefined : toValue(result);
  });
}

/** On numbers of 32 bits the operators of the language are exact; a wider operand takes the long way. */
function bitwise(
  name: string,
  fast: (x: number, y: number) => number,
  exact: (x: bigint, y: bigint) => bigint,
): BuiltinFunction {
  return ofIntegers(name, (x, y) => ((x | 0) === x && (y | 0) === y ? fast(x, y) : Number.NaN), exact);
}

function shift(name: string, exact: (x: bigint, places: bigint) => bigint): BuiltinFunction {
  return ofIntegers(
    name,
    () => Number.NaN,
    (x, places) => (places < 0n || places > 63n ? undefined : BigInt.asIntN(64, exact(x, places))),
  );
}

export const INTEGER_FUNCTIONS: readonly BuiltinFunction[] = [
  ofIntegers(
    "INTADD",
    (x, y) => x + y,
    (x, y) => x + y,
  ),
  ofIntegers(
    "INTSUB",
    (x, y) => x - y,
    (x, y) => x - y,
  ),
  ofIntegers(
    "INTMUL",
    (x, y) => x * y,
    (x, y) => x * y,
  ),
  ofIntegers(
    "INTDIV",
    (x, y) => Math.trunc(x / y),
    (x, y) => (y === 0n ? undefined : x / y),
  ),
  ofIntegers(
    "INTMOD",
    (x, y) => x % y,
    (x, y) => (y === 0n ? undefined : x % y),
  ),
  bitwise(
    "INTBITAND",
    (x, y) => x & y,
    (x, y) => x & y,
  ),
  bitwise(
    "INTBITOR",
    (x, y) => x | y,
    (x, y) => x | y,
  ),
  bitwise(
    "INTBITXOR",
    (x, y) => x ^ y,
    (x, y) => x ^ y,
  ),
  unary("INTBITNOT", (x) => (isInt64(x) ? toValue(~BigInt(x)) : undefined)),
  shift("INTBITLEFTSHIFT", (x, places) => x << places),
  shift("INTBITRIGHTSHIFT", (x, places) => x >> places),
];
