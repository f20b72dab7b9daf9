/** The header that tells which indexes a query used says the same as the work that it did. */
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { TestServer } from "../harness/test-server.ts";
import { ORDERED_INDEX, queryItems } from "./query-cases.ts";
import { allPages, fill, type RawPage, rawQuery } from "./raw-queries.ts";

const ITEMS = 200;

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({ isClientInProcess: true });
  const key = { paths: ["/pk"], version: 2 } as never;
  const items = queryItems(ITEMS);
  const excludedPaths = [{ path: "/half/?" }, { path: "/nested/*" }];
  await fill(
    await server.createContainer("indexed", {
      partitionKey: key,
      partitions: 2,
      indexingPolicy: { ...ORDERED_INDEX, excludedPaths },
    }),
    items,
  );
  await fill(
    await server.createContainer("bare", {
      partitionKey: key,
      partitions: 2,
      indexingPolicy: { indexingMode: "none", automatic: false },
    }),
    items,
  );
});

afterAll(() => server.stop());

interface Utilization {
  readonly UtilizedIndexes: IndexLists;
  readonly PotentialIndexes: IndexLists;
}

interface IndexLists {
  readonly SingleIndexes: readonly { readonly IndexSpec: string }[];
  readonly CompositeIndexes: readonly { readonly IndexSpecs: readonly string[] }[];
}

const HEADER = "x-ms-cosmos-index-utilization";

interface Told {
  readonly rows: readonly unknown[];
  readonly retrieved: number;
  readonly used: readonly string[];
  readonly missed: readonly string[];
}

async function ask(container: string, text: string, more: Record<string, string> = {}): Promise<Told> {
  const metrics = {
    ...more,
    "x-ms-cosmos-populateindexmetrics-V2": "True",
    "x-ms-documentdb-populatequerymetrics": "True",
  };
  const { rows, pages } = await allPages((headers) =>
    rawQuery(server, container, { text, headers: { ...metrics, ...headers } }),
  );
  const names = ({ SingleIndexes, CompositeIndexes }: IndexLists) => [
    ...SingleIndexes.map(({ IndexSpec }) => IndexSpec),
    ...CompositeIndexes.map(({ IndexSpecs }) => IndexSpecs.join(", ")),
  ];
  const reports = pages.map(
    ({ headers }) => JSON.parse(decodeURIComponent(headers[HEADER] as string)) as Utilization,
  );
  return {
    rows,
    retrieved: pages.reduce((sum, page) => sum + retrieved(page), 0),
    used: [...new Set(reports.flatMap(({ UtilizedIndexes }) => names(UtilizedIndexes)))],
    missed: [...new Set(reports.flatMap(({ PotentialIndexes }) => names(PotentialIndexes)))],
  };
}

function retrieved({ headers }: RawPage): number {
  return Number(/retrievedDocumentCount=(\d+)/.exec(headers["x-ms-documentdb-query-metrics"] as string)?.[1]);
}

describe("a query that an index serves", () => {
  it.each([
    ["SELECT * FROM c WHERE c.n = 3", ["/n/?"]],
    ["SELECT * FROM c WHERE c.n > 11", ["/n/?"]],
    ["SELECT * FROM c WHERE STARTSWITH(c.id, 'item00')", ["/id/?"]],
    ["SELECT * FROM c WHERE ARRAY_CONTAINS(c.tags, 'x') AND c.n = 3", ["/n/?"]],
    ["SELECT TOP 5 * FROM c ORDER BY c.n DESC", ["/n/?"]],
    ["SELECT TOP 5 * FROM c ORDER BY c.n, c.s DESC", ["/n ASC, /s DESC"]],
  ])("%s", async (text, indexes) => {
    const page = await ask("indexed", text);
    expect(page.used).toEqual(expect.arrayContaining(indexes));
    expect(page.missed).toEqual([]);
    expect(page.rows.length).toBeGreaterThan(0);
    expect(page.retrieved).toBeLessThan(ITEMS / 2);
  });
});

test("the index of ids is named last", async () => {
  const { used } = await ask("indexed", "SELECT * FROM c WHERE c.id = 'item001' AND c.n > 3");
  expect(used).toEqual(["/n/?", "/id/?"]);
});

describe("a query by key", () => {
  it("is served by the order of the keys, whatever the policy", async () => {
    const key = { "x-ms-documentdb-partitionkey": '["p1"]' };
    expect(await ask("bare", "SELECT * FROM c", key)).toMatchObject({ used: ["/_epk/?"], missed: [] });
    const { used } = await ask("indexed", "SELECT * FROM c WHERE c.n = 3", key);
    expect(used[0]).toBe("/_epk/?");
  });
});

describe("a query that no index serves", () => {
  it.each([
    ["indexed", "SELECT * FROM c WHERE c.half = 3", ["/half/?"]],
    ["indexed", "SELECT * FROM c WHERE c.nested.deep > 1", ["/nested/deep/?"]],
    ["bare", "SELECT * FROM c WHERE c.n = 3", ["/n/?"]],
  ])("%s: %s", async (container, text, indexes) => {
    const page = await ask(container, text);
    expect(page.used).toEqual([]);
    expect(page.missed).toEqual(indexes);
    expect(page.retrieved).toBe(ITEMS);
  });

  it("has no index to wish for when it wants everything", async () => {
    const page = await ask("bare", "SELECT * FROM c");
    expect([page.used, page.missed]).toEqual([[], []]);
  });
});

describe("the header", () => {
  const text = "SELECT * FROM c WHERE c.n = 3 AND c.half > 1";

  it("is there only when asked for", async () => {
    expect((await rawQuery(server, "indexed", { text })).headers[HEADER]).toBeUndefined();
  });

  it("has an older form in base64", async () => {
    const page = await rawQuery(server, "indexed", {
      text,
      headers: { "x-ms-cosmos-populateindexmetrics": "True" },
    });
    const report = JSON.parse(Buffer.from(page.headers[HEADER] as string, "base64").toString());
    expect(report.UtilizedSingleIndexes).toEqual([expect.objectContaining({ IndexSpec: "/n/?" })]);
    expect(report.PotentialSingleIndexes).toEqual([expect.objectContaining({ IndexSpec: "/half/?" })]);
  });

  it("comes through the SDK", async () => {
    const container = server.database.container("indexed");
    const page = await container.items
      .query(text, { populateIndexMetrics: true, partitionKey: "north" })
      .fetchNext();
    expect(page.indexMetrics).toContain("/half/?");
  });
});
