import { expect, test } from "vitest";
import {
  ExactNumber,
  elementTexts,
  formatJson,
  membersOf,
  memberTexts,
  parseExact,
  textOf,
  withMember,
} from "./exact-json.ts";

const UNUSUAL =
  '{"id":"1","n":12345678987654321,"b":{"10":1.0,"2":[-0,1e3]},"10":2,"s":"a,\\"]}\\\\","e":{},"l":[]}';

test("a value keeps the text that it was parsed from", () => {
  const item = parseExact(UNUSUAL) as object;
  expect(textOf(item)).toBe(UNUSUAL);
  expect([...membersOf(item)].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()).toBe(
    UNUSUAL.slice(1, -1),
  );
  expect(textOf({ ...item })).toContain("12345678987654320");
});

test("scalars keep their digits", () => {
  expect(parseExact("12345678987654321")).toEqual(new ExactNumber("12345678987654321"));
  expect(textOf(parseExact("1.0"))).toBe("1.0");
  expect([parseExact("12"), parseExact('"1.0"'), parseExact("null")]).toEqual([12, "1.0", null]);
});

test("text is formatted as JSON.stringify does, with its digits", () => {
  for (const value of [{ a: [1, { b: "x\n" }], c: {}, d: [], e: "," }, [], [[null, true]], "s", 1]) {
    const spread = JSON.stringify(value, null, 5);
    expect(formatJson(spread)).toBe(JSON.stringify(value, null, 2));
    expect(formatJson(spread, "")).toBe(JSON.stringify(value));
  }
  expect(formatJson(formatJson(UNUSUAL), "")).toBe(UNUSUAL);
});

test("parts are found behind brackets and quotes in strings", () => {
  expect(elementTexts(' [ 1.0 , "a,]" , {"x":[1,2]} ] ')).toEqual(["1.0", '"a,]"', '{"x":[1,2]}']);
  expect(memberTexts('{ "a\\"b" : 1 , "a\\"b" : [2] }')).toEqual(new Map([['a"b', "[2]"]]));
});

test("a member is replaced where it is", () => {
  const item = parseExact('{"b":1.0,"id":"1","10":2}') as object;
  expect(textOf(withMember(item, "id", '"2"'))).toBe('{"b":1.0,"id":"2","10":2}');
});
