/**
 * Items that were written with the wrong hash of long keys are moved to where their keys are, whatever interrupts it:
 * by key, by query and in the change feed they are found as if they had always been there.
 */
import { beforeEach, expect, test } from "vitest";
import { CountdownStore } from "../../kv/countdown-store.fixture.ts";
import type { KeyValueStore } from "../../kv/key-value-store.ts";
import { MemoryStore } from "../../kv/memory-store.ts";
import { CATALOG_SPACE, FORMAT_KEY } from "../../store/catalog-space.ts";
import type { JsonObject } from "../../value/json.ts";
import type { Container } from "../container/container.ts";
import {
  failureOf,
  findings,
  newContainer,
  openEngine,
  plain,
  queryAll,
  TestClock,
} from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { readLatestChanges } from "../feeds/latest-feed.ts";
import { readAllVersions } from "../feeds/version-feed.ts";
import { createOne, readItemById } from "../items/items.ts";
import { deleteLogicalPartition } from "../items/logical-partition-deletion.ts";
import { markAsFormat1, VERSION_1_KEY, writeWithOldHash } from "./old-hash.fixture.ts";

const BEGINNING = "k".repeat(100);
const key = (pk: string) => ({ ...plain, key: [pk] });

let kept: { item: JsonObject }[];
beforeEach(() => {
  kept = [];
});

/** A start of this version. */
async function start(kv: KeyValueStore, clock?: TestClock): Promise<Engine> {
  const engine = await openEngine(kv, clock);
  await engine.bringUpToDate({
    path: "a file",
    keep: async (lines) => {
      for (const line of lines) kept.push(JSON.parse(line));
    },
  });
  return engine;
}

async function idsInFeed(container: Container, request: object): Promise<string[]> {
  const { items } = await readLatestChanges(container, { ...plain, ...request });
  return items.map(({ id }) => id);
}

async function formatOf(kv: KeyValueStore): Promise<unknown> {
  return JSON.parse((await kv.get(CATALOG_SPACE, FORMAT_KEY))!.toString());
}

async function read(container: Container, id: string, pk: string): Promise<JsonObject> {
  return (await readItemById(container, id, key(pk))).item.document;
}

test("items are found by key, by query and in the change feed, and are otherwise as they were", async () => {
  const kv = new MemoryStore();
  const old = await openEngine(kv);
  const container = await newContainer(old, VERSION_1_KEY, 20_000);
  expect(container.map.partitions).toHaveLength(4);
  const keys = Array.from({ length: 30 }, (_, i) => `${i}-${"x".repeat(80 + i * 3)}`);
  for (const [i, pk] of keys.entries()) {
    await writeWithOldHash(container, { id: "a", pk, n: i });
    await writeWithOldHash(container, { id: "b", pk, n: i });
    await writeWithOldHash(container, { id: "a", pk, n: i, again: true });
  }
  const long = keys.filter((pk) => pk.length > 100);
  const before = (await queryAll(container, "SELECT * FROM c ORDER BY c.n")) as JsonObject[];
  const feedsBefore = await Promise.all(
    ["0", "1", "2", "3"].map((rangeId) => idsInFeed(container, { rangeId })),
  );
  await markAsFormat1(kv);

  const reports = await findings(await openEngine(kv));
  const counted = reports.map((finding) => /^(\d+) items in (\d+) logical partitions do not/.exec(finding)!);
  expect(counted.reduce((sum, [, items]) => sum + Number(items), 0)).toBe(2 * long.length);
  expect(counted.reduce((sum, [, , partitions]) => sum + Number(partitions), 0)).toBe(long.length);

  const engine = await start(kv);
  expect(await formatOf(kv)).toEqual({ format: 4 });
  expect(await findings(engine)).toEqual([]);
  const after = await engine.openContainer("db", "c");
  expect(await queryAll(after, "SELECT * FROM c ORDER BY c.n")).toEqual(before);
  const feeds = await Promise.all(["0", "1", "2", "3"].map((rangeId) => idsInFeed(after, { rangeId })));
  expect(feeds).toEqual(feedsBefore);
  for (const pk of keys) {
    expect(await read(after, "a", pk)).toMatchObject({ pk, again: true });
    expect(await queryAll(after, "SELECT VALUE c.id FROM c", key(pk))).toEqual(["a", "b"]);
    expect(await queryAll(after, `SELECT VALUE c.id FROM c WHERE c.pk = '${pk}'`)).toEqual(["a", "b"]);
    expect(await idsInFeed(after, key(pk))).toEqual(["b", "a"]);
    expect(await failureOf(createOne(after, { id: "a", pk }, plain))).toMatchObject({ code: "conflict" });
    await createOne(after, { id: "c", pk }, plain);
  }
  expect(await findings(engine)).toEqual([]);
  expect(kept).toEqual([]);
});

