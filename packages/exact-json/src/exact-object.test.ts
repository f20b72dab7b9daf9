import { expect, test } from "vitest";
import { exactObject } from "./exact-object.ts";
import { printJsonText } from "./print-json-text.ts";
import { exactInteger } from "./source-form.ts";

test("a member that comes again has no digits of the former one", () => {
  const object = exactObject([
    ["n", exactInteger(2n ** 53n + 1n)],
    ["n", 2 ** 53],
  ]);
  expect(printJsonText(object)).toBe('{"n":9007199254740992}');
});

test("members keep their digits and their order", () => {
  const object = exactObject([
    ["b", exactInteger(12345678987654321n)],
    ["10", true],
    ["2", [1]],
    ["b", exactInteger(9223372036854775807n)],
    ["__proto__", 1],
  ]);
  expect(printJsonText(object)).toBe('{"b":9223372036854775807,"10":true,"2":[1],"__proto__":1}');
});
