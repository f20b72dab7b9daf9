import { expect, test } from "vitest";
import { parseExact, textOf } from "../../client/exact-json.ts";
import { differences, type Item, parseItem, withoutSystem } from "./item-store.ts";

test("an item is an object with an id", () => {
  expect(parseItem('{"id":"1"}')).toEqual({ id: "1" });
  for (const text of ["", "[]", "null", "{}", '{"id":1}', '{"id":""}', "{"])
    expect(typeof parseItem(text)).toBe("string");
});

test("what the server adds is left out, and does not count as a difference", () => {
  const mine = { id: "1", a: 1, b: 2, _etag: "x" };
  const theirs = { id: "1", a: 1, c: [3], _etag: "y", _ts: 5 };
  expect(withoutSystem(theirs)).toEqual({ id: "1", a: 1, c: [3] });
  expect(differences(mine, theirs)).toEqual([
    { name: "b", mine: "2", theirs: "absent" },
    { name: "c", mine: "absent", theirs: "[3]" },
  ]);
});

test("digits are kept, and count as a difference", () => {
  const theirs = parseExact('{"b":1,"id":"1","10":1.0,"n":12345678987654321,"_ts":5}') as Item;
  expect(textOf(withoutSystem(theirs))).toBe('{"b":1,"id":"1","10":1.0,"n":12345678987654321}');
  const mine = parseItem('{ "b": 1, "id": "1", "10": 1.0, "n": 12345678987654320 }') as Item;
  expect(differences(mine, theirs)).toEqual([
    { name: "n", mine: "12345678987654320", theirs: "12345678987654321" },
  ]);
});
