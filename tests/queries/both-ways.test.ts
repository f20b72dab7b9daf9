/*
 * A query that the gateway merges itself and the same query merged by a client from a query plan give the same rows,
 * on 1, 2, 5 and 25 partitions, whole and in pages. One partition is the reference for all others.
 */
import type { Container } from "@azure/cosmos";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { TestServer } from "../harness/test-server.ts";
import {
  FAMILIES,
  fewQueryCases,
  ORDERED_INDEX,
  type QueryCase,
  queryCases,
  queryItems,
} from "./query-cases.ts";
import { allPages, fill, rawQuery } from "./raw-queries.ts";

const ITEMS = 100;
const PAGE_SIZES = [1, 7, 100];
const CLIENT_PAGE_SIZE = 7;
const CLIENT_PAGES_MAX = 100;
const TOKEN_BYTES_MAX = 1024;
const KEY = { paths: ["/pk"], version: 2 } as const;

const items = queryItems(ITEMS);

/** The values of `mixed`, least first. */
const TYPE_ORDER = ["null", "false", "true", "-1", "2.5", '"T"', '"t"', "[1]", '{"a":1}'];

let server: TestServer;
const containers = new Map<number, Container>();
const PARTITION_COUNTS = [1, 2, 5, 25];

beforeAll(async () => {
  server = await TestServer.start({ isClientInProcess: true });
  for (const count of PARTITION_COUNTS) {
    const container = await server.createContainer(`on${count}`, {
      partitionKey: KEY,
      partitions: count,
      indexingPolicy: ORDERED_INDEX,
    });
    await fill(container, items);
    containers.set(count, container);
  }
});

afterAll(() => server.stop());

function byGateway(id: string, text: string, pageSize = -1) {
  return allPages((headers) =>
    rawQuery(server, id, { text, headers: { "x-ms-max-item-count": String(pageSize), ...headers } }),
  );
}

describe.each(PARTITION_COUNTS)("on %i partitions", (count) => {
  const id = `on${count}`;

  it.each(FAMILIES)("%s", async (family) => {
    for (const query of queryCases(family)) {
      const { text } = query;
      const whole = await byGateway(id, text);
      const reference = await byGateway("on1", text);
      if (isLimitedByChance(query)) expect(whole.rows, text).toHaveLength(reference.rows.length);
      else expect(unordered(whole.rows), text).toEqual(unordered(reference.rows));
      const { resources } = await containers
        .get(count)!
        .items.query(text, { forceQueryPlan: true, maxItemCount: 100 })
        .fetchAll();
      expectSame(resources, whole.rows, query);
    }
  });

  it.each(FAMILIES)("%s, in pages by the gateway", async (family) => {
    for (const { text } of fewQueryCases(family)) {
      const whole = await byGateway(id, text);
      for (const pageSize of PAGE_SIZES) {
        const paged = await byGateway(id, text, pageSize);
        // Groups of several keys come as they appeared where one page holds all of them.
        if (family === "groups") expect(unordered(paged.rows), text).toEqual(unordered(whole.rows));
        else expect(paged.rows, text).toEqual(whole.rows);
        expect(paged.charge, text).toBeGreaterThan(whole.charge - 0.001);
        expect(paged.charge, text).toBeLessThan(whole.charge + paged.pages.length);
        for (const page of paged.pages) {
          expect(page.charge, text).toBeGreaterThanOrEqual(1);
          expect(page.rows.length).toBeLessThanOrEqual(pageSize);
          expect((page.continuation ?? "").length).toBeLessThan(TOKEN_BYTES_MAX);
        }
      }
    }
  });

  // The SDK refuses to compare values of different types, so this is for the gateway alone.
  it("values of all types in the order of types", async () => {
    const expected = items
      .filter(({ mixed }) => mixed !== undefined)
      .map(({ mixed }) => mixed as unknown)
      .sort((a, b) => TYPE_ORDER.indexOf(JSON.stringify(a)) - TYPE_ORDER.indexOf(JSON.stringify(b)));
    for (const pageSize of [-1, ...PAGE_SIZES]) {
      const text = "SELECT VALUE c.mixed FROM c ORDER BY c.mixed";
      expect((await byGateway(id, text, pageSize)).rows).toEqual(expected);
      expect((await byGateway(id, `${text} DESC`, pageSize)).rows).toEqual(expected.toReversed());
    }
  });

  it.each(FAMILIES)("%s, in pages by a client that starts anew with each", async (family) => {
    for (const query of fewQueryCases(family).filter(({ resumable }) => resumable)) {
      const { rows } = await byGateway(id, query.text);
      expectSame(await byResumedClient(containers.get(count)!, query.text, CLIENT_PAGE_SIZE), rows, query);
    }
  });
});

