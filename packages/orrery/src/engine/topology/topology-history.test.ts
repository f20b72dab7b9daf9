/** Versions, expiry and deletions by key across splits and merges: nothing of them is lost, nothing comes back. */
import { expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import type { Container } from "../container/container.ts";
import { findings, newContainer, openEngine, plain, queryAll, TestClock } from "../engine.fixture.ts";
import { readAllVersions } from "../feeds/version-feed.ts";
import { createOne, deleteOne, upsertOne } from "../items/items.ts";
import { deleteLogicalPartition } from "../items/logical-partition-deletion.ts";
import { sweepContainer } from "../upkeep/sweep.ts";

const KEYS = Array.from({ length: 12 }, (_, i) => `key${i}`);

/** What the feed of a key tells after a position in it. */
async function story(container: Container, key: string, afterLsn: number): Promise<string[]> {
  const told: string[] = [];
  for (let lsn = afterLsn; ; ) {
    const page = await readAllVersions(container, { ...plain, key: [key], maxItems: 2, afterLsn: lsn });
    lsn = page.position;
    if (page.versions.length === 0) return told;
    for (const { operation, current, previous } of page.versions) {
      const { id } = JSON.parse((current ?? previous)!.toString()) as { id: string };
      told.push(`${operation} ${id}`);
    }
  }
}

async function live(container: Container): Promise<string[]> {
  const rows = (await queryAll(container, "SELECT c.pk, c.id FROM c")) as { pk: string; id: string }[];
  return rows.map(({ pk, id }) => `${pk}/${id}`).sort();
}

test("a history told in one partition is told the same in its successors", async () => {
  const clock = new TestClock();
  const engine = await openEngine(new MemoryStore(), clock);
  const container = await newContainer(engine, {
    defaultTtl: -1,
    changeFeedPolicy: { retentionDuration: 5 },
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/id"] }] },
  });
  for (const pk of KEYS) {
    await createOne(container, { id: "kept", pk }, plain);
    await createOne(container, { id: "short", pk, ttl: 10 }, plain);
    await createOne(container, { id: "gone", pk }, plain);
    await deleteOne(container, "gone", { ...plain, key: [pk] });
  }
  for (const pk of KEYS.slice(0, 6)) await deleteLogicalPartition(container, { ...plain, key: [pk] });
  await createOne(container, { id: "kept", pk: "key0" }, plain);

  await engine.topology.split(container, "0", "midpoint");
  expect(container.partitions.all).toHaveLength(2);
  expect(await findings(engine)).toEqual([]);
  const expected = ["key0/kept", ...KEYS.slice(6).flatMap((pk) => [`${pk}/kept`, `${pk}/short`])].sort();
  expect(await live(container)).toEqual(expected);
  const told = ["create kept", "create short", "create gone", "delete gone"];
  for (const pk of KEYS.slice(1)) expect(await story(container, pk, 0)).toEqual(told);
  expect(await story(container, "key0", 0)).toEqual([...told, "delete kept", "create kept"]);

  // What waits for its removal still does, in the successors: ids are free, and the sweep finds it.
  await createOne(container, { id: "short", pk: "key1" }, plain);
  expect(await story(container, "key1", 0)).toEqual([...told, "delete short", "create short"]);
  clock.advanceSeconds(11);
  expect(await live(container)).toEqual(
    ["key0/kept", "key1/short", ...KEYS.slice(6).map((pk) => `${pk}/kept`)].sort(),
  );
  expect(await sweepContainer(container)).toEqual({ expired: 6, dropped: 10, versions: 0 });
  expect(await findings(engine)).toEqual([]);
  const position = Math.max(...container.partitions.all.map(({ store }) => store.summary.lsn));
  for (const pk of KEYS.slice(6)) await upsertOne(container, { id: "kept", pk, again: true }, plain);

  await engine.topology.merge(container, ["1", "2"]);
  expect(await findings(engine)).toEqual([]);
  for (const pk of KEYS.slice(6)) {
    expect(await story(container, pk, 0)).toEqual([...told, "delete short", "replace kept"]);
  }
  await upsertOne(container, { id: "kept", pk: "key7", third: true }, plain);
  expect((await story(container, "key7", position)).at(-1)).toBe("replace kept");
  clock.advanceSeconds(301);
  expect((await sweepContainer(container)).versions).toBeGreaterThan(0);
  expect(await findings(engine)).toEqual([]);
});

test("deletions by key, expiry and a split at the same time", async () => {
  const clock = new TestClock();
  const engine = await openEngine(new MemoryStore(), clock);
  const container = await newContainer(engine, {
    defaultTtl: 60,
    changeFeedPolicy: { retentionDuration: 5 },
    indexingPolicy: { fullTextIndexes: [{ path: "/text" }] },
  });
  for (let i = 0; i < 30; i++) {
    for (const pk of KEYS)
      await createOne(
        container,
        { id: `${i}`, pk, text: `some text ${i}`, ...(i % 3 === 0 ? { ttl: 1 } : {}) },
        plain,
      );
  }
  clock.advanceSeconds(2);
  await Promise.all([
    engine.topology.split(container, "0", "midpoint"),
    ...KEYS.slice(0, 4).map((pk) => deleteLogicalPartition(container, { ...plain, key: [pk] })),
    sweepContainer(container),
    ...KEYS.map((pk) => upsertOne(container, { id: "new", pk, ttl: -1, text: "new text" }, plain)),
  ]);
  await sweepContainer(container);
  expect(await findings(engine)).toEqual([]);
  const rows = await live(container);
  for (const pk of KEYS.slice(4)) expect(rows.filter((row) => row.startsWith(`${pk}/`))).toHaveLength(21);
  clock.advanceSeconds(60);
  await sweepContainer(container);
  expect(container.partitions.all.reduce((sum, { store }) => sum + store.summary.items, 0)).toBeLessThan(13);
  expect(await findings(engine)).toEqual([]);
});
