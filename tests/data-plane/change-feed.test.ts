/** The change feed and the time to live as programs use them, through the published SDK, on a clock of the test. */
import {
  type ChangeFeedIteratorOptions,
  ChangeFeedPolicy,
  ChangeFeedRetentionTimeSpan,
  ChangeFeedStartFrom,
  type Container,
  StatusCodes,
} from "@azure/cosmos";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal } from "../harness/refusal.ts";
import { TestServer } from "../harness/test-server.ts";

let server: TestServer;
let aheadMs = 0;

beforeAll(async () => {
  server = await TestServer.start({ environment: { now: () => Date.now() + aheadMs } });
});
afterAll(() => server.stop());

/** Everything up to the point where nothing is new. */
async function drain(container: Container, options: ChangeFeedIteratorOptions) {
  const rows: unknown[] = [];
  const iterator = container.items.getChangeFeedIterator(options);
  let token = "";
  while (iterator.hasMoreResults) {
    const response = await iterator.readNext();
    token = response.continuationToken;
    if (response.statusCode === StatusCodes.NotModified) break;
    rows.push(...response.result);
  }
  return { rows, token };
}

test("the latest version of what changed, from the beginning and from where one stopped", async () => {
  const container = await server.createContainer("latest");
  for (let i = 0; i < 20; i++) await container.items.create({ id: `${i}`, pk: `key${i % 6}`, n: 0 });
  const all = await drain(container, {
    maxItemCount: 3,
    changeFeedStartFrom: ChangeFeedStartFrom.Beginning(),
  });
  expect(new Set(all.rows.map((row) => (row as { id: string }).id)).size).toBe(20);
  await container.items.upsert({ id: "3", pk: "key3", n: 1 });
  await container.item("4", "key4").delete();
  const more = await drain(container, { changeFeedStartFrom: ChangeFeedStartFrom.Continuation(all.token) });
  expect(more.rows).toMatchObject([{ id: "3", n: 1 }]);
});

test("all versions and deletes, for the container and for a key", async () => {
  const container = await server.createContainer("versions", {
    defaultTtl: -1,
    changeFeedPolicy: new ChangeFeedPolicy(ChangeFeedRetentionTimeSpan.fromMinutes(5)),
  });
  const mode = { changeFeedMode: "Full-Fidelity Feed" } as Pick<ChangeFeedIteratorOptions, "changeFeedMode">;
  const now = ChangeFeedStartFrom.Now();
  const whole = await drain(container, { ...mode, changeFeedStartFrom: now });
  const ofKey = await drain(container, { ...mode, changeFeedStartFrom: ChangeFeedStartFrom.Now("a") });
  expect(whole.rows).toEqual([]);
  await container.items.create({ id: "1", pk: "a", n: 1 });
  await container.items.create({ id: "2", pk: "b", n: 1 });
  await container.items.upsert({ id: "1", pk: "a", n: 2 });
  await container.item("1", "a").delete();
  const from = (token: string) => ({ ...mode, changeFeedStartFrom: ChangeFeedStartFrom.Continuation(token) });
  const { rows } = await drain(container, from(ofKey.token));
  expect(rows).toMatchObject([
    { current: { n: 1 }, metadata: { operationType: "create", previousImageLSN: 0 } },
    { current: { n: 2 }, metadata: { operationType: "replace" } },
    { current: {}, metadata: { operationType: "delete", id: "1", partitionKey: { pk: "a" } } },
  ]);
  for (const row of rows) expect(row).not.toHaveProperty("previous");
  expect((await drain(container, from(whole.token))).rows).toHaveLength(4);
  const beginning = drain(container, { ...mode, changeFeedStartFrom: ChangeFeedStartFrom.Beginning() });
  expect((await refusal(beginning)).message).toContain(
    "You must read the change feed from within the retention period.",
  );
});

test("an item is gone when its time has passed, and the feed of versions says why", async () => {
  const container = await server.createContainer("expiring", {
    defaultTtl: 8,
    changeFeedPolicy: new ChangeFeedPolicy(ChangeFeedRetentionTimeSpan.fromMinutes(5)),
  });
  const mode = { changeFeedMode: "Full-Fidelity Feed" } as Pick<ChangeFeedIteratorOptions, "changeFeedMode">;
  const start = await drain(container, { ...mode, changeFeedStartFrom: ChangeFeedStartFrom.Now("x") });
  await container.items.create({ id: "a", pk: "x" });
  await container.items.create({ id: "for ever", pk: "x", ttl: -1 });
  for (const ttl of [null, -10]) {
    expect(await refusal(container.items.create({ id: "b", pk: "x", ttl } as never))).toMatchObject({
      code: 400,
    });
  }
  aheadMs += 10_000;
  expect((await container.item("a", "x").read()).statusCode).toBe(404);
  expect((await container.items.query("SELECT VALUE c.id FROM c").fetchAll()).resources).toEqual([
    "for ever",
  ]);
  await container.items.create({ id: "a", pk: "x" });
  const { rows } = await drain(container, {
    ...mode,
    changeFeedStartFrom: ChangeFeedStartFrom.Continuation(start.token),
  });
  expect(rows).toMatchObject([
    { metadata: { operationType: "create" } },
    { metadata: { operationType: "create" } },
    { metadata: { operationType: "delete", id: "a", timeToLiveExpired: true } },
    { metadata: { operationType: "create" } },
  ]);
});
