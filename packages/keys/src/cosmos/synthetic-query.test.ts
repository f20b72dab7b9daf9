import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareValues } from "../order/compare-values.ts";
import { concat } from "../synthetic/concat.ts";
import { hashSuffix } from "../synthetic/hash-suffix.ts";
import { FakeContainer } from "./fake-container.fixture.ts";
import type { QueryOptions } from "./natural-key-query.ts";
import { withSyntheticKey } from "./synthetic-container.ts";

const strategy = hashSuffix({ from: ["/date"], of: ["/n"], suffixes: 7 });
const natural = { date: "d" };
const fanOut: QueryOptions = { mode: "fan-out" };
const withCode = (code: string) => expect.objectContaining({ code });

/** Items 0 to count - 1, spread over seven keys. */
async function filled(count: number) {
  const fake = new FakeContainer();
  const synthetic = withSyntheticKey(fake.container, strategy);
  for (let n = 0; n < count; n++) await synthetic.create({ id: String(n), date: "d", n, group: n % 3 });
  fake.queries.set("all", (items) => items.map((item) => item.n));
  fake.plans.set("ordered", {
    queryInfo: {
      orderBy: ["Descending"],
      rewrittenQuery: "ordered rewritten {documentdb-formattableorderbyquery-filter}",
    },
  });
  fake.queries.set("ordered rewritten true", (items) =>
    items
      .map(({ n, group }) => ({ orderByItems: [{ item: group }], payload: n }))
      .sort((a, b) => compareValues(b.orderByItems[0]?.item, a.orderByItems[0]?.item)),
  );
  fake.requests = [];
  return { fake, synthetic };
}

async function pagesOf(
  synthetic: Awaited<ReturnType<typeof filled>>["synthetic"],
  query: string,
  maxItemCount: number,
) {
  const pages: number[][] = [];
  let continuationToken: string | undefined;
  do {
    // Each page by a query of its own, as another process would.
    const page = await synthetic
      .query<number>(natural, query, {
        ...fanOut,
        maxItemCount,
        ...(continuationToken ? { continuationToken } : {}),
      })
      .fetchNext();
    pages.push(page.resources);
    continuationToken = page.continuationToken;
    expect(page.hasMoreResults).toBe(continuationToken !== undefined);
  } while (continuationToken !== undefined);
  return pages;
}