test("keys that share their first 100 characters become one logical partition", async () => {
  const kv = new MemoryStore();
  const clock = new TestClock();
  const container = await newContainer(await openEngine(kv, clock), {
    ...VERSION_1_KEY,
    defaultTtl: -1,
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/mail"] }] },
  });
  await createOne(container, { id: "short", pk: BEGINNING, mail: 1 }, plain);
  await createOne(container, { id: "expired", pk: BEGINNING, mail: 2, ttl: 1 }, plain);
  await writeWithOldHash(container, { id: "a", pk: `${BEGINNING}a`, mail: 3 });
  await writeWithOldHash(container, { id: "expired", pk: `${BEGINNING}a`, mail: 2, ttl: 100 });
  await writeWithOldHash(container, { id: "a", pk: `${BEGINNING}b`, mail: 4 });
  await writeWithOldHash(container, { id: "b", pk: `${BEGINNING}b`, mail: 1 });
  await writeWithOldHash(container, { id: "gone", pk: `${BEGINNING}b`, mail: 3, ttl: 1 });
  await writeWithOldHash(container, { id: "c", pk: `${BEGINNING}b`, mail: 5 });
  clock.advanceSeconds(10);
  await markAsFormat1(kv);

  const engine = await start(kv, clock);
  expect(await findings(engine)).toEqual([]);
  // The ids and unique values of those that stayed are taken; what had expired holds nothing, and is not kept.
  expect(kept.map(({ item }) => [item.id, item.pk, item.mail])).toEqual([
    ["a", `${BEGINNING}b`, 4],
    ["b", `${BEGINNING}b`, 1],
  ]);
  expect(kept[0]).toMatchObject({ database: "db", container: "c" });
  const after = await engine.openContainer("db", "c");
  const ids = ["short", "a", "expired", "c"];
  expect(await queryAll(after, "SELECT VALUE c.id FROM c")).toEqual(ids);
  expect(await idsInFeed(after, { rangeId: "0" })).toEqual(ids);
  expect(await idsInFeed(after, key(`${BEGINNING}anything`))).toEqual(ids);
  for (const id of ids) {
    const item = await read(after, id, `${BEGINNING}b`);
    expect(await queryAll(after, `SELECT VALUE c.mail FROM c WHERE c._rid = '${item._rid}'`)).toEqual([
      item.mail,
    ]);
  }
  expect(after.totals().items).toBe(4);
  clock.advanceSeconds(100);
  expect(await queryAll(after, "SELECT VALUE c.id FROM c WHERE c.mail > 0")).toEqual(["short", "a", "c"]);
});

