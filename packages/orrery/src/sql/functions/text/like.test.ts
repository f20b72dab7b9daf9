import type { Value } from "@orrerydb/exact-json";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileLike, like } from "./like.ts";

describe("LIKE", () => {
  it.each<readonly [Value, Value, Value]>([
    ["soup", "s%p", true],
    ["soup", "soup", true],
    ["soup", "sou", false],
    ["soup", "SOUP", false],
    ["", "", true],
    ["", "%", true],
    ["a", "", false],
    ["screwdriver", "%driver%", true],
    ["fruit bowl", "fruit%", true],
    ["Main Road", "%Road", true],
    ["Road", "%Road", true],
    ["aXXb", "a__b", true],
    ["aXb", "a__b", false],
    ["SOtPS", "%SO[t-z]PS%", true],
    ["SOaPS", "%SO[t-z]PS%", false],
    ["SOdPS", "%SO[^abc]PS%", true],
    ["SObPS", "%SO[^abc]PS%", false],
    ["x-y", "x[a-]y", true],
    ["x]y", "x[]]y", true],
    ["x^y", "x[^]]y", true],
    ["x]y", "x[^]]y", false],
    ["20-30%", "20-30[%]", true],
    ["20-30x", "20-30[%]", false],
    ["_n", "[_]n", true],
    ["an", "[_]n", false],
    ["[", "[[]", true],
    ["]", "]", true],
    ["[a", "[a", true],
    ["abab", "%ab", true],
    ["ababx", "ab%abx", true],
    ["aba", "ab%ba", false],
    ["one two three", "%two%one%", false],
    ["line\nbreak", "line%break", true],
    ["a.c", "a.c", true],
    ["abc", "a.c", false],
    [5, "5", undefined],
    ["5", 5, undefined],
    [undefined, "%", undefined],
  ])("%j LIKE %j gives %j", (value, pattern, expected) => {
    expect(like(value, pattern)).toBe(expected);
  });

  it.each<readonly [Value, Value, Value, Value]>([
    ["20%", "%20^%%", "^", true],
    ["20x", "%20^%%", "^", false],
    ["a_b", "a!_b", "!", true],
    ["axb", "a!_b", "!", false],
    ["a!", "a!!", "!", true],
    ["a!", "a!", "!", true],
    ["[x]", "![x]", "!", true],
    ["a", "a", "!!", undefined],
    ["a", "a", "", undefined],
    ["a", "a", undefined, undefined],
    ["a", "a", 1, undefined],
  ])("%j LIKE %j ESCAPE %j gives %j", (value, pattern, escapeCharacter, expected) => {
    expect(like(value, pattern, { value: escapeCharacter })).toBe(expected);
  });

  it("agrees with a regular expression on every pattern of %, _ and letters", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "%", "_"), maxLength: 6 });
    fc.assert(
      fc.property(text, pattern, (value, like_) => {
        const expression = new RegExp(`^${like_.replaceAll("%", ".*").replaceAll("_", ".")}$`, "s");
        expect(compileLike(like_)?.(value)).toBe(expression.test(value));
      }),
      { numRuns: 500 },
    );
  });

  it("ends where a pattern would compare the same text over and over", () => {
    const pattern = `%${"a".repeat(1000)}_b%`;
    expect(like("a".repeat(10_000), pattern)).toBe(false);
    expect(() => like("a".repeat(100_000), pattern)).toThrow(/shorter text/);
  });

  it("refuses a pattern that is too long", () => {
    expect(compileLike("%".repeat(4096))).toBeDefined();
    expect(compileLike("%".repeat(4097))).toBeUndefined();
  });
});
