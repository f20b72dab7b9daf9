/** Which indexes queries use, and what that saves: SQL cases as data, with the work that each takes. */
import { describe, expect, test, vi } from "vitest";
import { indexName } from "../../value/index-identity.ts";
import type { JsonObject } from "../../value/json.ts";
import { ACCESS_TUNING } from "../plan/choose-access.ts";
import { ArraySource } from "./array-source.ts";
import { equalBorders, QueryFixture } from "./query.fixture.ts";

const ITEMS: readonly JsonObject[] = Array.from({ length: 1000 }, (_, i) => ({
  id: `${i}`,
  n: i,
  kind: `g${i % 10}`,
  name: `name${String(i).padStart(4, "0")}`,
  tags: [`t${i % 100}`, "all"],
  o: { p: i % 500 },
}));

interface IndexCase {
  readonly query: string;
  readonly rows: number;
  /** Paths of the indexes used. */
  readonly used: readonly string[];
  /** Items read. */
  readonly loaded: number;
  readonly potential?: readonly string[];
}

const CASES: readonly IndexCase[] = [
  { query: "SELECT * FROM c", rows: 1000, used: [], loaded: 1000 },
  { query: "SELECT * FROM c WHERE c.n = 7", rows: 1, used: ["/n"], loaded: 1 },
  { query: "SELECT * FROM c WHERE 7 = c['n']", rows: 1, used: ["/n"], loaded: 1 },
  { query: "SELECT * FROM c WHERE c.n IN (1, 2, 2000)", rows: 2, used: ["/n"], loaded: 2 },
  { query: "SELECT * FROM c WHERE c.n >= 10 AND c.n < 20", rows: 10, used: ["/n"], loaded: 10 },
  { query: "SELECT * FROM c WHERE c.n BETWEEN 10 AND 19", rows: 10, used: ["/n"], loaded: 10 },
  { query: "SELECT * FROM c WHERE STARTSWITH(c.name, 'name001')", rows: 10, used: ["/name"], loaded: 10 },
  { query: "SELECT * FROM c WHERE STRINGEQUALS(c.name, 'name0010')", rows: 1, used: ["/name"], loaded: 1 },
  { query: "SELECT * FROM c WHERE c.name LIKE 'name001%'", rows: 10, used: ["/name"], loaded: 10 },
  { query: "SELECT * FROM c WHERE c.name LIKE 'name00%9'", rows: 10, used: ["/name"], loaded: 100 },
  { query: "SELECT * FROM c WHERE ARRAY_CONTAINS(c.tags, 't5')", rows: 10, used: ["/tags/[]"], loaded: 10 },
  { query: "SELECT c.id FROM c JOIN t IN c.tags WHERE t = 't5'", rows: 10, used: ["/tags/[]"], loaded: 10 },
  {
    query: "SELECT * FROM c WHERE c.n = 1 OR c.name = 'name0002'",
    rows: 2,
    used: ["/n", "/name"],
    loaded: 2,
  },
  { query: "SELECT * FROM c WHERE c.n = 1 OR c.n + 0 = 2", rows: 2, used: [], loaded: 1000 },
  { query: "SELECT * FROM c WHERE c.kind = 'g1' AND c.n = 11", rows: 1, used: ["/n"], loaded: 1 },
  {
    query: "SELECT * FROM c WHERE c.kind = 'g1' AND c.n < 100",
    rows: 10,
    used: ["/kind", "/n"],
    loaded: 10,
  },
  { query: "SELECT * FROM c WHERE c.o.p = 3", rows: 2, used: ["/o/p"], loaded: 2 },
  { query: "SELECT * FROM c WHERE IS_DEFINED(c.none)", rows: 0, used: ["/none"], loaded: 0 },
  { query: "SELECT * FROM c WHERE c.n > 1 AND c.n < 1", rows: 0, used: [], loaded: 0 },
  { query: "SELECT * FROM c WHERE c.hidden = 1", rows: 0, used: [], loaded: 1000, potential: ["/hidden"] },
  { query: "SELECT TOP 3 * FROM c ORDER BY c.n DESC", rows: 3, used: ["/n"], loaded: 3 },
  { query: "SELECT TOP 3 * FROM c WHERE c.n > 500 ORDER BY c.n", rows: 3, used: ["/n"], loaded: 3 },
  { query: "SELECT TOP 3 * FROM c WHERE c.n < 5 ORDER BY c.name", rows: 3, used: ["/n"], loaded: 5 },
  { query: "SELECT * FROM c ORDER BY c.n OFFSET 10 LIMIT 5", rows: 5, used: ["/n"], loaded: 15 },
  { query: "SELECT VALUE COUNT(1) FROM c", rows: 1, used: ["/id"], loaded: 0 },
  { query: "SELECT VALUE COUNT(1) FROM c WHERE c.kind = 'g3'", rows: 1, used: ["/kind"], loaded: 0 },
  { query: "SELECT VALUE SUM(c.n) FROM c", rows: 1, used: ["/n"], loaded: 0 },
  { query: "SELECT VALUE MAX(c.n) FROM c", rows: 1, used: ["/n"], loaded: 0 },
  { query: "SELECT VALUE c.n FROM c WHERE c.n = 7", rows: 1, used: ["/n"], loaded: 0 },
  { query: "SELECT TOP 5 VALUE c.n FROM c ORDER BY c.n", rows: 5, used: ["/n"], loaded: 0 },
  {
    query: "SELECT c.kind, COUNT(1) AS k FROM c WHERE IS_DEFINED(c.kind) GROUP BY c.kind",
    rows: 10,
    used: ["/kind"],
    loaded: 0,
  },
  {
    query: "SELECT c.kind, COUNT(1) AS k FROM c GROUP BY c.kind",
    rows: 10,
    used: ["/id", "/kind"],
    loaded: 0,
  },
];

