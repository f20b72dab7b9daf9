import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalPath } from "../path.ts";
import { type IndexIdentity, indexName } from "./index-identity.ts";

const composite = (...parts: readonly [readonly string[], boolean][]): IndexIdentity => ({
  kind: "composite",
  parts: parts.map(([names, descending]) => ({ path: canonicalPath(names), descending })),
});

test.each<[IndexIdentity, string]>([
  [{ kind: "path", path: "/a/b" }, "/a/b"],
  [{ kind: "path", path: "/a,b" }, "/a,b"],
  [composite([["a"], false], [["b", "c d"], true]), "/a ASC,/b/c d DESC"],
  [composite([["a,b"], false], [["x ASC"], true]), "/a,b ASC,/x ASC DESC"],
  [composite([["x ASC,/y"], true], [["z"], false]), '/"x ASC,/y" DESC,/z ASC'],
  [composite([["x ASC,", "y"], true], [["z"], false]), '/"x ASC,"/y DESC,/z ASC'],
])("names %j %s", (index, name) => {
  expect(indexName(index)).toBe(name);
});

test("no two composite indexes share a name, however their paths are called", () => {
  const name = fc.array(fc.constantFrom(" ASC", " DESC", ",", "/", "x", '"'), { minLength: 1, maxLength: 4 });
  const path = fc.array(
    name.map((pieces) => pieces.join("")),
    { minLength: 1, maxLength: 2 },
  );
  const index = fc.array(fc.tuple(path, fc.boolean()), { minLength: 1, maxLength: 3 });
  const indexes = fc.sample(index, { numRuns: 20_000, seed: 1 });
  const definitions = new Set(indexes.map((parts) => JSON.stringify(parts)));
  const names = new Set(indexes.map((parts) => indexName(composite(...parts))));
  expect(names.size).toBe(definitions.size);
});
