import type { JsonObject } from "@orrerydb/exact-json";
import { type Epk, parseEpk, WHOLE_EPK_RANGE } from "@orrerydb/keys/hash";
import { describe, expect, test } from "vitest";
import { schedulerOf } from "../../schedule/test-loop.fixture.ts";
import { ObservedRows, type ReadObserver } from "../../value/rows/observed-rows.ts";
import { ParsedRow } from "../../value/rows/parsed-row.ts";
import type { RowSource } from "../../value/rows/row-source.ts";
import { parseQuery } from "../syntax/parse-query.ts";
import { QueryError } from "../syntax/query-error.ts";
import { ArraySource } from "./array-source.ts";
import { executeQuery } from "./execute-query.ts";
import { EAGER, equalBorders, FIXED_FUNCTIONS, QueryFixture } from "./query.fixture.ts";

const ITEMS: readonly JsonObject[] = Array.from({ length: 200 }, (_, i) => ({
  id: `${i}`,
  n: i % 7,
  list: [1, 2, 3],
  pad: "x".repeat(100),
}));
const fixture = new QueryFixture({ items: ITEMS, borders: equalBorders(3) });

test("a page ends where one more row would not fit, but always has one", async () => {
  const size = (await fixture.page("SELECT * FROM c", { page: { maxItems: 1 } })).rows[0]!.size;
  const page = await fixture.page("SELECT * FROM c", { page: { maxBytes: size * 3 + 10 } });
  expect(page.rows).toHaveLength(3);
  expect(page.continuation).toBeDefined();
  const small = await fixture.page("SELECT * FROM c", { page: { maxBytes: 1 } });
  expect(small.rows).toHaveLength(1);
});

test("a page ends where its range does, and the last one has no token", async () => {
  const counts: number[] = [];
  let continuation: string | undefined;
  do {
    const page = await fixture.page("SELECT * FROM c", { ...(continuation && { continuation }) });
    counts.push(page.rows.length);
    continuation = page.continuation;
  } while (continuation !== undefined);
  expect(counts).toHaveLength(3);
  expect(counts.reduce((sum, count) => sum + count)).toBe(200);
});

test("a range that was read to its end is not read again for the next page", async () => {
  const query = "SELECT * FROM c WHERE c.n = 3";
  const first = await fixture.page(query);
  const scanned: string[] = [];
  const partitions = fixture.partitions().map((partition) => ({
    ...partition,
    open: (min: Epk, max: Epk) => noting(partition.open(min, max), () => scanned.push(partition.min)),
  }));
  const second = await executeQuery({
    query: parseQuery(query),
    partitions,
    indexing: fixture.indexing,
    functions: FIXED_FUNCTIONS,
    page: {},
    task: schedulerOf(() => 0).begin("test"),
    tuning: EAGER,
    continuation: first.continuation!,
  });
  expect(second.rows.length).toBeGreaterThan(0);
  expect(scanned).not.toContain(partitions[0]!.min);
  expect(scanned).toContain(partitions[1]!.min);
});

