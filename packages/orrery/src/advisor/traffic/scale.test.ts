import { expect, test } from "vitest";
import { parseScale } from "./scale.ts";

test("names and numbers", () => {
  expect(parseScale("itemsPerDay=5e6, retentionDays=90")).toMatchObject({
    itemsPerDay: 5_000_000,
    retentionDays: 90,
  });
});

test.each([
  ["itemsPerDay=many", "'itemsPerDay' of the scale must be a number above 0, not 'many'."],
  ["itemsPerDay=", "'itemsPerDay' of the scale must be a number above 0, not ''."],
  ["itemsPerDay=-1", "'itemsPerDay' of the scale must be a number above 0, not -1."],
])("what is no number is shown: %s", (text, message) => {
  expect(() => parseScale(text)).toThrow(message);
});
