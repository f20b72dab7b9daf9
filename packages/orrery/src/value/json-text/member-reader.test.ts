import fc from "fast-check";
import { expect, test } from "vitest";
import { MemberReader } from "./member-reader.ts";

const NAMES = ["a", "b", "ä\u{1f600}", 'q"\\', "__proto__", ""];

function members(json: string, ...names: string[]): unknown {
  return new MemberReader(names).parse(Buffer.from(json));
}

test("members are parsed as in the whole object", () => {
  const name = fc.oneof(fc.constantFrom(...NAMES), fc.string());
  const value = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.double()),
    fc.string({ maxLength: 200, unit: "grapheme" }),
  );
  const wanted = fc.uniqueArray(name, { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), wanted, (entries, names) => {
      const json = JSON.stringify(Object.fromEntries(entries));
      const whole = JSON.parse(json) as Record<string, unknown>;
      const expected = Object.fromEntries(Object.entries(whole).filter(([key]) => names.includes(key)));
      expect(JSON.stringify(members(json, ...names))).toBe(JSON.stringify(expected));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["a vector", "[0.25,-1e-7,3]"],
  ["brackets in strings of an array", '["]","\\"]",[1]]'],
  ["a string in the middle of an array", '[1,"],\\"b\\":2",3]'],
  ["nested arrays", "[1,[2,[3]],4]"],
  ["empty objects in an array", "[1,{},2]"],
  ["a long string with escapes at its end", `"${"x".repeat(100)}\\\\\\""`],
  ["a long string of escaped quotes", `"${'\\"'.repeat(100)}\\\\"`],
  ["an object", '{"b":{"b":[]}}'],
])("%s is skipped whole", (_, skipped) => {
  expect(members(`{"a":${skipped},"b":1}`, "b")).toEqual({ b: 1 });
});

test.each(['{"a":[1,2', '{"a":"x', '{"a" 1,"b":2}', '{"a":1]"b":2}', '{"a":1,b:2}', '{"a":1}'.repeat(2)])(
  "%s is malformed",
  (json) => {
    expect(() => members(json, "b")).toThrow(SyntaxError);
  },
);

test("items of which most is read are parsed whole", () => {
  const reader = new MemberReader(["a"]);
  const mostly = Buffer.from(JSON.stringify({ a: [1, 2, 3, 4, 5, 6, 7, 8], b: 1 }));
  const hardly = Buffer.from(JSON.stringify({ a: 1, b: [1, 2, 3, 4, 5, 6, 7, 8] }));
  for (let i = 0; i < 16; i++) reader.parse(hardly);
  expect(reader.isWorthwhile).toBe(true);
  for (let i = 0; i < 16; i++) reader.parse(mostly);
  expect(reader.isWorthwhile).toBe(false);
});
