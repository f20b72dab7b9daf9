/**
 * The published client on a container that is split five times and merged twice while it bulk-writes, queries
 * across partitions and reads the change feed: every item is there once, and nothing fails.
 */
import { ChangeFeedStartFrom, type Container, PartitionKeyKind, StatusCodes } from "@azure/cosmos";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ControlClient } from "../harness/control-client.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";

const ROUNDS = 8;
const ROUND_ITEMS = 100;
const PATH = `dbs/${DATABASE}/colls/c`;

let server: TestServer;
let control: ControlClient;

beforeAll(async () => {
  server = await TestServer.start();
  control = server.control;
});

afterAll(() => server.stop());

async function writeRound(container: Container, round: number): Promise<void> {
  const operations = Array.from({ length: ROUND_ITEMS }, (_, i) => ({
    operationType: "Create" as const,
    partitionKey: `key${i % 40}`,
    resourceBody: { id: `${round}-${i}`, pk: `key${i % 40}`, n: round * ROUND_ITEMS + i },
  }));
  const results = await container.items.executeBulkOperations(operations);
  expect(results.map(({ response }) => response?.statusCode)).toEqual(Array(ROUND_ITEMS).fill(201));
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function numbersIn(items: readonly object[]): number[] {
  return items.map((item) => (item as { n: number }).n);
}

async function queryNumbers(container: Container): Promise<number[]> {
  const iterator = container.items.query<number>("SELECT VALUE c.n FROM c ORDER BY c.n", {
    maxItemCount: 20,
  });
  return (await iterator.fetchAll()).resources;
}

async function ranges(): Promise<string[]> {
  const { body } = await control.get(`${PATH}/partitions`);
  return body.partitions.map(({ id }: { id: string }) => id);
}

/** Splits the partition with the most items, or merges the first two. */
async function change(kind: "split" | "merge"): Promise<void> {
  const { body } = await control.get(`${PATH}/partitions`);
  const { partitions } = body as { partitions: { id: string; items: number }[] };
  const answer =
    kind === "merge"
      ? await control.post(`${PATH}/merge`, { partitions: partitions.slice(0, 2).map(({ id }) => id) })
      : await control.post(
          `${PATH}/partitions/${partitions.toSorted((a, b) => b.items - a.items)[0]!.id}/split`,
          { at: "data" },
        );
  expect(answer.status).toBe(200);
}

test("bulk writes, queries and the change feed pass through splits and merges", async () => {
  const { container } = await server.database.containers.create({
    id: "c",
    partitionKey: { paths: ["/pk"], version: 2 },
    throughput: 400,
  });
  const feed = container.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Beginning(),
    maxItemCount: 15,
  });
  const seen: number[] = [];
  const readSome = async (pages: number) => {
    for (let page = 0; page < pages; page++) {
      const { result, statusCode } = await feed.readNext();
      if (statusCode === StatusCodes.NotModified) return;
      seen.push(...numbersIn(result));
    }
  };

  await writeRound(container, 0);
  const changes = ["split", "split", "split", "merge", "split", "split", "merge"] as const;
  for (const [i, kind] of changes.entries()) {
    const [before] = await Promise.all([
      queryNumbers(container),
      writeRound(container, i + 1),
      readSome(4),
      change(kind),
    ]);
    expect(new Set(before).size).toBe(before.length);
    expect(before.length).toBeGreaterThanOrEqual((i + 1) * ROUND_ITEMS);
  }
  expect(await ranges()).toHaveLength(4);
  expect(await queryNumbers(container)).toEqual(numbers(ROUNDS * ROUND_ITEMS));

  for (let quiet = 0; quiet < 8; ) {
    const { result, statusCode } = await feed.readNext();
    if (statusCode === StatusCodes.NotModified) quiet++;
    else seen.push(...numbersIn(result));
  }
  expect(seen.toSorted((a, b) => a - b)).toEqual(numbers(ROUNDS * ROUND_ITEMS));
});

test("a client that does not know of a split goes on with large bulks", async () => {
  const { container } = await server.database.containers.create({
    id: "bulk",
    partitionKey: { paths: ["/pk"], version: 2 },
  });
  // Of more operations than a request holds, the client sends the later ones while it handles a 410 for the first.
  const write = async (name: string) => {
    const operations = Array.from({ length: 500 }, (_, i) => ({
      operationType: "Create" as const,
      partitionKey: `key${i}`,
      resourceBody: { id: `${name}${i}`, pk: `key${i}` },
    }));
    const results = await container.items.executeBulkOperations(operations);
    return results.filter(({ response }) => response?.statusCode === 201).length;
  };
  expect(await write("before")).toBe(500);
  await control.post(`dbs/${DATABASE}/colls/bulk/partitions/0/split`, {});
  expect(await write("after")).toBe(500);
  const { resources } = await container.items.query("SELECT VALUE COUNT(1) FROM c").fetchAll();
  expect(resources).toEqual([1000]);
});

test("a query by the prefix of a key answers that prefix alone when a split lies inside of it", async () => {
  const { container } = await server.database.containers.create({
    id: "prefix",
    partitionKey: { paths: ["/tenant", "/user"], kind: PartitionKeyKind.MultiHash, version: 2 },
  });
  for (let i = 0; i < 20; i++) await container.items.create({ id: `${i}`, tenant: "large", user: `${i}` });
  for (let i = 0; i < 3; i++) await container.items.create({ id: `${i}`, tenant: "small", user: `${i}` });
  await control.post(`dbs/${DATABASE}/colls/prefix/partitions/0/split`, { at: "data" });
  const ask = async (query: string, tenant: string) =>
    (await container.items.query(query, { partitionKey: [tenant] }).fetchAll()).resources;
  expect(await ask("SELECT VALUE COUNT(1) FROM c", "large")).toEqual([20]);
  expect(await ask("SELECT VALUE COUNT(1) FROM c", "small")).toEqual([3]);
  expect(await ask("SELECT c.id FROM c ORDER BY c.user", "large")).toHaveLength(20);
  expect(await ask("SELECT DISTINCT VALUE c.tenant FROM c", "small")).toEqual(["small"]);
});
