/*
 * ORDER BY with many ties, merged across partitions by a client that starts anew with every page: each row once, in
 * order, at every page size, whichever way the index is read.
 */
import type { IndexingPolicy } from "@azure/cosmos";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestServer } from "../harness/test-server.ts";
import { allPages, fill, rawQuery } from "./raw-queries.ts";
import { resumedRows } from "./resuming-client.ts";

const ITEMS = 24;
const PAGE_SIZES = [1, 2, 3, 7, ITEMS];

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
  ],
};

/** Six values of the pair, four items each: most neighbours are ties. */
const items = Array.from({ length: ITEMS }, (_, n) => ({
  id: `item${String(n).padStart(2, "0")}`,
  pk: `key${n % 5}`,
  a: n % 2,
  b: "xyz"[n % 3]!,
}));

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({ isClientInProcess: true });
  await fill(await server.createContainer("ties", { partitions: 3, indexingPolicy: POLICY }), items);
});

afterAll(() => server.stop());

/** Of one page by the gateway, which merges by itself. */
async function wholeRows(text: string): Promise<unknown[]> {
  return (await allPages((headers) => rawQuery(server, "ties", { text, headers }))).rows;
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
])("%s", (order) => {
  const text = `SELECT VALUE c.id FROM c ${order}`;

  it.each(PAGE_SIZES)("in pages of %i", async (pageSize) => {
    const expected = await wholeRows(text);
    expect(expected.toSorted()).toEqual(items.map(({ id }) => id));
    expect(await resumedRows(server, "ties", text, pageSize)).toEqual(expected);
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
  const { headers } = await rawQuery(server, "ties", { text });
  const info = JSON.parse(String(headers["x-ms-cosmos-query-execution-info"])) as unknown;
  expect(info).toEqual({ reverseRidEnabled: false, reverseIndexScan });
});
