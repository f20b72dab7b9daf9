import { expect, test } from "vitest";
import { findAggregate } from "./aggregates/aggregates.ts";
import { allFunctions, findFunction } from "./find-function.ts";
import { queryWords } from "./query-words.ts";

const { keywords, functions } = queryWords();

test("every function that a query may call is there once, and no helper", () => {
  expect(new Set(functions.map((name) => name.toUpperCase())).size).toBe(functions.length);
  const scalars = allFunctions().filter(({ name }) => !name.startsWith("_"));
  expect(functions).toEqual(expect.arrayContaining(scalars.map(({ name }) => name)));
  const others = functions.filter((name) => (findFunction(name) ?? findAggregate(name)) === undefined);
  expect(others).toEqual(["FullTextScore", "RRF"]);
  expect(functions.filter((name) => name.startsWith("_"))).toEqual([]);
});

test("keywords are there, and constants are not", () => {
  expect(keywords).toEqual(expect.arrayContaining(["SELECT", "WHERE", "OFFSET"]));
  expect(keywords).not.toContain("NULL");
});
