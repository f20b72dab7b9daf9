import type { Value } from "@orrerydb/exact-json";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  and,
  BINARY_OPERATORS,
  between,
  compileIn,
  compileMember,
  concat,
  inList,
  member,
  not,
  or,
  UNARY_OPERATORS,
} from "./operators.ts";

type BinaryCase = readonly [keyof typeof BINARY_OPERATORS, Value, Value, Value];

const BINARY_CASES: readonly BinaryCase[] = [
  ["+", 1, 2, 3],
  ["+", "1", 2, undefined],
  ["+", "1", "2", undefined],
  ["-", 1, undefined, undefined],
  ["*", 3, 4, 12],
  ["/", 1, 0, Number.POSITIVE_INFINITY],
  ["%", -7, 3, -1],
  ["%", 7, null, undefined],
  ["&", 6, 3, 2],
  ["|", 6, 3, 7],
  ["^", 6, 3, 5],
  ["&", 6.9, 3, 2],
  ["|", true, 3, undefined],
  ["<<", 1, 31, -2147483648],
  [">>", -8, 1, -4],
  [">>>", -1, 28, 15],
  [">>>", "1", 1, undefined],
  ["||", "a", "b", "ab"],
  ["||", "a", 1, undefined],
  ["=", 1, 1, true],
  ["=", 1, "1", false],
  ["=", null, false, false],
  ["=", null, null, true],
  ["=", undefined, undefined, undefined],
  ["=", 1, undefined, undefined],
  ["=", [1, { a: 2, b: 3 }], [1, { b: 3, a: 2 }], true],
  ["=", [1, 2], [2, 1], false],
  ["=", [], {}, false],
  ["=", null, {}, false],
  ["!=", 1, 2, true],
  ["!=", 1, "1", true],
  ["!=", 1, undefined, undefined],
  ["<", 1, 2, true],
  ["<", "B", "a", true],
  ["<", false, true, true],
  ["<", 1, "2", undefined],
  ["<", null, 1, undefined],
  ["<", null, null, false],
  ["<=", null, null, true],
  ["<", [1], [2], undefined],
  ["<", {}, {}, undefined],
  ["<", undefined, undefined, undefined],
  [">", "b", "a", true],
  [">=", 2, 2, true],
  [">=", 2, null, undefined],
];

describe("binary operators", () => {
  it.each(BINARY_CASES)("%s on %j and %j gives %j", (operator, a, b, expected) => {
    expect(BINARY_OPERATORS[operator](a, b)).toStrictEqual(expected);
  });

  it("refuses a text longer than a string may be", () => {
    const long = "x".repeat(1024 * 1024);
    expect(concat(long, `${long}x`)).toBeUndefined();
  });
});

describe("unary operators", () => {
  it.each([
    ["-", 1, -1],
    ["-", "1", undefined],
    ["+", 1, 1],
    ["+", null, undefined],
    ["~", 5, -6],
    ["~", "5", undefined],
    ["not", true, false],
    ["not", undefined, undefined],
    ["not", 1, undefined],
  ] as const)("%s on %j gives %j", (operator, a, expected) => {
    expect(UNARY_OPERATORS[operator](a)).toStrictEqual(expected);
  });
});

describe("three-valued logic", () => {
  const truth = fc.constantFrom<Value>(true, false, undefined, null, 1, "true");

  it("agrees with its definition", () => {
    fc.assert(
      fc.property(truth, truth, (a, b) => {
        const known = typeof a === "boolean" && typeof b === "boolean";
        expect(and(a, b)).toBe(a === false || b === false ? false : known ? true : undefined);
        expect(or(a, b)).toBe(a === true || b === true ? true : known ? false : undefined);
      }),
    );
  });

  it("obeys De Morgan and is symmetric", () => {
    fc.assert(
      fc.property(truth, truth, (a, b) => {
        expect(not(and(a, b))).toBe(or(not(a), not(b)));
        expect(and(a, b)).toBe(and(b, a));
        expect(or(a, b)).toBe(or(b, a));
      }),
    );
  });
});

describe("BETWEEN and IN", () => {
  it.each([
    [5, 1, 5, true],
    [6, 1, 5, false],
    ["b", "a", "c", true],
    [6, "a", 5, false],
    [3, "a", 5, undefined],
    [undefined, 1, 5, undefined],
  ] as const)("%j BETWEEN %j AND %j gives %j", (value, low, high, expected) => {
    expect(between(value, low, high)).toBe(expected);
  });

  it.each([
    [1, [1, 2], true],
    [3, [1, 2], false],
    ["1", [1, 2], false],
    [{ a: 1 }, [{ a: 1 }], true],
    [null, [null], true],
    [3, [1, undefined], undefined],
    [1, [1, undefined], true],
    [undefined, [1], undefined],
    [[1], [1, [2]], false],
  ] as const)("%j IN %j gives %j", (value, list, expected) => {
    expect(inList(value, list)).toBe(expected);
    expect(compileIn(list)(value)).toBe(expected);
  });

  it("gives the same with the list compiled", () => {
    const value: fc.Arbitrary<Value> = fc.oneof(
      fc.constantFrom<Value>(undefined, null, true, 0, 1, "1", ""),
      fc.array(fc.integer({ max: 1, min: 0 }), { maxLength: 2 }),
      fc.record({ a: fc.integer({ max: 1, min: 0 }) }),
    );
    fc.assert(
      fc.property(value, fc.array(value), (one, list) => {
        expect(compileIn(list)(one)).toBe(inList(one, list));
      }),
    );
  });
});

describe("member access", () => {
  const item: Value = JSON.parse('{"a":{"b":[10,20]},"constructor":1,"__proto__":2,"0":"zero"}');

  it.each<readonly [Value, Value, Value]>([
    [item, "constructor", 1],
    [item, "__proto__", 2],
    [item, "0", "zero"],
    [item, "missing", undefined],
    [item, 0, undefined],
    [{}, "toString", undefined],
    [{}, "__proto__", undefined],
    [[10, 20], 1, 20],
    [[10, 20], 2, undefined],
    [[10, 20], -1, undefined],
    [[10, 20], 0.5, undefined],
    [[10, 20], "length", undefined],
    [[10, 20], "0", undefined],
    ["text", 0, undefined],
    ["text", "length", undefined],
    [null, "a", undefined],
    [undefined, "a", undefined],
    [{ a: null }, "a", null],
    [{ a: 1 }, null, undefined],
  ])("%j[%j] gives %j", (value, index, expected) => {
    expect(member(value, index)).toStrictEqual(expected);
    if (typeof index === "string") expect(compileMember(index)(value)).toStrictEqual(expected);
  });
});
