import { expect, test } from "vitest";
import { indexDefinitionOf } from "./index-definition.ts";
import { isUpToDate } from "./index-generations.ts";

const computedProperties = ["a", "b", "c"].map((name) => ({ name, query: `SELECT VALUE c.${name}0 FROM c` }));

test("computed properties that the policy names belong to the definition, and a wildcard names none", () => {
  const definition = indexDefinitionOf({
    computedProperties,
    indexingPolicy: {
      includedPaths: [{ path: "/*" }, { path: "/a/?" }],
      compositeIndexes: [[{ path: "/x" }, { path: "/b", order: "descending" }]],
    },
  });
  expect(definition.computedProperties).toEqual(computedProperties.slice(0, 2));
});

test("entries of rules that did not heed computed properties are up to date where there are none", () => {
  const indexingPolicy = { includedPaths: [{ path: "/a/?" }] };
  const computed = indexDefinitionOf({ indexingPolicy, computedProperties });
  const stored = indexDefinitionOf({ indexingPolicy });
  expect(isUpToDate({ generation: 0, rules: 2, ...computed }, computed)).toBe(false);
  expect(isUpToDate({ generation: 0, rules: 2, ...stored }, stored)).toBe(true);
  expect(isUpToDate({ generation: 0, rules: 3, ...computed }, computed)).toBe(true);
});
