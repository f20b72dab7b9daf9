/*
 * ORDER BY with many ties, merged across partitions by a client that starts anew with every page: each row once, in
 * order, at every page size, whichever way the index is read.
 */
import type { IndexingPolicy } from "@azure/cosmos";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestServer } from "../harness/test-server.ts";
import { allPages, fill, rawQuery } from "./raw-queries.ts";
import { resumedRows } from "./resuming-client.ts";

/** So few that they are sorted, and so many that the index is read in its order. */
const CONTAINERS = [
  { id: "few", count: 24, pageSizes: [1, 2, 3, 7, 24] },
  { id: "many", count: 450, pageSizes: [60, 151] },
] as const;

const POLICY: IndexingPolicy = {
  indexingMode: "consistent",
  automatic: true,
  includedPaths: [{ path: "/*" }],
  excludedPaths: [{ path: '/"_etag"/?' }],
  compositeIndexes: [
    [
      { path: "/a", order: "ascending" },
      { path: "/b", order: "ascending" },
    ],
    [
      { path: "/a", order: "descending" },
      { path: "/b", order: "ascending" },
    ],
    [
      { path: "/b", order: "descending" },
      { path: "/a", order: "descending" },
    ],
    [
      { path: "/some", order: "ascending" },
      { path: "/b", order: "descending" },
    ],
  ],
};

/** Six values of the pair, four items each: most neighbours are ties. Half of the items lack `some`, and `mixed`. */
const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `item${String(n).padStart(3, "0")}`,
    pk: `key${n % 11}`,
    a: n % 2,
    b: "xyz"[n % 3]!,
    ...(n % 4 < 2 && { some: n % 3, mixed: [null, true, 3, "text"][n % 3] }),
  }));

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({ isClientInProcess: true });
  for (const { id, count } of CONTAINERS) {
    const options = { partitions: 3, indexingPolicy: POLICY };
    await fill(await server.createContainer(id, options), itemsOf(count));
  }
});

afterAll(() => server.stop());

/** By the gateway, which merges by itself. */
async function wholeRows(container: string, text: string): Promise<unknown[]> {
  return (await allPages((headers) => rawQuery(server, container, { text, headers }))).rows;
}

describe.each([
  "ORDER BY c.a",
  "ORDER BY c.a DESC",
  "ORDER BY c.a, c.b",
  "ORDER BY c.a DESC, c.b DESC",
  "ORDER BY c.a DESC, c.b ASC",
  "ORDER BY c.a ASC, c.b DESC",
  "ORDER BY c.b, c.a",
  "ORDER BY c.b DESC, c.a DESC",
  "ORDER BY c.some",
  "ORDER BY c.some DESC",
  "ORDER BY c.mixed",
  "ORDER BY c.mixed DESC",
  "ORDER BY c.some, c.b DESC",
  "ORDER BY c.some DESC, c.b ASC",
  "ORDER BY c.none",
  "ORDER BY c.none DESC",
])("%s", (order) => {
  const text = `SELECT VALUE c.id FROM c ${order}`;

  it.each(CONTAINERS)("on $id items, in pages of $pageSizes", async ({ id, count, pageSizes }) => {
    const expected = await wholeRows(id, text);
    expect(expected.toSorted()).toEqual(itemsOf(count).map((item) => item.id));
    for (const pageSize of pageSizes) {
      expect(await resumedRows(server, id, text, pageSize), `${pageSize}`).toEqual(expected);
    }
  });
});

it.each([
  ["SELECT * FROM c", false],
  ["SELECT * FROM c ORDER BY c.a", false],
  ["SELECT * FROM c ORDER BY c.a DESC", true],
  ["SELECT * FROM c ORDER BY c.a ASC, c.b DESC", true],
  ["SELECT * FROM c ORDER BY c.a DESC, c.b ASC", false],
  ["SELECT DISTINCT c.a FROM c ORDER BY c.a DESC", true],
  ["SELECT VALUE COUNT(1) FROM c", false],
])("%s tells which way ties run", async (text, reverseIndexScan) => {
  const { headers } = await rawQuery(server, "few", { text });
  const info = JSON.parse(String(headers["x-ms-cosmos-query-execution-info"])) as unknown;
  expect(info).toEqual({ reverseRidEnabled: false, reverseIndexScan });
});
