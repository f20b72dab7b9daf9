import type { JsonObject } from "@orrerydb/exact-json";
import { expect, test, vi } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import type { Container } from "../container/container.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";
import {
  failureOf,
  findings,
  newContainer,
  openEngine,
  plain,
  queryAll,
  TestClock,
} from "../engine.fixture.ts";
import { readLatestChanges } from "../feeds/latest-feed.ts";
import { createOne, deleteOne, readItemById, replaceOne, upsertOne } from "../items/items.ts";
import { placeOf } from "../items/logical-place.ts";
import { parsePatch, patchOne } from "../items/patch.ts";
import { sweepContainer } from "./sweep.ts";

const request = { ...plain, key: ["x"] };
const item = (id: string, more: JsonObject = {}): JsonObject => ({ id, pk: "x", ...more });

async function ids(container: Container): Promise<unknown[]> {
  return queryAll(container, "SELECT VALUE c.id FROM c");
}

async function stored(container: Container): Promise<number> {
  return container.partitions.all.reduce((sum, { store }) => sum + store.summary.items, 0);
}

test("an item lives through the second in which its time ends, and no reader sees it after", async () => {
  const clock = new TestClock();
  clock.ms += 990;
  const engine = await openEngine(new MemoryStore(), clock);
  const container = await newContainer(engine, { defaultTtl: 8 });
  await createOne(container, item("a", { n: 1 }), plain);
  clock.advanceSeconds(8);
  await readItemById(container, "a", request);
  clock.advanceSeconds(1);
  expect((await failureOf(readItemById(container, "a", request))).code).toBe("notFound");
  expect((await failureOf(replaceOne(container, "a", item("a"), request))).code).toBe("notFound");
  expect((await failureOf(deleteOne(container, "a", request))).code).toBe("notFound");
  const patch = await parsePatch(container.definition, [{ op: "set", path: "/n", value: 2 }]);
  expect((await failureOf(patchOne(container, "a", patch, request))).code).toBe("notFound");
  for (const text of [
    "SELECT VALUE c.id FROM c",
    "SELECT VALUE c.id FROM c WHERE c.n = 1",
    "SELECT VALUE c.n FROM c WHERE c.n > 0 ORDER BY c.n",
    "SELECT VALUE MAX(c.n) FROM c WHERE c.n > 0",
    "SELECT VALUE c._ts FROM c ORDER BY c._ts DESC",
  ]) {
    expect(await queryAll(container, text)).toEqual([]);
  }
  expect(await queryAll(container, "SELECT VALUE COUNT(1) FROM c WHERE c.n >= 0")).toEqual([0]);
  expect((await readLatestChanges(container, request)).items).toEqual([]);
  expect((await createOne(container, item("a"), plain)).outcome).toBe("created");
  expect(await stored(container)).toBe(1);
  expect(await findings(engine)).toEqual([]);
});

test("an item's own time goes before the container's", async () => {
  const clock = new TestClock();
  const engine = await openEngine(new MemoryStore(), clock);
  const container = await newContainer(engine, { defaultTtl: 10 });
  await createOne(container, item("default"), plain);
  await createOne(container, item("short", { ttl: 5 }), plain);
  await createOne(container, item("long", { ttl: 20 }), plain);
  await createOne(container, item("for ever", { ttl: -1 }), plain);
  clock.advanceSeconds(6);
  expect(await ids(container)).toEqual(["default", "long", "for ever"]);
  expect(await sweepContainer(container)).toEqual({ expired: 1, dropped: 0, versions: 0 });
  clock.advanceSeconds(5);
  expect(await ids(container)).toEqual(["long", "for ever"]);
  expect((await sweepContainer(container)).expired).toBe(1);
  await upsertOne(container, item("long", { ttl: 20 }), plain);
  clock.advanceSeconds(20);
  expect((await sweepContainer(container)).expired).toBe(0);
  clock.advanceSeconds(1);
  expect((await sweepContainer(container)).expired).toBe(1);
  expect(await stored(container)).toBe(1);
  expect(await findings(engine)).toEqual([]);
});

