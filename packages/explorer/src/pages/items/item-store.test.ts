import { expect, test } from "vitest";
import { differences, parseItem, withoutSystem } from "./item-store.ts";

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
