import { expect, it } from "vitest";
import { cachedQuery } from "./cached-query.ts";
import { parseQuery } from "./parse-query.ts";
import { QuerySyntaxError } from "./query-error.ts";

it("gives the same tree for the same text", () => {
  const text = "SELECT * FROM c WHERE c.a = 1";
  expect(cachedQuery(text)).toEqual(parseQuery(text));
  expect(cachedQuery(text)).toBe(cachedQuery(text));
});

it("reads a text that is no query every time", () => {
  for (let i = 0; i < 2; i++) expect(() => cachedQuery("SELECT")).toThrow(QuerySyntaxError);
});

it("lets the texts that were used longest ago go", () => {
  const first = cachedQuery("SELECT VALUE 0");
  for (let i = 1; i <= 1000; i++) cachedQuery(`SELECT VALUE ${i}`);
  expect(cachedQuery("SELECT VALUE 0")).not.toBe(first);
  const long = `SELECT VALUE '${"x".repeat(500_000)}'`;
  expect(cachedQuery(long)).toBe(cachedQuery(long));
});
