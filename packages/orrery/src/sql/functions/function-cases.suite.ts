/**
 * Test kit: runs a table of calls, each in every form that binding may choose: with an array, by position,
 * and specialized for its constants. All forms must agree with the expected value.
 */
import type { Value } from "@orrerydb/exact-json";
import { describe, expect, it } from "vitest";
import type { BuiltinFunction, FunctionCalls, FunctionContext } from "./builtin-function.ts";
import { findFunction } from "./find-function.ts";

/** Function, arguments, expected value. */
export type FunctionCase = readonly [name: string, args: readonly Value[], expected: Value];

export const TEST_CONTEXT: FunctionContext = {
  nowMs: () => Date.UTC(2024, 9, 14, 14, 20, 30, 666) + 0.75,
  boundAtMs: Date.UTC(2024, 9, 14, 14, 20, 30),
  random: () => 0.25,
  geospatialType: "Geography",
  fullTextLanguage: "en-US",
};

export function callFunction(
  name: string,
  args: readonly Value[],
  context: FunctionContext = TEST_CONTEXT,
): Value {
  return requireFunction(name).call(args, context);
}

export function checkFunctionCases(
  cases: readonly FunctionCase[],
  context: FunctionContext = TEST_CONTEXT,
): void {
  const byName = new Map<string, FunctionCase[]>();
  for (const one of cases) byName.set(one[0], [...(byName.get(one[0]) ?? []), one]);
  describe.each([...byName])("%s", (name, ofName) => {
    it.each(ofName.map((one) => [describeArgs(one[1]), one] as const))(
      "(%s)",
      (_title, [, args, expected]) => {
        const fn = requireFunction(name);
        expect(args.length).toBeGreaterThanOrEqual(fn.minArgs);
        expect(args.length).toBeLessThanOrEqual(fn.maxArgs);
        for (const calls of [fn, ...specializations(fn, args)]) {
          for (const result of everyForm(calls, args, context)) expectValue(result, expected);
        }
      },
    );
  });
}

function requireFunction(name: string): BuiltinFunction {
  const fn = findFunction(name);
  if (fn === undefined) throw new Error(`no function ${name}`);
  return fn;
}

/** All arguments constant, and all but one. */
function specializations(fn: BuiltinFunction, args: readonly Value[]): FunctionCalls[] {
  const constants = args.map((value) => ({ value }));
  const choices = [constants, ...args.map((_, i) => constants.map((one, j) => (i === j ? undefined : one)))];
  return choices.map((choice) => fn.specialize?.(choice)).filter((calls) => calls !== undefined);
}

function everyForm(calls: FunctionCalls, args: readonly Value[], context: FunctionContext): Value[] {
  const [a, b, c] = args;
  const results = [calls.call(args, context)];
  if (args.length === 0 && calls.call0) results.push(calls.call0(context));
  if (args.length === 1 && calls.call1) results.push(calls.call1(a, context));
  if (args.length === 2 && calls.call2) results.push(calls.call2(a, b, context));
  if (args.length === 3 && calls.call3) results.push(calls.call3(a, b, c, context));
  return results;
}

function expectValue(result: Value, expected: Value): void {
  if (typeof expected === "number" && typeof result === "number") {
    expect(result === 0 ? 0 : result).toBe(expected); // zero has no sign in JSON
  } else {
    expect(result).toStrictEqual(expected);
  }
}

function describeArgs(args: readonly Value[]): string {
  const text = args.map((arg) =>
    typeof arg === "number" ? String(arg) : (JSON.stringify(arg) ?? "undefined"),
  );
  return text.join(", ").slice(0, 120);
}