describe("on one partition", () => {
  const fixture = new QueryFixture({
    items: ITEMS,
    tuning: ACCESS_TUNING,
    isIndexed: (path) => path !== "/hidden",
  });
  test.each(CASES)("$query", async ({ query, rows, used, loaded, potential = [] }) => {
    const page = await fixture.page(query, { page: { maxItems: 10_000 } });
    expect({
      rows: page.rows.length,
      used: page.indexUsage.used.map(({ index }) => indexName(index)).sort(),
      loaded: page.work.itemsLoaded,
      potential: page.indexUsage.potential.map(({ index }) => indexName(index)),
    }).toEqual({ rows, used, loaded, potential });
  });
});

test.each([
  ["SELECT * FROM c WHERE c.n = 5", [true]],
  ["SELECT * FROM c WHERE c.name LIKE 'name012%7'", [false]],
  ["SELECT * FROM c WHERE c.name LIKE 'name012%7' OR c.n = 5", [false, true]],
])("%s says whether its index is precise", async (query, precise) => {
  const fixture = new QueryFixture({ items: ITEMS, tuning: ACCESS_TUNING });
  const { indexUsage } = await fixture.page(query);
  expect(indexUsage.used.map(({ isPrecise }) => isPrecise)).toEqual(precise);
  const bare = new QueryFixture({ items: ITEMS, tuning: ACCESS_TUNING, isIndexed: () => false });
  const { indexUsage: missed } = await bare.page(query);
  expect(missed.potential.some(({ isPrecise }) => isPrecise)).toBe(precise.includes(true));
});

test("a list of more values than there are items is not looked up one by one", async () => {
  const fixture = new QueryFixture({ items: ITEMS, tuning: ACCESS_TUNING });
  const values = Array.from({ length: 3000 }, (_, i) => i + 990).join();
  const page = await fixture.page(`SELECT VALUE c.n FROM c WHERE c.n IN (${values})`);
  expect(page.rows).toHaveLength(10);
  expect(page.work).toMatchObject({ indexLookups: 0, itemsLoaded: 1000 });
});

