import { expect, it } from "vitest";
import { shownValue } from "./shown-value.ts";

it.each<[unknown, string]>([
  ["text", "text"],
  [5, "5"],
  [null, "null"],
  [undefined, "undefined"],
  [{ toString: 1, valueOf: 2 }, '{"toString":1,"valueOf":2}'],
  [["a"], '["a"]'],
])("shows %j", (value, text) => {
  expect(shownValue(value)).toBe(text);
});

it("cuts what is too long for a message", () => {
  expect(shownValue("x".repeat(5000))).toBe(`${"x".repeat(200)}…`);
});
