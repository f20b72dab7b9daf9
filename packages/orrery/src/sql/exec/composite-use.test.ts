/** What composite indexes are read for, and how much of them: SQL cases as data, with the work that each takes. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { indexName } from "../../value/rows/index-identity.ts";
import { ACCESS_TUNING } from "../plan/access/choose-access.ts";
import { equalBorders, type FixtureOptions, QueryFixture } from "./query.fixture.ts";
import type { QueryWork } from "./query-work.ts";

/** Ten groups of a hundred; in each, ten items lack `n`. Values of `n` come in pairs. */
const ITEMS: readonly JsonObject[] = Array.from({ length: 1000 }, (_, i) => ({
  id: `${i}`,
  g: `g${i % 10}`,
  h: i % 4,
  ...(i % 100 >= 10 && { n: Math.floor(i / 20) }),
}));

const asc = (path: string) => ({ path, descending: false });
const desc = (path: string) => ({ path, descending: true });

const UP = [asc("/g"), asc("/n")];
const DOWN = [asc("/g"), desc("/n")];

function fixtureOf(composites: NonNullable<FixtureOptions["composites"]>, more: FixtureOptions = {}) {
  return new QueryFixture({
    items: ITEMS,
    composites,
    tuning: ACCESS_TUNING,
    borders: equalBorders(3),
    ...more,
  });
}

interface Read {
  readonly rows: readonly Json[];
  readonly entries: number;
  readonly loaded: number;
  readonly used: readonly string[];
}

/** All pages of a query, with the work of all. */
async function read(fixture: QueryFixture, text: string, maxItems: number): Promise<Read> {
  const rows: Json[] = [];
  const used = new Set<string>();
  let [entries, loaded] = [0, 0];
  let continuation: string | undefined;
  do {
    const page = await fixture.page(text, { page: { maxItems }, ...(continuation && { continuation }) });
    rows.push(...page.rows.map((row) => row.value()));
    entries += page.work.indexEntries;
    loaded += page.work.itemsLoaded;
    for (const { index } of page.indexUsage.used) used.add(indexName(index));
    continuation = page.continuation;
  } while (continuation !== undefined);
  return { rows, entries, loaded, used: [...used] };
}

const UNINDEXED = fixtureOf([UP, DOWN], {
  isIndexed: (path) => path === "/n",
  tuning: { walkedItems: Number.POSITIVE_INFINITY, estimateMax: 1, scannedItems: 0 },
});

test.each([
  ["c.g = 'g9' ORDER BY c.g, c.n", [UP], 100, "/g ASC,/n ASC"],
  ["c.g = 'g9' ORDER BY c.g, c.n DESC", [DOWN], 100, "/g ASC,/n DESC"],
  ["c.g = 'g9' ORDER BY c.g DESC, c.n", [DOWN], 100, "/g ASC,/n DESC"],
  ["c.g = 'g9' ORDER BY c.n", [UP], 100, "/g ASC,/n ASC"],
  ["c.g = 'g9' ORDER BY c.n DESC", [UP], 100, "/g ASC,/n ASC"],
  ["c.g = 'g9' ORDER BY c.n", [DOWN], 100, "/g ASC,/n DESC"],
  ["c.g = 'g9' ORDER BY c.n DESC", [DOWN], 100, "/g ASC,/n DESC"],
  ["c.g = 'g9' AND c.n >= 20 AND c.n < 22 ORDER BY c.g, c.n", [UP], 3, "/g ASC,/n ASC"],
  ["c.g = 'g9' AND c.n >= 20 AND c.n < 22 ORDER BY c.g, c.n DESC", [DOWN], 3, "/g ASC,/n DESC"],
  ["c.g = 'g9' AND c.n > 47 ORDER BY c.n DESC", [DOWN], 4, "/g ASC,/n DESC"],
  ["c.g IN ('g1', 'g9') AND c.n = 20 ORDER BY c.g, c.n", [UP], 2, "/g ASC,/n ASC"],
  ["c.g > 'g8' ORDER BY c.g, c.n", [UP], 100, "/g ASC,/n ASC"],
])("%s reads what it answers, on pages of any size", async (clauses, composites, rows, used) => {
  const text = `SELECT VALUE c.id FROM c WHERE ${clauses}`;
  const fixture = fixtureOf(composites);
  for (const maxItems of [1000, 7, 1]) {
    const got = await read(fixture, text, maxItems);
    expect(got).toMatchObject({ entries: rows, loaded: rows, used: [used] });
    expect(got.rows).toHaveLength(rows);
    expect(got.rows).toEqual((await read(UNINDEXED, text, 1000)).rows);
  }
});

