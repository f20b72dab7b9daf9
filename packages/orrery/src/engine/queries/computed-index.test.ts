/** Computed properties that the indexing policy names are looked up in the index, and are found as if computed. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import type { Container } from "../container/container.ts";
import { findings, newContainer, openEngine, plain, queryAll } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { createOne, deleteOne, replaceOne } from "../items/items.ts";
import { parsePatch, patchOne } from "../items/patch.ts";
import { queryContainer } from "./query-container.ts";

const ITEMS = 60;
const LOW = { name: "low", query: "SELECT VALUE LOWER(c.name) FROM c" };
const TWICE = { name: "twice", query: "SELECT VALUE 2 * c.n FROM c" };
const NAMED: JsonObject = {
  computedProperties: [LOW, TWICE],
  indexingPolicy: {
    includedPaths: [{ path: "/*" }, { path: "/low/?" }, { path: "/twice/?" }],
    compositeIndexes: [[{ path: "/low" }, { path: "/twice", order: "descending" }]],
  },
};
/** The same properties, which no path names. */
const UNNAMED: JsonObject = { computedProperties: [LOW, TWICE], indexingPolicy: {} };

/** What an item stores under the name of a computed property is hidden by it. */
function itemOf(i: number): JsonObject {
  return { id: `${i}`, pk: `p${i % 3}`, low: "stored", ...(i % 6 > 0 && { name: `N${i % 10}` }), n: i };
}

async function filled(definition: JsonObject): Promise<{ engine: Engine; container: Container }> {
  const engine = await openEngine();
  const container = await newContainer(engine, definition);
  for (let i = 0; i < ITEMS; i++) await createOne(container, itemOf(i), { ...plain, key: [`p${i % 3}`] });
  return { engine, container };
}

async function answer(container: Container, text: string) {
  const { rows, work } = await queryContainer(container, { text, parameters: [] }, plain);
  return { rows: rows.map((row) => row.value() as Json), work };
}

const inOrder = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

const QUERIES: readonly [string, { entries: number; items: number }][] = [
  ["SELECT VALUE c.id FROM c WHERE c.low = 'n3'", { entries: 6, items: 6 }],
  ["SELECT VALUE c.id FROM c WHERE c.twice >= 100 AND c.twice < 110", { entries: 5, items: 5 }],
  ["SELECT VALUE c.id FROM c WHERE STARTSWITH(c.low, 'n4')", { entries: 4, items: 4 }],
  ["SELECT VALUE COUNT(1) FROM c WHERE c.twice < 20", { entries: 10, items: 0 }],
  ["SELECT VALUE COUNT(1) FROM c WHERE NOT IS_DEFINED(c.low)", { entries: 10, items: 0 }],
  ["SELECT VALUE MAX(c.twice) FROM c", { entries: 2, items: 0 }],
  ["SELECT VALUE SUM(c.twice) FROM c", { entries: 60, items: 0 }],
  ["SELECT VALUE c.low FROM c WHERE CONTAINS(c.low, '7')", { entries: 60, items: 6 }],
];

test.each(QUERIES)("%s", async (text, { entries, items }) => {
  const named = await answer((await filled(NAMED)).container, text);
  const scanned = await answer((await filled(UNNAMED)).container, text);
  expect(inOrder(named.rows)).toEqual(inOrder(scanned.rows));
  expect(scanned.work.itemsLoaded).toBe(ITEMS);
  expect(named.work.itemsLoaded).toBe(items);
  expect(named.work.indexEntries).toBeLessThanOrEqual(entries);
});

test("order, groups and distinct values come from the index", async () => {
  const { container } = await filled(NAMED);
  const ids = (rows: readonly unknown[]) => rows.map(Number);
  const forth = ids(await queryAll(container, "SELECT VALUE c.id FROM c ORDER BY c.twice"));
  expect(forth).toEqual(Array.from({ length: ITEMS }, (_, i) => i));
  const top = await answer(container, "SELECT TOP 3 VALUE c.id FROM c ORDER BY c.twice DESC");
  expect([top.rows, top.work.itemsLoaded]).toEqual([["59", "58", "57"], 3]);
  const both = await answer(
    container,
    "SELECT TOP 2 VALUE c.n FROM c WHERE c.low = 'n3' ORDER BY c.low, c.twice DESC",
  );
  expect([both.rows, both.work.itemsLoaded]).toEqual([[53, 43], 2]);
  const groups = await answer(container, "SELECT c.low, COUNT(1) AS n FROM c GROUP BY c.low");
  expect(groups.work.itemsLoaded).toBe(0);
  expect(groups.rows).toContainEqual({ low: "n3", n: 6 });
  const plainRows = await queryAll((await filled(UNNAMED)).container, "SELECT DISTINCT VALUE c.low FROM c");
  const distinct = await answer(container, "SELECT DISTINCT VALUE c.low FROM c");
  expect([inOrder(distinct.rows), distinct.work.itemsLoaded]).toEqual([inOrder(plainRows), 0]);
});

