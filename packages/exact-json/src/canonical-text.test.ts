import { expect, test } from "vitest";
import { canonicalText } from "./canonical-text.ts";
import { markJsonText } from "./marked-json.ts";

const textOf = (json: string) => canonicalText(JSON.parse(markJsonText(json)));

test.each([
  ['{"b":1,"10":[1.0,1e3,-0],"2":{"z":100.50e-2}}', '{"2":{"z":1.005},"10":[1,1000,0],"b":1}'],
  ["[12345678987654321]", "[1234567898765432.10e1]"],
  ["[1e300]", `[1${"0".repeat(300)}]`],
])("%s equals %s", (one, other) => {
  expect(textOf(one)).toBe(textOf(other));
});

test.each([
  ["[12345678987654321]", "[12345678987654320]"],
  ["[9007199254740993]", "[9007199254740992]"],
  ["[0.1234567890123456789]", "[0.12345678901234568]"],
  ["[12345678987654321]", '["12345678987654321"]'],
  ["[-1.0]", "[1]"],
])("%s differs from %s", (one, other) => {
  expect(textOf(one)).not.toBe(textOf(other));
});

test("a missing value differs from null", () => {
  expect(canonicalText([undefined])).not.toBe(canonicalText([null]));
});