test("an expired item holds its unique values against nobody, and is removed by who takes them", async () => {
  const clock = new TestClock();
  const engine = await openEngine(new MemoryStore(), clock);
  const container = await newContainer(engine, {
    defaultTtl: 10,
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/email"] }, { paths: ["/name"] }] },
  });
  await createOne(container, item("old", { email: "a", name: "A" }), plain);
  await createOne(container, item("other", { email: "b", name: "B" }), plain);
  await createOne(container, item("lasting", { email: "c", name: "C", ttl: -1 }), plain);
  clock.advanceSeconds(11);
  // One takes a value of each of the two, the other by a replacement.
  await createOne(container, item("new", { email: "a", name: "B" }), plain);
  expect(await stored(container)).toBe(2);
  await createOne(container, item("short", { email: "d", name: "D", ttl: 1 }), plain);
  const change = (email: string) => {
    clock.advanceSeconds(2);
    return replaceOne(container, "lasting", item("lasting", { email, name: "C", ttl: -1 }), request);
  };
  const { charge } = await change("d");
  expect(await stored(container)).toBe(2);
  const taken = item("late", { email: "d", name: "late" });
  expect((await failureOf(createOne(container, taken, plain))).code).toBe("conflict");
  expect(await findings(engine)).toEqual([]);
  // It costs what it costs when nothing has to be removed.
  expect((await change("e")).charge).toBe(charge);
});

test.each([null, -10, 0, 1.5, "5"])("an item may not have a ttl of %j", async (ttl) => {
  const container = await newContainer(await openEngine(), { defaultTtl: 5 });
  expect((await failureOf(createOne(container, item("a", { ttl }), plain))).code).toBe("badRequest");
});

test("a changed default holds for the items that are there", async () => {
  const clock = new TestClock();
  const engine = await openEngine(new MemoryStore(), clock);
  const container = await newContainer(engine);
  await createOne(container, item("a"), plain);
  await createOne(container, item("own", { ttl: 3 }), plain);
  clock.advanceSeconds(100);
  expect(await sweepContainer(container)).toMatchObject({ expired: 0 });
  expect(await ids(container)).toEqual(["a", "own"]);
  const { partitionKey } = container.definition.resource.body;
  const change = (more: JsonObject) =>
    engine.containers.replace(container.definition.names, { id: "c", partitionKey: partitionKey!, ...more });
  await change({ defaultTtl: -1 });
  expect(await ids(container)).toEqual(["a"]);
  expect((await sweepContainer(container)).expired).toBe(1);
  await change({ defaultTtl: 200 });
  expect((await sweepContainer(container)).expired).toBe(0);
  await change({ defaultTtl: 50 });
  expect(await ids(container)).toEqual([]);
  expect((await sweepContainer(container)).expired).toBe(1);
  await change({});
  await createOne(container, item("b"), plain);
  clock.advanceSeconds(1_000);
  expect((await sweepContainer(container)).expired).toBe(0);
  await change({ defaultTtl: 1 });
  expect((await sweepContainer(container)).expired).toBe(1);
  expect(await findings(engine)).toEqual([]);
});

test("an item that lives again by a new default is not removed by a round that had found it expired", async () => {
  const clock = new TestClock();
  const kv = new MemoryStore();
  const engine = await openEngine(kv, clock);
  const container = await newContainer(engine, { defaultTtl: 10 });
  await createOne(container, item("a"), plain);
  clock.advanceSeconds(11);
  const { partitionKey } = container.definition.resource.body;
  const getMany = kv.getMany.bind(kv);
  vi.spyOn(kv, "getMany").mockImplementationOnce(async (...args) => {
    const found = await getMany(...args);
    const body = { id: "c", partitionKey: partitionKey!, defaultTtl: 100 };
    await engine.containers.replace(container.definition.names, body);
    return found;
  });
  expect((await sweepContainer(container)).expired).toBe(0);
  expect(await ids(container)).toEqual(["a"]);
  expect(await findings(engine)).toEqual([]);
});