test("MIN and MAX read one entry each from every partition", async () => {
  const fixture = new QueryFixture({ items: ITEMS, borders: equalBorders(4) });
  const page = await fixture.page("SELECT MIN(c.n) AS low, MAX(c.n) AS high FROM c");
  expect(page.rows[0]!.value()).toEqual({ low: 0, high: 999 });
  expect(page.work).toMatchObject({ indexEntries: 8, itemsLoaded: 0, partitionsVisited: 4 });
});

test("ORDER BY several properties reads their composite index", async () => {
  const composites = [
    [
      { path: "/kind", descending: false },
      { path: "/n", descending: true },
    ],
  ];
  const fixture = new QueryFixture({ items: ITEMS, composites, borders: equalBorders(3) });
  const page = await fixture.page("SELECT TOP 2 VALUE c.n FROM c ORDER BY c.kind DESC, c.n ASC");
  expect(page.rows.map((row) => row.value())).toEqual([9, 19]);
  expect(page.indexUsage.used.map(({ index }) => indexName(index))).toEqual(["/kind ASC,/n DESC"]);
  expect(page.work.itemsLoaded).toBe(2);
});

test("items that lack the property come before all others, whether or not the policy names the path", async () => {
  const items = [{ id: "1" }, { id: "2", n: null }, { id: "3" }, { id: "4", n: 1 }];
  for (const options of [{}, { explicitPaths: ["/n"] }]) {
    const fixture = new QueryFixture({ items, ...options });
    expect(await fixture.rows("SELECT VALUE c.id FROM c ORDER BY c.n")).toEqual(["1", "3", "2", "4"]);
    expect(await fixture.rows("SELECT VALUE c.id FROM c ORDER BY c.n DESC")).toEqual(["4", "2", "3", "1"]);
    expect(await fixture.rows("SELECT c.none FROM c ORDER BY c.none")).toEqual([{}, {}, {}, {}]);
    expect(await fixture.rows("SELECT VALUE c.id FROM c WHERE IS_DEFINED(c.n) ORDER BY c.n")).toEqual([
      "2",
      "4",
    ]);
  }
});

test("items that lack the property are not looked for where the filter leaves them out, or before they are reached", async () => {
  const items = Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? { id: `${i}` } : { id: `${i}`, n: i }));
  const fixture = new QueryFixture({ items });
  const loaded = async (text: string) => (await fixture.page(text)).work.itemsLoaded;
  expect(await loaded("SELECT TOP 3 * FROM c ORDER BY c.n DESC")).toBe(3);
  expect(await loaded("SELECT TOP 3 * FROM c WHERE c.n > 7 ORDER BY c.n")).toBe(3);
});

test("computed properties shadow stored ones, filter, order and group", async () => {
  const fixture = new QueryFixture({
    items: [
      { id: "1", name: "Zoe", lower: "stored" },
      { id: "2", name: "adam" },
    ],
    computedProperties: [{ name: "lower", query: "SELECT VALUE LOWER(c.name) FROM c" }],
  });
  expect(await fixture.rows("SELECT VALUE c.lower FROM c ORDER BY c.lower")).toEqual(["adam", "zoe"]);
  expect(await fixture.rows("SELECT VALUE c.id FROM c WHERE c.lower = 'zoe'")).toEqual(["1"]);
  expect(await fixture.rows("SELECT * FROM c WHERE c.id = '2'")).toEqual([{ id: "2", name: "adam" }]);
  expect(await fixture.rows("SELECT c.lower, COUNT(1) AS n FROM c GROUP BY c.lower")).toEqual([
    { lower: "adam", n: 1 },
    { lower: "zoe", n: 1 },
  ]);
});