describe("a query of a natural key", () => {
  it("visits every key, and says what it cost", async () => {
    const { fake, synthetic } = await filled(40);
    const page = await synthetic.query<number>(natural, "all", fanOut).fetchAll();
    expect(page.resources.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
    expect(page).toMatchObject({ keysVisited: 7, mode: "fan-out", hasMoreResults: false });
    expect(page.requestCharge).toBeCloseTo(7 * 2.5 + 0.5);
    expect(fake.requests.filter((request) => request.startsWith("query"))).toHaveLength(7);
  });

  it("streams rows", async () => {
    const { synthetic } = await filled(40);
    const rows: number[] = [];
    for await (const row of synthetic.query<number>(natural, "all", { ...fanOut, maxItemCount: 3 }))
      rows.push(row);
    expect(rows).toHaveLength(40);
  });

  it("asks only so many keys at a time", async () => {
    const { fake, synthetic } = await filled(40);
    await synthetic.query(natural, "ordered", { ...fanOut, maxDegreeOfParallelism: 3 }).fetchAll();
    expect(fake.activeMax).toBe(3);
  });

  it("goes on from a token in any page size, in key order and merged by ORDER BY", async () => {
    const { synthetic } = await filled(40);
    for (const query of ["all", "ordered"]) {
      const whole = (await synthetic.query<number>(natural, query, fanOut).fetchAll()).resources;
      expect(whole).toHaveLength(40);
      for (const size of [1, 2, 3, 7, 39, 40, 41]) {
        const pages = await pagesOf(synthetic, query, size);
        expect(pages.flat()).toEqual(whole);
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(size);
      }
    }
    const groups = (await synthetic.query<number>(natural, "ordered", fanOut).fetchAll()).resources.map(
      (n) => n % 3,
    );
    expect(groups).toEqual(groups.toSorted((a, b) => b - a));
  });

  it("refuses a token of another query", async () => {
    const { synthetic } = await filled(10);
    const { continuationToken } = await synthetic
      .query(natural, "all", { ...fanOut, maxItemCount: 2 })
      .fetchNext();
    const resumed = (token: string, date = "d") =>
      synthetic.query({ date }, "all", { ...fanOut, continuationToken: token }).fetchNext();
    await expect(resumed(continuationToken!, "other")).rejects.toThrow(withCode("InvalidContinuation"));
    await expect(resumed("%%%")).rejects.toThrow(withCode("InvalidContinuation"));
    await expect(resumed(btoa("7"))).rejects.toThrow(withCode("InvalidContinuation"));
  });

  it("does not swallow the error of a single key", async () => {
    const { fake, synthetic } = await filled(40);
    const failure = Object.assign(new Error("too many requests"), { code: 429 });
    fake.failOn = (key) => (key === "d.5" ? failure : undefined);
    await expect(synthetic.query(natural, "all", fanOut).fetchAll()).rejects.toBe(failure);
    await expect(synthetic.query(natural, "ordered", fanOut).fetchAll()).rejects.toBe(failure);
  });

  it("stops at TOP and LIMIT without visiting the rest, and passes OFFSET over", async () => {
    const { fake, synthetic } = await filled(40);
    const whole = (await synthetic.query<number>(natural, "all", fanOut).fetchAll()).resources;
    fake.queries.set("top", (items) => items.map((item) => item.n));
    fake.plans.set("top", { queryInfo: { top: 3 } });
    fake.requests = [];
    const top = await synthetic.query(natural, "top", { ...fanOut, maxDegreeOfParallelism: 1 }).fetchAll();
    expect(top.resources).toEqual(whole.slice(0, 3));
    expect(top.keysVisited).toBeLessThan(7);
    fake.queries.set("page", (items) => items.map((item) => item.n));
    fake.plans.set("page", { queryInfo: { offset: 11, limit: 9 } });
    expect((await pagesOf(synthetic, "page", 4)).flat()).toEqual(whole.slice(11, 20));
  });

  it("merges aggregates, groups and distinct rows", async () => {
    const { fake, synthetic } = await filled(40);
    const numbers = (items: Record<string, unknown>[]) => items.map((item) => item.n as number);
    fake.plans.set("count", { queryInfo: { aggregates: ["Count"], hasSelectValue: true } });
    fake.queries.set("count", (items) => [[{ item: items.length }]]);
    fake.plans.set("max", { queryInfo: { aggregates: ["Max"], hasSelectValue: true } });
    fake.queries.set("max", (items) => [
      [{ item2: { max: numbers(items).sort((a, b) => b - a)[0], count: items.length } }],
    ]);
    fake.plans.set("group", {
      queryInfo: {
        groupByExpressions: ["c.group"],
        groupByAliasToAggregateType: { group: null, sum: "Sum", avg: "Average" },
      },
    });
    fake.queries.set("group", (items) =>
      [0, 1, 2]
        .map((group) => ({ group, own: numbers(items.filter((item) => item.group === group)) }))
        .filter(({ own }) => own.length > 0)
        .map(({ group, own }) => ({
          groupByItems: [{ item: group }],
          payload: {
            group,
            sum: { item: own.reduce((a, b) => a + b, 0) },
            avg: { item: { sum: own.reduce((a, b) => a + b, 0), count: own.length } },
          },
        })),
    );
    fake.plans.set("distinct", { queryInfo: { distinctType: "Unordered" } });
    fake.queries.set("distinct", (items) => [...new Set(items.map((item) => item.group))]);
    const all = async (query: string) => (await synthetic.query(natural, query, fanOut).fetchAll()).resources;
    expect(await all("count")).toEqual([40]);
    expect(await all("max")).toEqual([39]);
    expect((await all("group")).toSorted(compareValues)).toEqual([
      { group: 1, sum: 247, avg: 19 },
      { group: 0, sum: 273, avg: 19.5 },
      { group: 2, sum: 260, avg: 20 },
    ]);
    expect((await all("distinct")).toSorted(compareValues)).toEqual([0, 1, 2]);
    expect((await pagesOf(synthetic, "distinct", 2)).flat()).toEqual(await all("distinct"));
    expect(await pagesOf(synthetic, "group", 2)).toHaveLength(2);
  });

  it("refuses what can't be merged", async () => {
    const { fake, synthetic } = await filled(3);
    fake.plans.set("vector", { queryInfo: { hasNonStreamingOrderBy: true } });
    fake.plans.set("hybrid", { hybridSearchQueryInfo: {} });
    fake.plans.set("two", { queryInfo: { aggregates: ["Count", "Sum"] } });
    for (const query of ["vector", "hybrid", "two"]) {
      await expect(synthetic.query(natural, query, fanOut).fetchAll()).rejects.toThrow(
        withCode("QueryNotMergeable"),
      );
    }
    expect(() => synthetic.query(natural, "all", { maxItemCount: 0 })).toThrow(withCode("LimitExceeded"));
    expect(() => synthetic.query(natural, "all", { maxDegreeOfParallelism: 1000 })).toThrow(
      withCode("LimitExceeded"),
    );
  });

  it("asks for a plan once", async () => {
    const { fake, synthetic } = await filled(3);
    for (let run = 0; run < 3; run++) await synthetic.query(natural, "all", fanOut).fetchAll();
    expect(fake.requests.filter((request) => request.startsWith("plan"))).toHaveLength(1);
  });

  it("takes one query over all partitions where that costs less, by measurement", async () => {
    const { fake, synthetic } = await filled(10);
    fake.physicalPartitions = 1;
    const query = "SELECT * FROM c";
    const text =
      'SELECT * FROM c\nWHERE (STARTSWITH(c["partitionKey"], @orreryKey0) AND INDEX_OF(c["partitionKey"], ".", 2) = -1)\n';
    fake.queries.set(text, (items) => items);
    fake.queries.set(query, (items) => items);
    const first = await synthetic.query(natural, query).fetchAll();
    expect(first).toMatchObject({ mode: "cross-partition", keysVisited: 0, requestCharge: 3 });
    expect(first.resources).toHaveLength(10);
    expect(await synthetic.query(natural, query).fetchAll()).toMatchObject({ mode: "cross-partition" });
    expect(synthetic.measured(query)).toEqual({ "cross-partition": 3 - 0.5 * 0.3 });
    const paged = await synthetic.query(natural, query, { maxItemCount: 4 }).fetchNext();
    const rest = await synthetic
      .query(natural, query, { continuationToken: paged.continuationToken! })
      .fetchAll();
    expect([...paged.resources, ...rest.resources]).toEqual(first.resources);
    fake.physicalPartitions = 50;
    const other = withSyntheticKey(fake.container, strategy);
    expect(await other.query(natural, query).fetchAll()).toMatchObject({ mode: "fan-out", keysVisited: 7 });
  });

  it("asks the keys where the SDK can't merge, and where it would answer something else", async () => {
    const { fake, synthetic } = await filled(10);
    fake.physicalPartitions = 1;
    const query = "SELECT * FROM c ORDER BY c.group";
    fake.plans.set(query, {
      queryInfo: { orderBy: ["Ascending"], rewrittenQuery: "ordered rewritten true" },
    });
    const filtered =
      'SELECT * FROM c \nWHERE (STARTSWITH(c["partitionKey"], @orreryKey0) AND INDEX_OF(c["partitionKey"], ".", 2) = -1)\nORDER BY c.group';
    fake.queries.set(filtered, () => {
      throw new Error("unrecognizable type object");
    });
    const answer = await synthetic.query(natural, query).fetchAll();
    expect(answer).toMatchObject({ mode: "fan-out", keysVisited: 7 });
    expect(answer.resources).toHaveLength(10);
    expect(synthetic.measured(query)["cross-partition"]).toBe(Number.POSITIVE_INFINITY);
    fake.requests = [];
    await synthetic.query(natural, query).fetchAll();
    expect(fake.requests).not.toContain("query all");

    fake.plans.set("SELECT DISTINCT * FROM c", { queryInfo: { distinctType: "Unordered" } });
    fake.queries.set("SELECT DISTINCT * FROM c", (items) => items);
    expect(await synthetic.query(natural, "SELECT DISTINCT * FROM c").fetchAll()).toMatchObject({
      mode: "fan-out",
    });
  });

  it("passes a query of a single key on as it is", async () => {
    const fake = new FakeContainer();
    const synthetic = withSyntheticKey(fake.container, concat({ from: ["/a"] }));
    for (let n = 0; n < 5; n++) await synthetic.create({ id: String(n), a: n % 2 });
    fake.queries.set("all", (items) => items.map((item) => item.id));
    const page = await synthetic.query({ a: 1 }, "all", { maxItemCount: 1 }).fetchNext();
    expect(page).toMatchObject({ resources: ["1"], mode: "single", keysVisited: 1 });
    const rest = await synthetic
      .query({ a: 1 }, "all", { continuationToken: page.continuationToken! })
      .fetchAll();
    expect(rest.resources).toEqual(["3"]);
  });

  it("gives every row once for any number of items, keys and rows in a page", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 12 }),
        async (count, size) => {
          const { synthetic } = await filled(count);
          for (const query of ["all", "ordered"]) {
            const rows = (await pagesOf(synthetic, query, size)).flat();
            expect(rows.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n));
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