test("entries follow the value through replace, patch and delete", async () => {
  const { engine, container } = await filled(NAMED);
  const inPk = { ...plain, key: ["p1"] };
  await replaceOne(container, "1", { ...itemOf(1), name: "OTHER" }, inPk);
  const patch = await parsePatch(container.definition, {
    operations: [{ op: "set", path: "/name", value: "Patched" }],
  });
  await patchOne(container, "4", patch, inPk);
  await deleteOne(container, "7", inPk);
  const found = (low: string) => queryAll(container, `SELECT VALUE c.id FROM c WHERE c.low = '${low}'`);
  expect(await found("other")).toEqual(["1"]);
  expect(await found("patched")).toEqual(["4"]);
  expect((await found("n1")).toSorted()).toEqual(["11", "21", "31", "41", "51"].toSorted());
  expect((await found("n7")).toSorted()).toEqual(["17", "27", "37", "47", "57"]);
  expect(await findings(engine)).toEqual([]);
});

test("entries stay with their items through splits and merges", async () => {
  const { engine, container } = await filled(NAMED);
  await engine.topology.split(container, "0", "midpoint");
  const query = "SELECT VALUE COUNT(1) FROM c WHERE c.low = 'n3' AND c.twice > 6";
  const split = await answer(container, query);
  expect([split.rows, split.work.itemsLoaded, split.work.partitionsVisited]).toEqual([[5], 0, 2]);
  expect(await findings(engine)).toEqual([]);
  await engine.topology.merge(container, ["1", "2"]);
  expect((await answer(container, query)).rows).toEqual([5]);
  expect(await findings(engine)).toEqual([]);
});

test("a changed definition makes the index anew, and queries are right all the while", async () => {
  const { engine, container } = await filled(NAMED);
  const upper = { name: "low", query: "SELECT VALUE UPPER(c.name) FROM c" };
  const query = "SELECT VALUE COUNT(1) FROM c WHERE c.low = 'N3'";
  for (const [computedProperties, count, loaded] of [
    [[upper, TWICE], 6, 0],
    [[TWICE], 0, 0],
    [[LOW, TWICE], 0, 0],
  ] as const) {
    await engine.containers.replace(container.definition.names, {
      ...container.definition.resource.body,
      computedProperties: computedProperties as unknown as Json,
    });
    expect(await queryAll(container, query)).toEqual([count]);
    await engine.settled();
    expect(container.definition.indexes.isChanging).toBe(false);
    const settled = await answer(container, query);
    expect([settled.rows, settled.work.itemsLoaded]).toEqual([[count], loaded]);
    expect(await findings(engine)).toEqual([]);
  }
  expect(container.definition.indexes.states).toMatchObject([{ generation: 3 }]);
});

test("system properties can be computed with", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {
    computedProperties: [{ name: "tag", query: "SELECT VALUE CONCAT(c._rid, c._self, c._etag) FROM c" }],
    indexingPolicy: { includedPaths: [{ path: "/tag/?" }], excludedPaths: [{ path: "/*" }] },
  });
  const inPk = { ...plain, key: ["x"] };
  await createOne(container, { id: "a", pk: "x" }, inPk);
  await replaceOne(container, "a", { id: "a", pk: "x", n: 1 }, inPk);
  const [tag] = await queryAll(container, "SELECT VALUE c.tag FROM c");
  const found = await answer(container, `SELECT VALUE COUNT(1) FROM c WHERE c.tag = '${tag}'`);
  expect(found.rows).toEqual([1]);
  expect(await findings(engine)).toEqual([]);
});

test("what cannot be computed is undefined, and fails neither a write nor a query", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {
    computedProperties: [
      { name: "matches", query: "SELECT VALUE REGEXMATCH(c.text, c.pattern) FROM c" },
      { name: "ratio", query: "SELECT VALUE c.a / c.b FROM c" },
    ],
    indexingPolicy: { includedPaths: [{ path: "/*" }, { path: "/matches/?" }, { path: "/ratio/?" }] },
  });
  const items = [
    { id: "good", pk: "x", text: "abc", pattern: "b", a: 1, b: 2 },
    { id: "bad", pk: "x", text: "abc", pattern: "(", a: 0, b: 0 },
  ];
  for (const item of items) await createOne(container, item, { ...plain, key: ["x"] });
  const ids = (filter: string) => queryAll(container, `SELECT VALUE c.id FROM c WHERE ${filter}`);
  expect(await ids("c.matches")).toEqual(["good"]);
  expect(await ids("NOT IS_DEFINED(c.matches)")).toEqual(["bad"]);
  expect(await ids("c.ratio > 0.1")).toEqual(["good"]);
  expect(await ids("NOT IS_DEFINED(c.ratio) AND c.id != 'x'")).toEqual(["bad"]);
  expect(await findings(engine)).toEqual([]);
});