it("tokens survive a restart of the server", async () => {
  const data = temporaryFolder("queries");
  let running = await TestServer.start({ data, isClientInProcess: true });
  try {
    const created = await running.createContainer("kept", {
      partitionKey: KEY,
      partitions: 5,
      indexingPolicy: ORDERED_INDEX,
    });
    await fill(created, items);
    const next = (text: string, continuation?: string) =>
      rawQuery(running, "kept", {
        text,
        headers: {
          "x-ms-max-item-count": "7",
          ...(continuation === undefined ? {} : { "x-ms-continuation": continuation }),
        },
      });
    const begun = [];
    for (const query of FAMILIES.flatMap(fewQueryCases)) {
      const page = await next(query.text);
      const rest = await allPages((headers) =>
        next(query.text, headers["x-ms-continuation"] ?? page.continuation),
      );
      const client = query.resumable ? await firstClientPage(running, query.text) : undefined;
      begun.push({ query, page, expected: page.continuation === undefined ? [] : rest.rows, client });
    }
    await running.stop();
    running = await TestServer.start({ data, isClientInProcess: true });
    for (const { query, page, expected, client } of begun) {
      if (page.continuation !== undefined) {
        const { rows } = await allPages((headers) =>
          next(query.text, headers["x-ms-continuation"] ?? page.continuation),
        );
        expect(rows).toEqual(expected);
      }
      if (client?.continuationToken !== undefined) {
        const container = running.database.container("kept");
        const rest = await byResumedClient(container, query.text, 7, client.continuationToken);
        expectSame([...client.rows, ...rest], [...page.rows, ...expected], query);
      }
    }
  } finally {
    await running.stop();
  }
});

async function firstClientPage(from: TestServer, text: string) {
  const page = await from.database
    .container("kept")
    .items.query(text, { maxItemCount: 7, enableQueryControl: true, forceQueryPlan: true })
    .fetchNext();
  return { rows: page.resources, continuationToken: page.continuationToken };
}

/** A new iterator for every page, as after a restart of the client. */
async function byResumedClient(
  container: Container,
  text: string,
  maxItemCount: number,
  start?: string,
): Promise<unknown[]> {
  const rows: unknown[] = [];
  let continuationToken = start;
  for (let pages = 0; pages < CLIENT_PAGES_MAX; pages++) {
    const page = await container.items
      .query(text, {
        maxItemCount,
        enableQueryControl: true,
        forceQueryPlan: true,
        ...(continuationToken ? { continuationToken } : {}),
      })
      .fetchNext();
    rows.push(...(page.resources ?? []));
    // After an empty last page the SDK gives the same token again.
    if (!page.hasMoreResults || [undefined, continuationToken].includes(page.continuationToken)) return rows;
    continuationToken = page.continuationToken;
  }
  throw new Error(`The client does not come to an end: ${text}`);
}

/** Which rows come first without an order depends on where they lie. */
function isLimitedByChance({ text }: QueryCase): boolean {
  return /TOP|LIMIT/.test(text);
}

function expectSame(
  actual: readonly unknown[],
  expected: readonly unknown[],
  { text, order }: QueryCase,
): void {
  if (order === "exact") expect(actual, text).toEqual(expected);
  else expect(unordered(actual), text).toEqual(unordered(expected));
}

function unordered(rows: readonly unknown[]): string[] {
  return rows
    .map((row) =>
      JSON.stringify(row, (name, value) => (/^_(rid|self|etag|ts)$/.test(name) ? undefined : value)),
    )
    .sort();
}
