/** A parameter as the step of a path, `c[@k]`, is the same as the step written out, wherever a path is read. */

import type { Json } from "@orrerydb/exact-json";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { expect, test } from "vitest";
import { runToEnd } from "../../schedule/run-to-end.ts";
import { parameterMap } from "../bind/query-parameters.ts";
import { bindOptions } from "../client-plan/bind-options.fixture.ts";
import { namedItemsOf } from "../client-plan/item-names.ts";
import { partitionKeysOf } from "../client-plan/partition-filter.ts";
import { planForClientInSlices } from "../client-plan/plan-for-client.ts";
import { QUERY_FEATURES } from "../client-plan/query-features.ts";
import { cachedQuery } from "../syntax/cached-query.ts";
import { QueryFixture } from "./query.fixture.ts";

const ITEMS = Array.from({ length: 40 }, (_, i) => ({
  id: `${i}`,
  pk: `p${i % 4}`,
  n: i,
  o: { m: i % 7 },
  t: [i % 3, i % 5],
  text: i % 2 === 0 ? "a red bicycle" : "a blue car",
  v: [i, 40 - i],
}));

const FIXTURE = new QueryFixture({
  items: ITEMS,
  composites: [
    [
      { path: "/pk", descending: false },
      { path: "/n", descending: false },
    ],
  ],
  fullTextPaths: ["/text"],
  vectorEmbeddings: [{ path: "/v", distanceFunction: "euclidean" }],
});

const VALUES: Readonly<Record<string, Json>> = {
  "@pk": "pk",
  "@n": "n",
  "@o": "o",
  "@m": "m",
  "@t": "t",
  "@first": 0,
  "@text": "text",
  "@v": "v",
  "@e": [3, 37],
};
const PARAMETERS = Object.entries(VALUES).map(([name, value]) => ({ name, value }));

/** The same query with the steps written out. */
function literalForm(text: string): string {
  return text.replace(/\[(@\w+)\]/g, (_, name: string) => `[${JSON.stringify(VALUES[name])}]`);
}

const QUERIES = [
  "SELECT TOP 1 c.id FROM c ORDER BY VectorDistance(c[@v], @e)",
  "SELECT c.id, VectorDistance(c[@v], @e) AS d FROM c WHERE VectorDistance(c[@v], @e) < 5",
  "SELECT TOP 3 c.id FROM c ORDER BY RANK FullTextScore(c[@text], 'red')",
  "SELECT TOP 3 c.id FROM c ORDER BY RANK RRF(FullTextScore(c[@text], 'red'), VectorDistance(c[@v], @e))",
  "SELECT c.id FROM c WHERE FullTextContains(c[@text], 'red')",
  "SELECT c.id FROM c WHERE c[@n] = 7",
  "SELECT c.id FROM c WHERE c[@o][@m] IN (1, 2) AND c[@n] > 20",
  "SELECT c.id FROM c WHERE c[@o].m = 1",
  "SELECT c.id FROM c WHERE c[@t][@first] = 1",
  "SELECT c.id FROM c WHERE ARRAY_CONTAINS(c[@t], 4)",
  "SELECT c.id FROM c WHERE c[@pk] = 'p1' AND c[@n] > 3 ORDER BY c[@n]",
  "SELECT c.id FROM c ORDER BY c[@n] DESC",
  "SELECT c.id FROM c ORDER BY c[@pk], c[@n]",
  "SELECT c[@pk], COUNT(1) AS count FROM c GROUP BY c[@pk]",
  "SELECT COUNT(1) AS count, c.pk FROM c GROUP BY c[@pk]",
  "SELECT DISTINCT VALUE c[@pk] FROM c",
  "SELECT VALUE MAX(c[@n]) FROM c",
  "SELECT c[@n], c[@o] FROM c WHERE c.n < 3",
  "SELECT VALUE t FROM c JOIN t IN c[@t] WHERE t = 4",
  "SELECT VALUE m FROM m IN c[@t]",
  "SELECT c.id FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c[@t] WHERE t = 4)",
];

test.each(QUERIES)("%s answers, costs and uses indexes as its literal form does", async (text) => {
  const asked = await FIXTURE.page(text, { parameters: PARAMETERS });
  const literal = await FIXTURE.page(literalForm(text), { parameters: PARAMETERS });
  const rowsOf = (page: typeof asked) => page.rows.map((row) => row.bytes().toString());
  expect(rowsOf(asked)).toEqual(rowsOf(literal));
  expect(asked.rows.length).toBeGreaterThan(0);
  expect(asked.work).toEqual(literal.work);
  expect(asked.indexUsage).toEqual(literal.indexUsage);
});

const KEY: PartitionKeyDefinition = { paths: ["/pk"], kind: "Hash", version: 2 };

test.each(QUERIES)("%s has the client plan of its literal form, with its parameters", (text) => {
  const options = bindOptions(parameterMap(PARAMETERS));
  const planOf = (query: string) =>
    runToEnd(planForClientInSlices(cachedQuery(query), KEY, options, new Set(QUERY_FEATURES)));
  const plan = planOf(text);
  const withSteps = JSON.parse(JSON.stringify(plan), (_, value) =>
    typeof value === "string" ? literalForm(value) : value,
  );
  // Printed as they are written: a step in brackets stays in brackets.
  expect(withSteps).toEqual(planOf(literalForm(text)));
});

test("a parameter routes to partition keys and items", () => {
  const parameters = parameterMap(PARAMETERS);
  const query = cachedQuery("SELECT * FROM c WHERE c[@pk] = 'p1' AND c.id = '1'");
  expect(partitionKeysOf(query, KEY, parameters)).toEqual([["p1"]]);
  expect(namedItemsOf(query, { definition: KEY, parameters })).toMatchObject({
    names: [{ id: "1" }],
    exact: true,
  });
});

test("a cached tree serves other values of its parameters", async () => {
  const rowsFor = (step: string) =>
    FIXTURE.rows("SELECT VALUE c[@k] FROM c WHERE c[@k] = 3", { parameters: [{ name: "@k", value: step }] });
  expect(await rowsFor("n")).toEqual([3]);
  expect(await rowsFor("none")).toEqual([]);
  expect(await rowsFor("n")).toEqual([3]);
});

test("a step that is no name and no number is no path", async () => {
  const asked = await FIXTURE.rows("SELECT VALUE c.id FROM c WHERE c[@k] = 3", {
    parameters: [{ name: "@k", value: true }],
  });
  expect(asked).toEqual([]);
});