test("what was deleted by key stays deleted, and holds no id", async () => {
  const kv = new MemoryStore();
  const container = await newContainer(await openEngine(kv), VERSION_1_KEY);
  await createOne(container, { id: "a", pk: BEGINNING }, plain);
  await deleteLogicalPartition(container, key(BEGINNING));
  await writeWithOldHash(container, { id: "a", pk: `${BEGINNING}x`, n: 1 });
  await markAsFormat1(kv);
  const engine = await start(kv);
  expect(kept).toEqual([]);
  expect(await findings(engine)).toEqual([]);
  expect(await read(await engine.openContainer("db", "c"), "a", `${BEGINNING}x`)).toMatchObject({ n: 1 });
});

test("versions from before the move are no longer kept, those after it are", async () => {
  const kv = new MemoryStore();
  const definition = { ...VERSION_1_KEY, changeFeedPolicy: { retentionDuration: 5 } };
  const container = await newContainer(await openEngine(kv), definition);
  await writeWithOldHash(container, { id: "a", pk: `${BEGINNING}x` });
  await writeWithOldHash(container, { id: "b", pk: `${BEGINNING}x` });
  await markAsFormat1(kv);
  const engine = await start(kv);
  expect(await findings(engine)).toEqual([]);
  const after = await engine.openContainer("db", "c");
  const range = { ...plain, rangeId: "0" };
  expect((await failureOf(readAllVersions(after, { ...range, afterLsn: 2 }))).message).toMatch(/retention/);
  await createOne(after, { id: "c", pk: `${BEGINNING}x` }, plain);
  const { versions } = await readAllVersions(after, { ...range, afterLsn: 3 });
  expect(versions.map(({ operation }) => operation)).toEqual(["create"]);
  expect(await findings(engine)).toEqual([]);
});

test.each(["part", "all"] as const)(
  "a crash in any commit of the move, of which %s is written",
  async (written) => {
    let crashes = 0;
    for (let crashAt = 0; ; crashAt++) {
      expect(crashAt).toBeLessThan(60);
      const kv = new CountdownStore();
      const container = await newContainer(await openEngine(kv), VERSION_1_KEY);
      await createOne(container, { id: "0", pk: BEGINNING }, plain);
      for (let i = 1; i <= 12; i++) {
        await writeWithOldHash(container, { id: `${i % 6}`, pk: `${BEGINNING}${i % 2}${i % 3}` });
      }
      // So many that their logical partition takes several transactions.
      const other = { pk: `other ${BEGINNING}` };
      const many = Array.from({ length: 250 }, (_, i) => ({ id: `${i}`, ...other }));
      await writeWithOldHash(container, ...many);
      const before = container.totals().items;
      await markAsFormat1(kv);
      kv.commitsLeft = crashAt;
      kv.written = written;
      const isCrashed = await start(kv).then(
        () => false,
        () => true,
      );
      if (isCrashed) {
        kv.reopen();
        // Nothing is wrong but where items lie, and no older version may read it any more.
        for (const finding of await findings(await openEngine(kv)))
          expect(finding).toMatch(/do not lie where the hash/);
        if (crashAt > 0) expect(await formatOf(kv)).toMatchObject({ format: 4 });
        crashes++;
      }
      const engine = await start(kv);
      expect(await formatOf(kv)).toEqual({ format: 4 });
      expect(await findings(engine)).toEqual([]);
      const after = await engine.openContainer("db", "c");
      const lost = new Set(kept.map(({ item }) => `${item.pk} ${item.id}`)).size;
      expect(after.totals().items + lost).toBe(before);
      expect(await queryAll(after, "SELECT c.id, c.pk FROM c", key(other.pk))).toEqual(many);
      expect(await idsInFeed(after, key(other.pk))).toEqual(many.map(({ id }) => id));
      const ids = (await queryAll(after, "SELECT VALUE c.id FROM c", key(BEGINNING))) as string[];
      expect(ids.sort()).toEqual(["0", "1", "2", "3", "4", "5"]);
      for (const id of ids) expect(await read(after, id, `${BEGINNING}x`)).toMatchObject({ id });
      kept = [];
      if (!isCrashed) break;
    }
    expect(crashes).toBeGreaterThan(6);
  },
);