describe("inside one logical partition, the filter on its key", () => {
  const items = Array.from({ length: 100 }, (_, i) => ({
    id: `${i}`,
    pk: "a",
    n: i,
    ...(i % 2 && { odd: true }),
  }));
  const fixture = new QueryFixture({ items, known: [{ path: "/pk", value: "a" }], tuning: ACCESS_TUNING });
  test.each([
    ["SELECT * FROM c WHERE c.pk = 'a'", 100, 100],
    ["SELECT * FROM c WHERE c.pk IN ('b', 'a') AND c.n = 3", 1, 1],
    ["SELECT * FROM c WHERE c.pk = 'b'", 0, 0],
    ["SELECT * FROM c WHERE c.pk > 'A' OR c.n = 3", 100, 100],
    ["SELECT * FROM c WHERE NOT (c.pk = 'a')", 0, 100],
    ["SELECT VALUE COUNT(1) FROM c WHERE c.pk = 'a' AND c.n < 10", 1, 10],
    ["SELECT VALUE COUNT(1) FROM c WHERE c.pk = 'a'", 1, 0],
    ["SELECT VALUE SUM(c.n) FROM c WHERE c.pk = 'a'", 1, 0],
    ["SELECT c.odd, COUNT(1) AS k FROM c WHERE c.pk = 'a' GROUP BY c.odd", 2, 0],
  ] as const)("%s", async (query, rows, loaded) => {
    const page = await fixture.page(query);
    expect([page.rows.length, page.work.itemsLoaded]).toEqual([rows, loaded]);
  });
});

test.each([
  ["SELECT VALUE COUNT(1) FROM c", true],
  ["SELECT COUNT(1) AS n, SUM(0.1) AS s FROM c", true],
  ["SELECT VALUE COUNT(1) FROM c WHERE c.n = 7", true],
  ["SELECT VALUE COUNT(1) FROM c WHERE c.n > 7 AND c.n <= 90", true],
  ["SELECT VALUE COUNT(1) FROM c WHERE c.kind IN ('g1', 'g2', 'none')", true],
  ["SELECT c.kind, COUNT(1) AS k FROM c GROUP BY c.kind", true],
  ["SELECT VALUE COUNT(1) FROM c WHERE c.name > 'name05'", false],
  ["SELECT VALUE COUNT(1) FROM c WHERE IS_DEFINED(c.tags)", false],
  ["SELECT VALUE COUNT(c.n) FROM c WHERE c.n > 7", false],
  ["SELECT VALUE COUNT(1) FROM c WHERE c.n > 7 AND c.kind = 'g1'", false],
])("%s: entries that are counted cost what entries that are read do", async (text, isCounted) => {
  const fixture = new QueryFixture({ items: ITEMS, borders: equalBorders(3) });
  const counts = [vi.spyOn(ArraySource.prototype, "exactCount"), vi.spyOn(ArraySource.prototype, "count")];
  const { rows, times: _, ...counted } = await fixture.page(text);
  expect(counts.some(({ mock }) => mock.calls.length > 0)).toBe(isCounted);
  for (const count of counts) count.mockResolvedValue(undefined as unknown as number);
  const { rows: rowsRead, times: __, ...read } = await fixture.page(text);
  for (const count of counts) count.mockRestore();
  expect(rows.map((row) => row.value())).toEqual(rowsRead.map((row) => row.value()));
  expect(counted).toEqual(read);
});

test.each(["a,b", "x ASC,/y", "x ASC,"])("a property named %s has an index of its own", async (name) => {
  const items = Array.from({ length: 60 }, (_, n) => ({ id: `${n}`, [name]: { y: n } }));
  const fixture = new QueryFixture({ items, borders: equalBorders(2) });
  const property = `c["${name}"].y`;
  expect(await fixture.rows(`SELECT VALUE c.id FROM c WHERE ${property} = 7`)).toEqual(["7"]);
  const ordered = await fixture.rows(`SELECT TOP 2 VALUE c.id FROM c ORDER BY ${property} DESC`);
  expect(ordered).toEqual(["59", "58"]);
});