/** Tells of each scan of an index. */
function noting(source: RowSource, note: () => void): RowSource {
  return new Proxy(source, {
    get: (target, name) => {
      if (name === "index" || name === "estimate") note();
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

test("a page of judged values does not look into the next range: the last page may be empty", async () => {
  const { rows } = await fixture.page("SELECT VALUE c.id FROM c WHERE LENGTH(c.id) = 3");
  const query = `SELECT * FROM c WHERE CONTAINS(c.id, '${String(rows[0]!.value())}')`;
  const first = await fixture.page(query);
  expect(first.rows).toHaveLength(1);
  const last = await fixture.page(query, { continuation: first.continuation! });
  expect(last.rows).toHaveLength(0);
  expect(last.continuation).toBeUndefined();
});

test("nor does a page of many places of an index", async () => {
  const { rows } = await fixture.page("SELECT VALUE c.id FROM c WHERE LENGTH(c.id) = 3");
  const others = Array.from({ length: 20 }, (_, i) => `'nobody ${i}'`);
  const query = `SELECT * FROM c WHERE c.id IN ('${String(rows[0]!.value())}', ${others.join()})`;
  const first = await fixture.page(query);
  expect(first.rows).toHaveLength(1);
  const last = await fixture.page(query, { continuation: first.continuation! });
  expect(last.rows).toHaveLength(0);
  expect(last.continuation).toBeUndefined();
});

test("a full page of all items has a token without looking ahead, unless the limit is reached", async () => {
  const one = new QueryFixture({ items: ITEMS.slice(0, 4), borders: [] });
  const first = await one.page("SELECT * FROM c", { page: { maxItems: 2 } });
  const second = await one.page("SELECT * FROM c", {
    page: { maxItems: 2 },
    continuation: first.continuation!,
  });
  const third = await one.page("SELECT * FROM c", {
    page: { maxItems: 2 },
    continuation: second.continuation!,
  });
  expect([first, second, third].map(({ rows }) => rows.length)).toEqual([2, 2, 0]);
  expect(third.continuation).toBeUndefined();
  const top = await one.page("SELECT TOP 2 * FROM c", { page: { maxItems: 2 } });
  expect(top.continuation).toBeUndefined();
});

test("a full page of filtered rows has no token when nothing is left", async () => {
  const ids = ITEMS.slice(0, 3).map(({ id }) => `'${String(id)}'`);
  const query = `SELECT * FROM c WHERE c.id IN (${ids.join()})`;
  for (const borders of [[], equalBorders(3)]) {
    const filtered = new QueryFixture({ items: ITEMS, borders });
    const pages: number[] = [];
    let continuation: string | undefined;
    do {
      const page = await filtered.page(query, {
        page: { maxItems: 1 },
        ...(continuation && { continuation }),
      });
      pages.push(page.rows.length);
      continuation = page.continuation;
    } while (continuation !== undefined);
    expect(pages).toEqual([1, 1, 1]);
  }
});

test.each(["c.id", "c.lower"])(
  "a full page ordered by %s has no token when nothing is left",
  async (path) => {
    const computedProperties = [{ name: "lower", query: "SELECT VALUE LOWER(c.id) FROM c" }];
    const query = `SELECT * FROM c ORDER BY ${path}`;
    for (const borders of [[], equalBorders(3)]) {
      const ordered = new QueryFixture({ items: ITEMS.slice(0, 4), borders, computedProperties });
      const first = await ordered.page(query, { page: { maxItems: 2 } });
      const continuation = first.continuation!;
      const second = await ordered.page(query, { page: { maxItems: 2 }, continuation });
      expect([first, second].map(({ rows }) => rows.length)).toEqual([2, 2]);
      expect(second.continuation).toBeUndefined();
    }
  },
);

test.each(["SELECT c.id FROM c WHERE c.n = 99", "SELECT c.id, l FROM c JOIN l IN c.list WHERE l > 2"])(
  "a late page of %s ends early, and the next goes on",
  async (query) => {
    let now = 0;
    const run = (continuation: string | undefined) =>
      executeQuery({
        query: parseQuery(query),
        partitions: fixture.partitions(),
        indexing: { isIndexed: () => false, isExplicit: () => false, composites: [] },
        functions: FIXED_FUNCTIONS,
        page: { deadlineMs: now + 2 },
        ...(continuation !== undefined && { continuation }),
        // Time passes with every look at the clock.
        task: schedulerOf(() => ++now).begin("test"),
      });
    let pages = 0;
    let rows = 0;
    let continuation: string | undefined;
    do {
      const page = await run(continuation);
      rows += page.rows.length;
      pages++;
      continuation = page.continuation;
    } while (continuation !== undefined);
    expect(pages).toBeGreaterThan(1);
    expect(rows).toBe(query.includes("JOIN") ? 200 : 0);
  },
);

describe("a token that is not one", () => {
  const tokens = [
    "",
    "x",
    "{}",
    "[]",
    "null",
    '{"v":2,"n":0}',
    '{"v":1,"n":-1}',
    '{"v":1,"n":0,"s":[["x","y","z"]]}',
  ];
  test.each([
    ...tokens,
    '{"v":1,"n":0,"s":7}',
    '{"v":1,"n":0,"w":[[1]]}',
    '{"v":1,"n":0,"s":[["","FF","AA==","AA==","L24="]]}',
  ])("%s is refused", async (continuation) => {
    await expect(fixture.page("SELECT * FROM c", { continuation })).rejects.toThrow(QueryError);
  });
});

test("user-defined functions are called once for each row, and not with what is undefined", async () => {
  const calls: unknown[] = [];
  const udf = {
    call: (name: string, args: readonly unknown[]) => {
      calls.push([name, ...args]);
      return Number(args[0]) * 2;
    },
  };
  const items = [{ id: "1", n: 4 }, { id: "2" }];
  const page = await new QueryFixture({ items, udf }).page("SELECT VALUE udf.double(c.n) FROM c");
  expect(page.rows.map((row) => row.value())).toEqual([8]);
  expect(calls).toEqual([["double", 4]]);
  expect(page.work.functionCalls).toBe(1);
});

test("an item that is answered as it is stored is not parsed", async () => {
  let parsed = 0;
  class UnparsedRow extends ParsedRow {
    readonly ref = "\0\0\0\0\0\0\0\u0001";
    readonly size = 10;
    value() {
      parsed++;
      return { id: "1" };
    }
    bytes() {
      return Buffer.from('{"id":"1"}');
    }
  }
  const row = new UnparsedRow();
  class OneRow extends ArraySource {
    override async *items() {
      yield [row];
    }
  }
  const page = await executeQuery({
    query: parseQuery("SELECT * FROM c"),
    partitions: [
      {
        ...WHOLE_EPK_RANGE,
        open: () => new OneRow([{ id: "1" }]),
      },
    ],
    indexing: { isIndexed: () => true, isExplicit: () => false, composites: [] },
    functions: FIXED_FUNCTIONS,
    page: {},
    task: schedulerOf(() => 0).begin("test"),
  });
  expect(page.rows[0]).toBe(row);
  expect(parsed).toBe(0);
});

test("a cross product inside one item is bounded", async () => {
  const items = [{ id: "1", list: Array.from({ length: 200 }, (_, i) => i) }];
  const query =
    "SELECT VALUE (SELECT VALUE COUNT(1) FROM a IN c.list JOIN b IN c.list JOIN d IN c.list) FROM c";
  await expect(new QueryFixture({ items }).page(query)).rejects.toMatchObject({ code: "SubqueryTooLarge" });
});

test("what was opened is closed, however the page ends", async () => {
  let open = 0;
  const source = new ArraySource(ITEMS, { chunkRows: 10 });
  const counted = async function* <T>(chunks: AsyncIterable<T>): AsyncGenerator<T> {
    open++;
    try {
      yield* chunks;
    } finally {
      open--;
    }
  };
  const observer: ReadObserver = {
    answer: (_, read) => read(),
    chunks: (_, read) => counted(read()),
    items: () => {},
    entries: () => {},
  };
  const run = (text: string, maxItems: number) =>
    executeQuery({
      query: parseQuery(text),
      partitions: equalBorders(3)
        .concat("FF")
        .map((max, i, all) => ({
          min: parseEpk(all[i - 1] ?? ""),
          max: parseEpk(max),
          open: () => new ObservedRows(source, observer),
        })),
      indexing: { isIndexed: () => true, isExplicit: () => false, composites: [] },
      functions: FIXED_FUNCTIONS,
      page: { maxItems },
      task: schedulerOf(() => 0).begin("test"),
    });
  const queries = [
    "SELECT * FROM c",
    "SELECT * FROM c ORDER BY c.n",
    "SELECT * FROM c WHERE c.n > 2 ORDER BY c.id",
  ];
  for (const text of [
    ...queries,
    "SELECT DISTINCT VALUE c.n FROM c",
    "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.id FROM c)",
  ]) {
    expect((await run(text, 3)).rows.length).toBeGreaterThan(0);
    expect(open).toBe(0);
  }
  await expect(run("SELECT VALUE udf.none(c.n) FROM c", 3)).rejects.toThrow(QueryError);
  expect(open).toBe(0);
});

test("groups of several keys come as they appeared where one page holds them, by their keys where it does not", async () => {
  const items = ["b", "a", "b", "c"].map((s, i) => ({ id: `${i}`, s, n: 1 }));
  const fixture = new QueryFixture({ items });
  const text = "SELECT c.s, c.n, COUNT(1) AS k FROM c GROUP BY c.s, c.n";
  const names = async (query: string, maxItems: number): Promise<readonly unknown[]> =>
    (await fixture.rows(query, { page: { maxItems } })).map((row) => (row as { readonly s: string }).s);
  expect(await names(text, 3)).toEqual(["b", "a", "c"]);
  expect(await names(text, 2)).toEqual(["a", "b", "c"]);
  // Parts of a result are parts of one order, however large the page is.
  expect(await names(`${text} OFFSET 1 LIMIT 2`, 3)).toEqual(["b", "c"]);
});

test("a token does not repeat the long position of a range that was split", async () => {
  const items = Array.from({ length: 40 }, (_, i) => ({ id: `${i}`, s: `${"x".repeat(300)}${10 + i}` }));
  const tuning = { walkedItems: 0, estimateMax: 1, scannedItems: 0 };
  const whole = new QueryFixture({ items, tuning });
  const split = whole.repartitioned(equalBorders(7));
  const text = "SELECT VALUE c.id FROM c WHERE c.s > 'x'";
  const first = await whole.page(text, { page: { maxItems: 3 } });
  let { continuation } = first;
  const rows = first.rows.map((row) => row.value());
  const lengths: number[] = [];
  while (continuation !== undefined) {
    lengths.push(continuation.length);
    const page = await split.page(text, { page: { maxItems: 3 }, continuation });
    rows.push(...page.rows.map((row) => row.value()));
    continuation = page.continuation;
  }
  expect(lengths.length).toBeGreaterThan(7);
  expect(Math.max(...lengths)).toBeLessThan(1024);
  expect([...rows].sort()).toEqual(items.map(({ id }) => id).sort());
});

test("groups are bounded by what they hold, and not by their number alone", async () => {
  const text = "x".repeat(1024 * 1024);
  const items = Array.from({ length: 70 }, (_, i) => ({ id: `${i}`, text }));
  const query = "SELECT c.id, MAX(c.text) AS m FROM c GROUP BY c.id";
  const whole = new QueryFixture({ items, isIndexed: () => false });
  await expect(whole.page(query)).rejects.toMatchObject({
    code: "GroupByTooLarge",
    message: expect.stringContaining("more than 64 MB"),
  });
  const few = new QueryFixture({ items: items.slice(0, 3), isIndexed: () => false });
  expect((await few.page(query)).rows).toHaveLength(3);
});
