import { describe, expect, it } from "vitest";
import { callFunction, checkFunctionCases } from "../function-cases.suite.ts";

describe("regular expressions", () => {
  checkFunctionCases([
    ["REGEXMATCH", ["abcd", "ABC"], false],
    ["REGEXMATCH", ["abcd", "ABC", "i"], true],
    ["REGEXMATCH", ["abcd", "ab.", ""], true],
    ["REGEXMATCH", ["abcd", "ab c", "x"], true],
    ["REGEXMATCH", ["abcd", "aB c", "ix"], true],
    ["REGEXMATCH", ["03a", "[0-9]"], true],
    ["REGEXMATCH", ["salt3824908", "salt{1}"], true],
    ["REGEXMATCH", ["shame", "s....", "i"], true],
    ["REGEXMATCH", ["Tecozow coat", " coat{1}"], true],
    ["REGEXMATCH", ["a\nb", "a.b"], false],
    ["REGEXMATCH", ["a\nb", "a.b", "s"], true],
    ["REGEXMATCH", ["a\nb", "^b$"], false],
    ["REGEXMATCH", ["a\nb", "^b$", "m"], true],
    ["REGEXMATCH", ["a b#", "a[ ]b\\# # a comment", "x"], true],
    ["REGEXMATCH", ["größe", "GRÖSSE|GRÖẞE", "i"], true],
    ["REGEXMATCH", ["abc", "b", "q"], undefined],
    ["REGEXMATCH", ["abc", "b", undefined], undefined],
    ["REGEXMATCH", ["abc", 5], undefined],
    ["REGEXMATCH", [5, "5"], undefined],
    ["REGEXMATCH", [undefined, "5"], undefined],
  ]);

  it.each(["[", "a(?=b)", "(a)\\1", "(a{1,500}){1,500}", "a".repeat(4097)])("refuses %j", (pattern) => {
    expect(() => callFunction("REGEXMATCH", ["a", pattern])).toThrow(/REGEXMATCH/);
  });

  it("refuses a text that is too long for a large pattern", () => {
    expect(() => callFunction("REGEXMATCH", ["a".repeat(20_000), "a.{900}[bc]"])).toThrow(/shorter text/);
    expect(callFunction("REGEXMATCH", [`${"a".repeat(1000)}b`, "a.{900}[bc]"])).toBe(true);
  });

  it("answers in one pass where backtracking would not come to an end", () => {
    expect(callFunction("REGEXMATCH", [`${"a".repeat(100_000)}b`, "^(a+)+$"])).toBe(false);
    expect(callFunction("REGEXMATCH", ["a".repeat(100_000), "(a|aa)+c"])).toBe(false);
  });
});
