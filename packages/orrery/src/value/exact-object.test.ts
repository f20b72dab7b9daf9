import { expect, test } from "vitest";
import { exactObject } from "./exact-object.ts";
import { printJsonText } from "./print-json-text.ts";
import { exactInteger } from "./source-form.ts";

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
