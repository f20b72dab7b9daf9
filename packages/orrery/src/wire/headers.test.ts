import { expect, test } from "vitest";
import { headerPath, RequestHeader, ResponseHeader } from "./headers.ts";

test("all names are lower case and none is listed twice", () => {
  for (const names of [Object.values(RequestHeader), Object.values(ResponseHeader)]) {
    expect(names).toEqual(names.map((name) => name.toLowerCase()));
    expect(new Set<string>(names).size).toBe(names.length);
  }
});

test("a path in a header keeps plain names and encodes the others", () => {
  expect(headerPath("dbs/a b/colls/c%d")).toBe("dbs/a b/colls/c%d");
  expect(headerPath("dbs/中/colls/c")).toBe("dbs/%E4%B8%AD/colls/c");
  expect(headerPath("dbs/a\nb")).toBe("dbs/a%0Ab");
  expect(headerPath("dbs/\ud800")).toBe("dbs/%EF%BF%BD");
});
