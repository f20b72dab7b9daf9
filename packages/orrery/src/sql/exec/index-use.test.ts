/** Which indexes queries use, and what that saves: SQL cases as data, with the work that each takes. */
import type { JsonObject } from "@orrerydb/exact-json";
import { describe, expect, test, vi } from "vitest";
import { indexName } from "../../value/rows/index-identity.ts";
import { ACCESS_TUNING } from "../plan/access/choose-access.ts";
import { ArraySource } from "./array-source.ts";
import { equalBorders, QueryFixture } from "./query.fixture.ts";

const ITEMS: readonly JsonObject[] = Array.from({ length: 1000 }, (_, i) => ({
  id: `${i}`,
  n: i,
  kind: `g${i % 10}`,
  name: `name${String(i).padStart(4, "0")}`,
  tags: [`t${i % 100}`, "all"],
  parts: [{ x: i % 100, y: 1 }, { z: 1 }],
  rare: i % 100 === 0 ? "y" : "x",
  ...(i % 100 > 0 && { most: 1 }),
  o: { p: i % 500 },
}));

interface IndexCase {
  readonly query: string;
  readonly rows: number;
  /** The indexes that its plan names: `loaded` tells which of them were read. */
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
  { query: "SELECT * FROM c WHERE c.name LIKE 'name00%9'", rows: 10, used: ["/name"], loaded: 10 },
  { query: "SELECT * FROM c WHERE c.name LIKE '%99'", rows: 10, used: ["/name"], loaded: 10 },
  { query: "SELECT * FROM c WHERE c.name NOT LIKE 'name0%'", rows: 0, used: ["/name"], loaded: 0 },
  { query: "SELECT * FROM c WHERE CONTAINS(c.name, 'e001')", rows: 10, used: ["/name"], loaded: 10 },
  { query: "SELECT * FROM c WHERE CONTAINS(c.name, 'E001', true)", rows: 10, used: ["/name"], loaded: 10 },
  {
    query: "SELECT * FROM c WHERE CONTAINS_ANY_CI(c.name, 'E001', 'x')",
    rows: 10,
    used: ["/name"],
    loaded: 10,
  },
  { query: "SELECT * FROM c WHERE ENDSWITH(c.name, '99')", rows: 10, used: ["/name"], loaded: 10 },
  {
    query: "SELECT * FROM c WHERE STARTSWITH(c.name, 'NAME001', true)",
    rows: 10,
    used: ["/name"],
    loaded: 10,
  },
  {
    query: "SELECT * FROM c WHERE STRINGEQUALS(c.name, 'Name0010', true)",
    rows: 1,
    used: ["/name"],
    loaded: 1,
  },
  { query: "SELECT * FROM c WHERE REGEXMATCH(c.name, '9{2}$')", rows: 10, used: ["/name"], loaded: 10 },
  { query: "SELECT * FROM c WHERE RIGHT(c.name, 2) IN ('98', '99')", rows: 20, used: ["/name"], loaded: 20 },
  { query: "SELECT * FROM c WHERE FLOOR(c.n) = 7 OR ABS(c.n) = 8", rows: 2, used: ["/n"], loaded: 2 },
  { query: "SELECT * FROM c WHERE NOT CONTAINS(c.rare, 'x')", rows: 10, used: ["/rare"], loaded: 10 },
  {
    query: "SELECT * FROM c WHERE CONTAINS(c.name, '99') AND STARTSWITH(c.name, 'name0')",
    rows: 19,
    used: ["/name"],
    loaded: 19,
  },
  {
    query: "SELECT * FROM c WHERE CONTAINS(c.name, '999') OR ENDSWITH(c.name, '0000')",
    rows: 2,
    used: ["/name"],
    loaded: 2,
  },
  {
    query: "SELECT * FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE ENDSWITH(t, '99'))",
    rows: 10,
    used: ["/tags/[]"],
    loaded: 10,
  },
  {
    query: "SELECT * FROM c WHERE c.n = 7 AND CONTAINS(c.name, 'x')",
    rows: 0,
    used: ["/n", "/name"],
    loaded: 1,
  },
  // As on the service, which loads all items for these.
  { query: "SELECT * FROM c WHERE UPPER(c.name) = 'NAME0010'", rows: 1, used: [], loaded: 1000 },
  { query: "SELECT * FROM c WHERE LENGTH(c.name) = 3", rows: 0, used: [], loaded: 1000 },
  { query: "SELECT * FROM c WHERE CONTAINS(c.name, c.kind)", rows: 0, used: [], loaded: 1000 },
  { query: "SELECT * FROM c WHERE CONTAINS(c.name, 'e')", rows: 1000, used: ["/name"], loaded: 1000 },
  {
    query: "SELECT * FROM c WHERE CONTAINS(c.hidden, 'x')",
    rows: 0,
    used: [],
    loaded: 1000,
    potential: ["/hidden"],
  },
  { query: "SELECT * FROM c WHERE ARRAY_CONTAINS(c.tags, 't5')", rows: 10, used: ["/tags/[]"], loaded: 10 },
  { query: "SELECT c.id FROM c JOIN t IN c.tags WHERE t = 't5'", rows: 10, used: ["/tags/[]"], loaded: 10 },
  {
    query: "SELECT c.id, t FROM c JOIN (SELECT VALUE t FROM t IN c.tags WHERE t = 't5') AS t",
    rows: 10,
    used: ["/tags/[]"],
    loaded: 10,
  },
  {
    query: "SELECT c.id, s FROM c JOIN (SELECT VALUE t FROM t IN c.tags) AS s WHERE s = 't5'",
    rows: 10,
    used: ["/tags/[]"],
    loaded: 10,
  },
  {
    query: "SELECT c.id FROM c JOIN (SELECT VALUE t FROM t IN c.tags WHERE t = 'none') AS t JOIN s IN c.tags",
    rows: 0,
    used: ["/tags/[]"],
    loaded: 0,
  },
  {
    query: "SELECT c.id, k FROM c JOIN (SELECT COUNT(1) AS k FROM t IN c.tags WHERE t = 'none') AS k",
    rows: 1000,
    used: [],
    loaded: 1000,
  },
  {
    query: "SELECT VALUE d.id FROM (SELECT VALUE c FROM c WHERE c.n < 10) AS d WHERE d.o.p = 3",
    rows: 1,
    used: ["/n", "/o/p"],
    loaded: 2,
    potential: ["/o/p ASC,/n ASC"],
  },
  {
    query: "SELECT VALUE d.id FROM (SELECT c.id, c.n FROM c WHERE c.n < 10) AS d WHERE d.n > 7",
    rows: 2,
    used: ["/n"],
    loaded: 10,
  },
  {
    query: "SELECT * FROM c WHERE ARRAY_CONTAINS(c.parts, {x: 5}, true)",
    rows: 10,
    used: ["/parts/[]/x"],
    loaded: 10,
  },
  {
    query: "SELECT * FROM c WHERE ARRAY_CONTAINS(c.parts, {x: 5, y: 1}, true)",
    rows: 10,
    used: ["/parts/[]/x", "/parts/[]/y"],
    loaded: 10,
  },
  {
    query: "SELECT * FROM c WHERE ARRAY_CONTAINS(c.parts, {x: 5, y: 2}, true)",
    rows: 0,
    used: ["/parts/[]/x", "/parts/[]/y"],
    loaded: 0,
  },
  {
    query: "SELECT * FROM c WHERE ARRAY_CONTAINS(c.tags, 't5', true)",
    rows: 10,
    used: ["/tags/[]"],
    loaded: 10,
  },
  { query: "SELECT * FROM c WHERE ARRAY_CONTAINS([1, 2, 2000], c.n)", rows: 2, used: ["/n"], loaded: 2 },
  {
    query: "SELECT * FROM c WHERE STARTSWITH(c.name, 'name001') = true",
    rows: 10,
    used: ["/name"],
    loaded: 10,
  },
  { query: "SELECT * FROM c WHERE (c.n >= 10) = false", rows: 10, used: ["/n"], loaded: 10 },
  { query: "SELECT * FROM c WHERE c.rare != 'x'", rows: 10, used: ["/rare"], loaded: 10 },
  { query: "SELECT * FROM c WHERE NOT (c.rare = 'x')", rows: 10, used: ["/rare"], loaded: 10 },
  { query: "SELECT * FROM c WHERE c.rare NOT IN ('x', 'z')", rows: 10, used: ["/rare"], loaded: 10 },
  { query: "SELECT * FROM c WHERE c.rare != 'y'", rows: 990, used: ["/rare"], loaded: 1000 },
  { query: "SELECT * FROM c WHERE c.n NOT BETWEEN 10 AND 994", rows: 15, used: ["/n"], loaded: 15 },
  { query: "SELECT * FROM c WHERE NOT (c.n >= 10)", rows: 10, used: ["/n"], loaded: 10 },
  { query: "SELECT * FROM c WHERE NOT (c.n >= 10 OR c.n < 3)", rows: 7, used: ["/n"], loaded: 7 },
  { query: "SELECT * FROM c WHERE NOT (c.n >= 10 AND c.n < 995)", rows: 15, used: ["/n"], loaded: 15 },
  {
    query: "SELECT * FROM c WHERE c.n = 1 OR c.name = 'name0002'",
    rows: 2,
    used: ["/n", "/name"],
    loaded: 2,
  },
  { query: "SELECT * FROM c WHERE c.n = 1 OR c.n + 0 = 2", rows: 2, used: [], loaded: 1000 },
  { query: "SELECT * FROM c WHERE c.kind = 'g1' AND c.n = 11", rows: 1, used: ["/kind", "/n"], loaded: 1 },
  {
    query: "SELECT * FROM c WHERE c.kind = 'g1' AND c.n < 100",
    rows: 10,
    used: ["/kind", "/n"],
    loaded: 10,
    potential: ["/kind ASC,/n ASC"],
  },
  { query: "SELECT * FROM c WHERE c.o.p = 3", rows: 2, used: ["/o/p"], loaded: 2 },
  { query: "SELECT * FROM c WHERE IS_DEFINED(c.none)", rows: 0, used: ["/none"], loaded: 0 },
  { query: "SELECT * FROM c WHERE NOT IS_DEFINED(c.most)", rows: 10, used: ["/most"], loaded: 10 },
  {
    query: "SELECT * FROM c WHERE IS_DEFINED(c.most) = false AND c.n % 2 = 1",
    rows: 0,
    used: ["/most"],
    loaded: 10,
  },
  { query: "SELECT * FROM c WHERE c.n > 1 AND c.n < 1", rows: 0, used: [], loaded: 0 },
  { query: "SELECT * FROM c WHERE c.hidden = 1", rows: 0, used: [], loaded: 1000, potential: ["/hidden"] },
  { query: "SELECT TOP 3 * FROM c ORDER BY c.n DESC", rows: 3, used: ["/n"], loaded: 3 },
  { query: "SELECT TOP 3 * FROM c WHERE c.n > 500 ORDER BY c.n", rows: 3, used: ["/n"], loaded: 3 },
  { query: "SELECT TOP 3 * FROM c WHERE c.n < 5 ORDER BY c.name", rows: 3, used: ["/n", "/name"], loaded: 5 },
  { query: "SELECT * FROM c ORDER BY c.n OFFSET 10 LIMIT 5", rows: 5, used: ["/n"], loaded: 5 },
  { query: "SELECT VALUE COUNT(1) FROM c", rows: 1, used: ["/id"], loaded: 0 },
  { query: "SELECT VALUE COUNT(1) FROM c WHERE c.kind = 'g3'", rows: 1, used: ["/kind"], loaded: 0 },
  { query: "SELECT VALUE SUM(c.n) FROM c", rows: 1, used: ["/n"], loaded: 0 },
  { query: "SELECT VALUE MAX(c.n) FROM c", rows: 1, used: ["/n"], loaded: 0 },
  { query: "SELECT VALUE c.n FROM c WHERE c.n = 7", rows: 1, used: ["/n"], loaded: 0 },
  { query: "SELECT TOP 5 VALUE c.n FROM c ORDER BY c.n", rows: 5, used: ["/n"], loaded: 0 },
  { query: "SELECT VALUE STARTSWITH(c.name, 'name1', true) FROM c", rows: 1000, used: ["/name"], loaded: 0 },
  { query: "SELECT VALUE CONTAINS(c.none, 'x') FROM c", rows: 0, used: ["/none"], loaded: 0 },
  { query: "SELECT VALUE CONTAINS(c.hidden, 'x') FROM c", rows: 0, used: [], loaded: 1000 },
  { query: "SELECT VALUE CONTAINS(c.name, c.kind) FROM c", rows: 1000, used: [], loaded: 1000 },
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

test.each([
  ["each value once, where none passes", "CONTAINS(c.kind, 'x')", 0, 10],
  ["and the entries of those that pass", "CONTAINS(c.kind, '9')", 100, 9 + 100],
  ["as many as there are values", "CONTAINS(c.name, 'e001')", 10, 1000],
  ["only those that begin alike in any case", "STARTSWITH(c.name, 'NAME001', true)", 10, 10],
  ["only those that begin alike", "c.name LIKE 'name001%9'", 1, 10],
])("the values of an index are read: %s", async (_, where, loaded, entries) => {
  const fixture = new QueryFixture({ items: ITEMS, tuning: ACCESS_TUNING });
  const { work } = await fixture.page(`SELECT * FROM c WHERE ${where}`, { page: { maxItems: 1000 } });
  expect(work).toMatchObject({ itemsLoaded: loaded, indexEntries: entries });
});

test("that the first values pass says little of the others", async () => {
  const items = Array.from({ length: 5000 }, (_, i) => ({ id: `${i}`, name: i < 500 ? `A${i}` : `b${i}` }));
  const fixture = new QueryFixture({ items, tuning: ACCESS_TUNING });
  const page = await fixture.page("SELECT * FROM c WHERE CONTAINS(c.name, 'A')", {
    page: { maxItems: 1000 },
  });
  expect([page.rows.length, page.work.itemsLoaded]).toEqual([500, 500]);
});

test("values whose entries are cut are decided by their items", async () => {
  const long = (end: string) => `${"x".repeat(300)}${end}`;
  const items = [...ITEMS, { id: "a", name: long("1") }, { id: "b", name: long("2") }];
  const fixture = new QueryFixture({ items, tuning: ACCESS_TUNING });
  const page = await fixture.page("SELECT VALUE c.id FROM c WHERE ENDSWITH(c.name, 'x1')");
  expect(page.rows.map((row) => row.value())).toEqual(["a"]);
  expect(page.work.itemsLoaded).toBe(2);
});

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
    ["SELECT * FROM c WHERE NOT (c.pk = 'a')", 0, 0],
    ["SELECT VALUE COUNT(1) FROM c WHERE c.pk = 'a' AND c.n < 10", 1, 0],
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

test.each([
  // One entry settles it; the hundreds of the others are counted up to the first look.
  ["c.n = 7 AND c.kind >= 'g0' AND c.o.p >= 0", 1 + 64 + 64],
  ["c.n < 10 AND c.kind >= 'g0'", 10 + 64],
  // Twenty items may be worth narrowing down.
  ["c.n < 20 AND c.kind >= 'g0'", 20 + 64 + 400],
])("the operands of %s are counted only as far as it matters", async (filter, counted) => {
  const fixture = new QueryFixture({ items: ITEMS, tuning: ACCESS_TUNING });
  let entries = 0;
  const estimate = vi.spyOn(ArraySource.prototype, "estimate").mockImplementation(async function (
    this: ArraySource,
    [scan],
    max,
  ) {
    const found = Math.min(await this.count(scan!), max);
    entries += found;
    return found;
  });
  await fixture.page(`SELECT * FROM c WHERE ${filter}`);
  estimate.mockRestore();
  expect(entries).toBe(counted);
});

test.each([
  "SELECT c.id, t FROM c JOIN (SELECT VALUE t FROM t IN c.tags WHERE t = 't5') AS t",
  "SELECT c.id FROM c WHERE ARRAY_CONTAINS(c.tags, 't5')",
  "SELECT c.id FROM c WHERE EXISTS (SELECT VALUE t FROM t IN c.tags WHERE t = 't5')",
  "SELECT c.id FROM c WHERE c.kind LIKE 'g5%' AND c.n < 10",
])("%s: a few entries are read once, and not sampled", async (query) => {
  const fixture = new QueryFixture({ items: ITEMS, tuning: ACCESS_TUNING });
  const index = vi.spyOn(ArraySource.prototype, "index");
  await fixture.page(query);
  const { length } = index.mock.calls;
  index.mockRestore();
  expect(length).toBeLessThanOrEqual(2);
});

test("a text that many others begin with is found among them, ignoring case", async () => {
  const items = Array.from({ length: 4000 }, (_, i) => ({ id: `${i}`, lot: `lot-1${i % 200}` }));
  const fixture = new QueryFixture({ items, tuning: ACCESS_TUNING });
  const { rows, work } = await fixture.page("SELECT * FROM c WHERE StringEquals(c.lot, 'LOT-11', true)", {
    page: { maxItems: 100 },
  });
  expect(rows).toHaveLength(20);
  expect(work).toMatchObject({ itemsLoaded: 20, indexEntries: 20, indexLookups: 8 });
});

test.each([
  ["\u0130", ["\u0130", "i\u0307", "I\u0307"]],
  ["k", ["k", "K", "\u212a"]],
  ["Stra\u00dfe", ["Stra\u00dfe", "STRA\u00dfE"]],
  ["", [""]],
])("%s: the same texts are found with and without an index, ignoring case", async (text, same) => {
  const others = ["i", "\u0131", "I\u0307x", "strasse", "kk", "x"];
  const items = Array.from({ length: 400 }, (_, i) => ({
    id: `${i}`,
    t: [...same, ...others][i] ?? `n${i}`,
  }));
  const query = `SELECT VALUE c.t FROM c WHERE StringEquals(c.t, '${text}', true)`;
  const indexed = await new QueryFixture({ items, tuning: ACCESS_TUNING }).rows(query);
  const walked = await new QueryFixture({ items, tuning: { ...ACCESS_TUNING, walkedItems: 1000 } }).rows(
    query,
  );
  expect(indexed).toEqual(walked);
});

test.each([
  ["small items are sorted", 10, 15],
  ["of large items only those of the page are read", 700_000, 6],
])("ORDER BY on few items: %s", async (_, length, loadedMax) => {
  const text = "x".repeat(length);
  const items = Array.from({ length: 15 }, (_, i) => ({ id: `${i}`, n: (i * 7) % 15, text }));
  const fixture = new QueryFixture({ items, tuning: ACCESS_TUNING });
  const page = await fixture.page("SELECT * FROM c ORDER BY c.n", { page: { maxItems: 100 } });
  const numbers = page.rows.map((row) => (row.value() as { n: number }).n);
  expect(numbers).toEqual(numbers.map((_, i) => i));
  expect(page.work.itemsLoaded).toBeLessThanOrEqual(loadedMax);
  expect(page.work.indexEntries > 0).toBe(length > 10);
});
