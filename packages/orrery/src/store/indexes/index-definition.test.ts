import { expect, test } from "vitest";
import { indexDefinitionOf } from "./index-definition.ts";

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