test("a round is bounded, passes over what stays, and goes on in the next", async () => {
  const clock = new TestClock();
  const kv = new MemoryStore();
  const engine = await openEngine(kv, clock);
  const container = await newContainer(engine, { defaultTtl: 10 });
  for (let i = 0; i < 120; i++) {
    await createOne(container, { id: `${i}`, pk: `key${i % 7}`, ...(i % 3 === 0 ? { ttl: -1 } : {}) }, plain);
  }
  clock.advanceSeconds(11);
  const late = await createOne(container, item("late"), plain);
  const rounds: number[] = [];
  do rounds.push((await sweepContainer(container, 25)).expired);
  while (rounds.at(-1)! > 0);
  expect(rounds.reduce((a, b) => a + b)).toBe(80);
  expect(Math.max(...rounds)).toBeLessThan(50);
  expect(await stored(container)).toBe(41);
  expect((await readItemById(container, "late", request)).item.etag).toBe(late.item.etag);
  expect(await findings(engine)).toEqual([]);
  const again = await (await openEngine(kv, clock)).openContainer("db", "c");
  clock.advanceSeconds(11);
  expect((await sweepContainer(again)).expired).toBe(1);
});

test("fresh items hide no expired ones, in whatever order a merge has put them into the log", async () => {
  const clock = new TestClock();
  const engine = await openEngine(new MemoryStore(), clock);
  const container = await newContainer(engine, { defaultTtl: 100 });
  const [low, high] = await engine.topology.split(container, "0", "midpoint");
  const keysOf = (partition: PhysicalPartition) =>
    Array.from({ length: 200 }, (_, i) => `key${i}`).filter(
      (pk) => placeOf(container, [pk]).partition === partition,
    );
  const [old, fresh] = [keysOf(low!), keysOf(high!)];
  for (const pk of old) await createOne(container, { id: "1", pk }, plain);
  clock.advanceSeconds(101);
  for (const pk of fresh.slice(1)) await createOne(container, { id: "1", pk }, plain);
  await engine.topology.merge(container, ["1", "2"]);
  clock.advanceSeconds(-50);
  await createOne(container, { id: "1", pk: fresh[0]! }, plain);
  clock.advanceSeconds(50);
  expect(await sweepContainer(container)).toMatchObject({ expired: old.length });
  expect(await stored(container)).toBe(fresh.length);
  clock.advanceSeconds(51);
  expect(await sweepContainer(container)).toMatchObject({ expired: 1 });
  clock.advanceSeconds(50);
  expect(await sweepContainer(container)).toMatchObject({ expired: fresh.length - 1 });
  expect(await findings(engine)).toEqual([]);
});

test("a round looks at no more than it may, and later ones not again at what cannot have expired", async () => {
  const clock = new TestClock();
  const kv = new MemoryStore();
  const container = await newContainer(await openEngine(kv, clock), { defaultTtl: 100 });
  for (let i = 0; i < 600; i++) {
    await createOne(container, { id: `${i}`, pk: "x", ...(i < 300 ? { ttl: -1 } : {}) }, plain);
  }
  const getMany = vi.spyOn(kv, "getMany");
  const lookedAt = async (itemsMax?: number): Promise<number> => {
    getMany.mockClear();
    await sweepContainer(container, itemsMax);
    return getMany.mock.calls.reduce((sum, [, keys]) => sum + keys.length, 0);
  };
  for (const expected of [200, 200, 200, 0]) expect(await lookedAt(200)).toBe(expected);
  await createOne(container, item("later"), plain);
  clock.advanceSeconds(100);
  expect(await lookedAt()).toBe(0);
  clock.advanceSeconds(1);
  expect(await lookedAt()).toBe(401);
  expect(await stored(container)).toBe(300);
  clock.advanceSeconds(101);
  expect(await lookedAt()).toBe(0);
});
