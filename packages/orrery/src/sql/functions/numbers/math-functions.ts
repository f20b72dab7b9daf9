/** Mathematical functions: numbers in, a number out; anything else gives `undefined`. */
import type { Value } from "@orrerydb/exact-json";
import {
  type BuiltinFunction,
  binary,
  nondeterministic,
  nullary,
  unary,
  unaryOrBinary,
} from "../builtin-function.ts";

function ofNumber(name: string, compute: (x: number) => number): BuiltinFunction {
  return unary(name, (x) => (typeof x === "number" ? compute(x) : undefined));
}

function ofTwoNumbers(name: string, compute: (x: number, y: number) => number): BuiltinFunction {
  return binary(name, (x, y) => (typeof x === "number" && typeof y === "number" ? compute(x, y) : undefined));
}

/** Half away from zero. `x + 0.5` alone would round 0.49999999999999994 up. */
function round(x: number): number {
  const whole = Math.trunc(x);
  return Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole;
}

function logarithm(x: number, base: number): number {
  if (base === 10) return Math.log10(x);
  if (base === 2) return Math.log2(x);
  return Math.log(x) / Math.log(base);
}

function numberBin(x: Value, size: Value): Value {
  if (typeof x !== "number" || typeof size !== "number" || size === 0) return undefined;
  return Math.floor(x / size) * size;
}

export const MATH_FUNCTIONS: readonly BuiltinFunction[] = [
  ofNumber("ABS", Math.abs),
  ofNumber("ACOS", Math.acos),
  ofNumber("ASIN", Math.asin),
  ofNumber("ATAN", Math.atan),
  ofTwoNumbers("ATN2", Math.atan2),
  ofNumber("CEILING", Math.ceil),
  ofNumber("COS", Math.cos),
  ofNumber("COT", (x) => 1 / Math.tan(x)),
  ofNumber("DEGREES", (x) => (180 / Math.PI) * x),
  ofNumber("EXP", Math.exp),
  ofNumber("FLOOR", Math.floor),
  unaryOrBinary(
    "LOG",
    (x) => (typeof x === "number" ? Math.log(x) : undefined),
    (x, base) => (typeof x === "number" && typeof base === "number" ? logarithm(x, base) : undefined),
  ),
  ofNumber("LOG10", Math.log10),
  unaryOrBinary("NUMBERBIN", (x) => numberBin(x, 1), numberBin),
  nullary("PI", () => Math.PI),
  ofTwoNumbers("POWER", (x, y) => x ** y),
  ofNumber("RADIANS", (x) => (Math.PI / 180) * x),
  nondeterministic(nullary("RAND", (context) => context.random())),
  ofNumber("ROUND", round),
  ofNumber("SIGN", Math.sign),
  ofNumber("SIN", Math.sin),
  ofNumber("SQRT", Math.sqrt),
  ofNumber("SQUARE", (x) => x * x),
  ofNumber("TAN", Math.tan),
  ofNumber("TRUNC", Math.trunc),
];