test.each([
  // What the clients of Java and .NET send to go on after ("g8", 25), and after an item without `n`.
  [
    "((c.g < 'g8' OR NOT IS_DEFINED(c.g) OR IS_NULL(c.g) OR IS_BOOLEAN(c.g) OR IS_NUMBER(c.g))) OR ((c.g = 'g8') AND (c.n > 25 OR IS_STRING(c.n) OR IS_ARRAY(c.n) OR IS_OBJECT(c.n))) ORDER BY c.g DESC, c.n",
    DOWN,
  ],
  [
    "((c.g > 'g3' OR IS_ARRAY(c.g) OR IS_OBJECT(c.g))) OR ((c.g = 'g3') AND (c.n < 25 OR NOT IS_DEFINED(c.n) OR IS_NULL(c.n) OR IS_BOOLEAN(c.n))) ORDER BY c.g, c.n DESC",
    DOWN,
  ],
  [
    "((c.g > 'g3' OR IS_ARRAY(c.g) OR IS_OBJECT(c.g))) OR ((c.g = 'g3') AND (NOT IS_DEFINED(c.n))) ORDER BY c.g, c.n DESC",
    DOWN,
  ],
  ["(c.n < 25 OR NOT IS_DEFINED(c.n) OR IS_NULL(c.n) OR IS_BOOLEAN(c.n)) ORDER BY c.n DESC", UP],
  ["(c.n > 25 OR IS_STRING(c.n) OR IS_ARRAY(c.n) OR IS_OBJECT(c.n)) ORDER BY c.n", UP],
])("an order that a client resumes is sought: %s", async (clauses, composite) => {
  const fixture = fixtureOf([composite]);
  const page = await fixture.page(`SELECT VALUE c.id FROM c WHERE ${clauses}`, { page: { maxItems: 5 } });
  expect(page.rows).toHaveLength(5);
  expect(page.work).toMatchObject({ indexEntries: 5, itemsLoaded: 5 });
});

test.each([
  ["c.g = 'g9' AND c.n = 20", [UP], 1],
  ["c.g = 'g9' AND c.n > 47", [DOWN], 4],
  ["c.n > 47 AND c.g = 'g9'", [DOWN], 4],
  ["(c.g = 'g9' AND c.n = 20) OR (c.g = 'g8' AND c.n = 21)", [UP], 3],
  ["c.g = 'g9' AND c.n < 20 AND c.h > 2", [UP, [asc("/g"), asc("/h")]], 36],
])("a composite index serves the filter %s", async (filter, composites, rows) => {
  const fixture = fixtureOf(composites);
  for (const maxItems of [1000, 3]) {
    const got = await read(fixture, `SELECT VALUE c.id FROM c WHERE ${filter}`, maxItems);
    const expected = await read(UNINDEXED, `SELECT VALUE c.id FROM c WHERE ${filter}`, 1000);
    expect([...got.rows].sort()).toEqual([...expected.rows].sort());
    expect(got.used.every((name) => name.includes(","))).toBe(true);
    expect(got.loaded).toBe(rows);
  }
});

test.each([
  ["c.g = 'g9' AND c.n >= 20", 54],
  ["c.g = 'g9' AND c.n < 1000", 90],
  ["c.g IN ('g1', 'g2', 'g3', 'g4', 'g5', 'g6', 'g7') AND c.n >= 0", 630],
])("the items of %s are counted in the index alone", async (filter, count) => {
  const text = `SELECT VALUE COUNT(1) FROM c WHERE ${filter}`;
  for (const composite of [UP, DOWN]) {
    const page = await fixtureOf([composite]).page(text);
    expect(page.rows.map((row) => row.value())).toEqual([count]);
    expect(page.work).toMatchObject({ indexEntries: count, itemsLoaded: 0 });
  }
});

test.each([
  ["c.n > 3 AND c.g > 'g3'", [UP]],
  ["c.g != 'g9' AND c.n = 18", [UP]],
  ["c.h = 1 AND c.n = 18", [UP]],
])("no composite index serves the filter %s", async (filter, composites) => {
  const { used } = await read(fixtureOf(composites), `SELECT * FROM c WHERE ${filter}`, 1000);
  expect(used.filter((name) => name.includes(","))).toEqual([]);
});

test("inside one logical partition, its key stands in front of an index without being asked for", async () => {
  const items = Array.from({ length: 200 }, (_, n) => ({ id: `${n}`, pk: "a", n }));
  const composites = [[asc("/pk"), desc("/n")]];
  const fixture = new QueryFixture({
    items,
    composites,
    known: [{ path: "/pk", value: "a" }],
    tuning: ACCESS_TUNING,
  });
  for (const order of ["c.pk, c.n DESC", "c.n DESC"]) {
    const page = await fixture.page(`SELECT VALUE c.n FROM c WHERE c.n < 150 ORDER BY ${order}`, {
      page: { maxItems: 2 },
    });
    expect(page.rows.map((row) => row.value())).toEqual([149, 148]);
    expect(page.work).toMatchObject({ indexEntries: 2, itemsLoaded: 2 } satisfies Partial<QueryWork>);
  }
});

test("more ties than are held are read again the other way round", async () => {
  const items = Array.from({ length: 1500 }, (_, i) => ({ id: `${i}`, g: "a", n: 7 }));
  const fixture = new QueryFixture({ items, composites: [DOWN], tuning: ACCESS_TUNING });
  const rows = await fixture.rows("SELECT VALUE c.id FROM c WHERE c.g = 'a' ORDER BY c.n", {
    page: { maxItems: 700 },
  });
  expect(rows).toEqual(items.map(({ id }) => id));
});
