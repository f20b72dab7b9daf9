/** What feeds cost: the work of one page of a change feed is bounded and paid, whatever it answers. */
import { beforeAll, expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { readChanges } from "../../store/logs/change-log.ts";
import type { Container } from "../container/container.ts";
import { newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import { createOne } from "../items/items.ts";
import { queryContainer } from "../queries/query-container.ts";
import { type ChangeFeedRequest, PAGE_ENTRIES_MAX } from "./change-feed-page.ts";
import { readLatestChanges } from "./latest-feed.ts";
import { readPlainFeed } from "./plain-feed.ts";
import { readAllVersions } from "./version-feed.ts";

const range = { ...plain, rangeId: "0" };
const OLD_ITEMS = PAGE_ENTRIES_MAX + 50;
const kv = new MemoryStore();
const clock = new TestClock();
let container: Container;
let newSince: number;

beforeAll(async () => {
  const engine = await openEngine(kv, clock);
  container = await newContainer(engine, {
    indexingPolicy: { indexingMode: "none" },
    changeFeedPolicy: { retentionDuration: 5 },
  });
  for (let i = 0; i < OLD_ITEMS; i++) await createOne(container, { id: `${i}`, pk: "old" }, plain);
  clock.advanceSeconds(60);
  newSince = Math.floor(clock.ms / 1000);
  await createOne(container, { id: "new", pk: "new" }, plain);
});

test.each([
  ["of a time", () => ({ ...range, sinceSeconds: newSince })],
  ["of a key", () => ({ ...plain, key: ["new"] })],
])("the latest changes %s", async (_, request: () => ChangeFeedRequest) => {
  const first = await readLatestChanges(container, request());
  expect(first).toMatchObject({ items: [], hasMore: true, position: 1 + PAGE_ENTRIES_MAX });
  expect(first.charge).toBeCloseTo(PAGE_ENTRIES_MAX / 1000);
  const second = await readLatestChanges(container, { ...request(), afterLsn: first.position });
  expect(second.items.map(({ id }) => id)).toEqual(["new"]);
  expect(second.hasMore).toBe(false);
  const third = await readLatestChanges(container, { ...request(), afterLsn: second.position });
  expect(third).toMatchObject({ items: [], hasMore: false, charge: 1 });
});

test("all versions of a key", async () => {
  const request = { ...plain, key: ["new"] };
  const first = await readAllVersions(container, { ...request, afterLsn: 0 });
  expect(first).toMatchObject({ versions: [], hasMore: true, position: 1 + PAGE_ENTRIES_MAX });
  expect(first.charge).toBeCloseTo(PAGE_ENTRIES_MAX / 1000);
  const second = await readAllVersions(container, { ...request, afterLsn: first.position });
  expect(second).toMatchObject({ versions: [{ operation: "create" }], hasMore: false });
});

test("a large item counts as several entries", async () => {
  const { store } = container.partitions.all[0]!;
  const text = "x".repeat(100_000);
  for (const id of ["a", "b", "c"]) await createOne(container, { id, pk: "large", text }, plain);
  const all = { itemsMax: 100, bytesMax: 10_000_000, accepts: () => true };
  const afterLsn = store.summary.lsn - 3;
  const page = await readChanges(kv, store.space, { ...all, afterLsn, entriesMax: 30 });
  expect(page).toMatchObject({ items: [{ id: "a" }, { id: "b" }], hasMore: true });
});

test("the feed of all items costs what the query for them does, not what reading them would", async () => {
  const small = await newContainer(await openEngine());
  for (let i = 0; i < 3; i++) await createOne(small, { id: `${i}`, pk: "a" }, plain);
  const feed = await readPlainFeed(small, plain);
  const query = await queryContainer(small, { text: "SELECT * FROM c", parameters: [] }, plain);
  expect(feed.rows).toHaveLength(3);
  expect(feed.charge).toBe(query.charge);
  expect(feed.charge).not.toBe(3);
});
