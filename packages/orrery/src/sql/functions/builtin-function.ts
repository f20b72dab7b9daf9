/**
 * The shape of a built-in scalar function: pure, given its arguments and a context.
 *
 * `call` works for every argument count between `minArgs` and `maxArgs`. `call0` to `call3` are the same function
 * for that many arguments, without an array: binding uses them where they exist. An argument that was not
 * written is not passed at all; one that evaluated to nothing is `undefined`, and most functions answer
 * `undefined` for it. Values passed in are never changed, and may be shared with the result.
 */
import type { Exact, Value } from "@orrerydb/exact-json";
import type { GeospatialType } from "../../spatial/geometry.ts";

/** What a function may know besides its arguments. The clock and the random source are injected. */
export interface FunctionContext {
  /** The time now, in milliseconds since 1970, with a fraction if the clock has one. */
  nowMs(): number;
  /** The time at which the query was bound: the one value of GETCURRENT…STATIC. */
  readonly boundAtMs: number;
  /** In [0, 1). */
  random(): number;
  readonly geospatialType: GeospatialType;
  /** Of the text that is searched, such as "en-US"; where no path has its own, the container's default. */
  readonly fullTextLanguage: string;
  /** Counts steps that the sizes of arguments and result do not tell; absent where nobody counts. */
  readonly spend?: (steps: number) => void;
  /** The result of long work, others being served between its pieces; absent where nobody is. */
  readonly inPieces?: (name: string, pieces: Generator<void, Value>) => Value;
  /** By canonical path, where the container's policy names one. */
  readonly fullTextLanguages?: ReadonlyMap<string, string>;
}

export interface FunctionCalls {
  readonly call: (args: readonly Value[], context: FunctionContext) => Value;
  readonly call0?: (context: FunctionContext) => Value;
  readonly call1?: (a: Value, context: FunctionContext) => Value;
  readonly call2?: (a: Value, b: Value, context: FunctionContext) => Value;
  readonly call3?: (a: Value, b: Value, c: Value, context: FunctionContext) => Value;
}

/** An argument whose value is known before the first row. */
export interface Constant {
  readonly value: Value;
}

export interface BuiltinFunction extends FunctionCalls {
  /** In upper case, except the hidden helpers of rewritten queries. */
  readonly name: string;
  readonly minArgs: number;
  readonly maxArgs: number;
  /** For an answer, where the result is one of the numbers that were passed in: with its digits. */
  readonly callExact?: (args: readonly Exact[]) => Exact;
  /** Where its arguments are large, it comes in pieces. */
  readonly comesInPieces?: boolean;
  /** Equal arguments give equal results: a call on constants may be folded into its value. */
  readonly deterministic: boolean;
  /**
   * The same function with work moved out of the row loop, where arguments are constants (`undefined` in the list
   * means: not constant). Called like the original, with all arguments. `undefined`: nothing to gain.
   */
  readonly specialize?: (constants: readonly (Constant | undefined)[]) => FunctionCalls | undefined;
}

type Specialize = NonNullable<BuiltinFunction["specialize"]>;

export function nullary(name: string, call0: (context: FunctionContext) => Value): BuiltinFunction {
  return {
    name,
    minArgs: 0,
    maxArgs: 0,
    deterministic: true,
    call0,
    call: (_args, context) => call0(context),
  };
}

export function unary(name: string, call1: (a: Value, context: FunctionContext) => Value): BuiltinFunction {
  return {
    name,
    minArgs: 1,
    maxArgs: 1,
    deterministic: true,
    call1,
    call: (args, context) => call1(args[0], context),
  };
}

export function binary(
  name: string,
  call2: (a: Value, b: Value, context: FunctionContext) => Value,
  specialize?: Specialize,
): BuiltinFunction {
  return {
    name,
    minArgs: 2,
    maxArgs: 2,
    deterministic: true,
    call2,
    call: (args, context) => call2(args[0], args[1], context),
    ...(specialize && { specialize }),
  };
}

export function ternary(
  name: string,
  call3: (a: Value, b: Value, c: Value, context: FunctionContext) => Value,
): BuiltinFunction {
  return {
    name,
    minArgs: 3,
    maxArgs: 3,
    deterministic: true,
    call3,
    call: (args, context) => call3(args[0], args[1], args[2], context),
  };
}

/** One argument, and a second that may be left out. */
export function unaryOrBinary(
  name: string,
  call1: (a: Value, context: FunctionContext) => Value,
  call2: (a: Value, b: Value, context: FunctionContext) => Value,
): BuiltinFunction {
  return {
    name,
    minArgs: 1,
    maxArgs: 2,
    deterministic: true,
    call1,
    call2,
    call: (args, context) => (args.length === 1 ? call1(args[0], context) : call2(args[0], args[1], context)),
  };
}

/** Two arguments, and a third that may be left out. */
export function binaryOrTernary(
  name: string,
  call2: (a: Value, b: Value, context: FunctionContext) => Value,
  call3: (a: Value, b: Value, c: Value, context: FunctionContext) => Value,
  specialize?: Specialize,
): BuiltinFunction {
  return {
    name,
    minArgs: 2,
    maxArgs: 3,
    deterministic: true,
    call2,
    call3,
    call: (args, context) =>
      args.length === 2 ? call2(args[0], args[1], context) : call3(args[0], args[1], args[2], context),
    ...(specialize && { specialize }),
  };
}

export function variadic(
  name: string,
  minArgs: number,
  maxArgs: number,
  call: (args: readonly Value[], context: FunctionContext) => Value,
  specialize?: Specialize,
): BuiltinFunction {
  return { name, minArgs, maxArgs, deterministic: true, call, ...(specialize && { specialize }) };
}

/** The same function, marked as one whose value depends on more than its arguments. */
export function nondeterministic(fn: BuiltinFunction): BuiltinFunction {
  return { ...fn, deterministic: false };
}
