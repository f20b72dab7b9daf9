import { setImmediate } from "node:timers/promises";
import { parseEpk } from "@orrerydb/keys/hash";
import { expect, test, vi } from "vitest";
import { FaultStore } from "../../kv/fault-store.fixture.ts";
import { KeyValueError, type Transaction } from "../../kv/key-value-store.ts";
import { ItemCache } from "../../store/partition/item-cache.ts";
import type { Container } from "../container/container.ts";
import { failureOf, findings, newContainer, openEngine, plain, queryAll } from "../engine.fixture.ts";
import { readLatestChanges } from "../feeds/latest-feed.ts";
import { createOne, deleteOne, readItemById, upsertOne } from "../items/items.ts";
import { placeOf } from "../items/logical-place.ts";
import { queryContainer } from "../queries/query-container.ts";

async function fill(container: Container, count: number, from = 0): Promise<void> {
  for (let i = from; i < from + count; i++) {
    await createOne(container, { id: `${i}`, pk: `key${i % 17}`, n: i }, plain);
  }
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

async function allNumbers(container: Container): Promise<number[]> {
  return ((await queryAll(container, "SELECT VALUE c.n FROM c")) as number[]).sort((a, b) => a - b);
}

test("a split keeps every item as it was, and names its ancestors", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  await fill(container, 100);
  const before = await readItemById(container, "5", { ...plain, key: ["key5"] });
  const parentLsn = container.partitions.all[0]!.store.summary.lsn;

  await engine.topology.split(container, "0", "midpoint");
  expect(container.partitions.all.map(({ state }) => [state.id, state.parents, state.share])).toEqual([
    [1, [0], 0.5],
    [2, [0], 0.5],
  ]);
  await engine.topology.split(container, "1", "data");
  expect(container.partitions.all.map(({ state }) => [state.id, state.parents, state.share])).toEqual([
    [3, [0, 1], 0.25],
    [4, [0, 1], 0.25],
    [2, [0], 0.5],
  ]);
  expect(container.partitions.all.every(({ store }) => store.summary.lsn === parentLsn)).toBe(true);
  expect(await allNumbers(container)).toEqual(numbers(100));
  const after = await readItemById(container, "5", { ...plain, key: ["key5"] });
  expect(after.item.json.equals(before.item.json)).toBe(true);
  expect(await findings(engine)).toEqual([]);

  await fill(container, 20, 100);
  expect(await allNumbers(container)).toEqual(numbers(120));
  expect(await findings(engine)).toEqual([]);
});

test("the hash space is divided evenly among as many partitions as asked for, up and down", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  await fill(container, 100);
  const mins = () => container.partitions.all.map(({ state }) => state.min.slice(0, 2));
  const shares = () => new Set(container.partitions.all.map(({ state }) => state.share));
  await engine.topology.shareOut(container, 5);
  expect(mins()).toEqual(["", "0C", "19", "26", "33"]);
  expect(shares()).toEqual(new Set([0.2]));
  expect(await allNumbers(container)).toEqual(numbers(100));
  // Nothing is moved where it is as asked for.
  const ids = container.partitions.all.map(({ id }) => id);
  await engine.topology.shareOut(container, 5);
  expect(container.partitions.all.map(({ id }) => id)).toEqual(ids);
  await engine.topology.shareOut(container, 3);
  expect(mins()).toEqual(["", "15", "2A"]);
  expect(shares()).toEqual(new Set([1 / 3]));
  await engine.topology.shareOut(container, 1);
  expect(mins()).toEqual([""]);
  expect(await allNumbers(container)).toEqual(numbers(100));
  expect(await findings(engine)).toEqual([]);
  for (const count of [0, 101, 1.5])
    expect((await failureOf(engine.topology.shareOut(container, count))).code).toBe("badRequest");
  await engine.close();
});

test("what was cached of a partition that is gone is forgotten", async () => {
  const forgotten = vi.spyOn(ItemCache.prototype, "deleteSpace");
  const engine = await openEngine();
  const container = await newContainer(engine);
  await fill(container, 20);
  const spaces = () => container.partitions.all.map(({ state }) => state.space);
  const parent = spaces();
  await engine.topology.split(container, "0", "midpoint");
  await engine.tree.catalog.settled();
  expect(forgotten.mock.calls.flat()).toEqual(parent);
  const children = spaces();
  await engine.containers.delete({ database: "db", container: "c" });
  await engine.tree.catalog.settled();
  expect(forgotten.mock.calls.flat()).toEqual([...parent, ...children]);
  forgotten.mockRestore();
  await engine.close();
});

test("two neighbours become one, and it knows both ancestries", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  await fill(container, 60);
  await engine.topology.split(container, "0", "midpoint");
  await fill(container, 40, 60);
  const merged = await engine.topology.merge(container, ["2", "1"]);
  expect([merged.id, merged.state.parents, merged.state.min, merged.state.max, merged.state.share]).toEqual([
    "3",
    [0, 1, 2],
    "",
    "FF",
    1,
  ]);
  expect(await allNumbers(container)).toEqual(numbers(100));
  expect(await findings(engine)).toEqual([]);
  for (let i = 0; i < 100; i += 3) await deleteOne(container, `${i}`, { ...plain, key: [`key${i % 17}`] });
  await fill(container, 20, 100);
  expect(await findings(engine)).toEqual([]);
});

test("only neighbours are merged, and only small ones unless it is forced", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 30_000);
  expect((await failureOf(engine.topology.merge(container, ["0", "2"], { force: true }))).code).toBe(
    "conflict",
  );
  expect((await failureOf(engine.topology.merge(container, ["0", "1"]))).code).toBe("conflict");
  await engine.topology.merge(container, ["0", "1"], { force: true });
  expect(container.partitions.all.map(({ id }) => id)).toEqual(["5", "2", "3", "4"]);
});

test("the two partitions themselves must be small, whatever the others have", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 18_000);
  const targets = (first: number, second: number) =>
    new Map([
      ["0", first],
      ["1", second],
    ]);
  await engine.topology.redistribute(container, targets(4_000, 4_000));
  expect((await failureOf(engine.topology.merge(container, ["0", "1"]))).message).toContain(
    "partition 0 has 4000",
  );
  await engine.topology.split(container, "2", "midpoint");
  await engine.topology.redistribute(container, targets(500, 3_000));
  expect((await failureOf(engine.topology.merge(container, ["0", "1"]))).message).toContain(
    "partition 1 has 3000",
  );
  await engine.topology.redistribute(container, targets(500, 500));
  expect((await engine.topology.merge(container, ["0", "1"])).id).toBe("5");
});

test("shared throughput has no parts to give to partitions", async () => {
  const engine = await openEngine();
  await engine.databases.create({ id: "db" }, { ruPerSecond: 20_000 });
  const { resource } = await engine.containers.create(
    "db",
    { id: "c", partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 } },
    { knowsPartitionKeys: true },
  );
  const container = await engine.containerOf(resource);
  for (const targets of [undefined, new Map([["0", 100]])]) {
    const failure = await failureOf(engine.topology.redistribute(container, targets));
    expect(failure.code).toBe("conflict");
    expect(failure.message).toContain("shares the throughput of its database");
  }
  const bucket = { id: 1, maxThroughputPercentage: 20 };
  expect((await failureOf(engine.throughput.setBuckets(container, [bucket]))).code).toBe("conflict");
  expect(container.definition.buckets).toEqual([]);
});

test("a partition that was split away is told from one that never was", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  await engine.topology.split(container, "0", "midpoint");
  expect(() => container.partitions.map.byId("0")).toThrow("it was split or merged");
  for (const id of ["3", "99", "x", "01", "-1"])
    expect(() => container.partitions.map.byId(id)).toThrow(`never had a partition key range '${id}'`);
});

test("writes that go on during splits and merges are all there, once", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, { uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/n"] }] } });
  await fill(container, 300);
  let isDone = false;
  let next = 300;
  const deleted = new Set<number>();
  const writers = numbers(4).map(async (writer) => {
    while (!isDone) {
      const i = next++;
      // Requests from sockets leave turns to others; so do these, now and then.
      if (i % 8 === 0) await setImmediate();
      await createOne(container, { id: `${i}`, pk: `key${i % 17}`, n: i }, plain);
      const victim = i - 150 - writer;
      if (victim % 4 === 0 && !deleted.has(victim)) {
        deleted.add(victim);
        await deleteOne(container, `${victim}`, { ...plain, key: [`key${victim % 17}`] });
      }
      await upsertOne(container, { id: `${i}`, pk: `key${i % 17}`, n: i, again: true }, plain);
    }
  });
  await engine.topology.split(container, "0", "midpoint");
  await engine.topology.split(container, "1", "data");
  await engine.topology.merge(container, ["4", "2"]);
  await engine.topology.split(container, "5", { epk: parseEpk("3000000000000000") });
  await engine.topology.merge(container, ["3", "6"]);
  isDone = true;
  await Promise.all(writers);
  expect(next).toBeGreaterThan(320);
  expect(await allNumbers(container)).toEqual(numbers(next).filter((i) => !deleted.has(i)));
  expect(await findings(engine)).toEqual([]);
});

test("a writer that names the range is turned away while it is switched, a reader is served", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  await fill(container, 10);
  const partition = container.partitions.map.byId("0");
  partition.isSwitching = true;
  expect(() => container.partitions.map.byIdForWriting("0")).toThrow("is being split");
  partition.isSwitching = false;
  await engine.topology.split(container, "0", "midpoint");
  expect(
    (
      await failureOf(
        queryContainer(container, { text: "SELECT * FROM c", parameters: [] }, { ...plain, rangeId: "0" }),
      )
    ).code,
  ).toBe("rangeGone");
});

test("positions in a query and in the change feed hold across a split and a merge", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  await fill(container, 100);
  const text = { text: "SELECT VALUE c.n FROM c", parameters: [] };
  const first = await queryContainer(container, text, { ...plain, maxItems: 30 });
  const rows = first.rows.map((row) => row.value() as number);
  const feed = await readLatestChanges(container, { ...plain, maxItems: 30 });
  const seen = feed.items.map(({ document }) => document.n as number);

  await engine.topology.split(container, "0", "midpoint");
  let { continuation } = first;
  const second = await queryContainer(container, text, {
    ...plain,
    maxItems: 20,
    continuation: continuation!,
  });
  rows.push(...second.rows.map((row) => row.value() as number));
  await engine.topology.merge(container, ["1", "2"]);
  continuation = second.continuation;
  while (continuation !== undefined) {
    const page = await queryContainer(container, text, { ...plain, continuation });
    rows.push(...page.rows.map((row) => row.value() as number));
    continuation = page.continuation;
  }
  expect(rows.sort((a, b) => a - b)).toEqual(numbers(100));

  let lsn = feed.position;
  for (;;) {
    const page = await readLatestChanges(container, { ...plain, rangeId: "3", afterLsn: lsn });
    seen.push(...page.items.map(({ document }) => document.n as number));
    lsn = page.position;
    if (page.items.length === 0) break;
  }
  expect(seen.sort((a, b) => a - b)).toEqual(numbers(100));
});

test("a crash during a split leaves the parent or the children, never a part", async () => {
  for (let commits = 0; commits < 40; commits++) {
    const kv = new FaultStore();
    const engine = await openEngine(kv);
    const container = await newContainer(engine);
    await fill(container, 50);
    let left = commits;
    const transact = kv.transact.bind(kv);
    kv.transact = ((lock: string, work: never) => {
      if (left-- === 0) kv.crashInCommit(commits % 2 === 0 ? "part" : "all");
      return transact(lock, work);
    }) as typeof kv.transact;
    const isWhole = await engine.topology.split(container, "0", "midpoint").then(
      () => true,
      () => false,
    );
    kv.transact = transact;
    await engine.tree.catalog.settled();
    kv.crash();
    kv.reopen();
    const again = await openEngine(kv);
    const reopened = await again.openContainer("db", "c");
    expect([1, 2]).toContain(reopened.partitions.all.length);
    if (isWhole) expect(reopened.partitions.all).toHaveLength(2);
    expect(await allNumbers(reopened)).toEqual(numbers(50));
    expect(await findings(again)).toEqual([]);
    await again.tree.catalog.settled();
    const used = reopened.partitions.all.map(({ state }) => state.space);
    for (let space = 16; space < 20; space++) {
      if (used.includes(space)) continue;
      for await (const left of kv.scan(space)) expect(left).toEqual([]);
    }
    if (isWhole) return;
  }
  throw new Error("the split never finished");
});

test("a split that cannot begin leaves the partition open to writers", async () => {
  const kv = new FaultStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine);
  const snapshot = kv.snapshot.bind(kv);
  kv.snapshot = () => {
    throw new KeyValueError("unavailable", "The test wants it so.");
  };
  await expect(engine.topology.split(container, "0", "midpoint")).rejects.toThrow("The test wants it so.");
  kv.snapshot = snapshot;
  await fill(container, 5);
  expect(await allNumbers(container)).toEqual(numbers(5));
});

test("a write that fails during a split ends it, and the next attempt succeeds", async () => {
  const kv = new FaultStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine);
  await fill(container, 50);
  const transact = kv.transact.bind(kv);
  let writes: Transaction | undefined;
  let goOn = () => {};
  const refused = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  // What is copied waits, so that the commit that fails is the write's.
  kv.transact = async <T>(lock: string, work: (transaction: Transaction) => Promise<T>) => {
    if (lock.startsWith("copy:")) await refused;
    return transact(lock, (transaction) => {
      if (!lock.startsWith("copy:")) writes = transaction;
      return work(transaction);
    });
  };
  const split = engine.topology.split(container, "0", "midpoint");
  const { store } = container.partitions.all[0]!;
  while (!store.isMirrored) await Promise.resolve();
  await expect(
    store.transact(placeOf(container, ["key1"]).epk, '["key1"]', async (transaction) => {
      await transaction.create("refused", { id: "refused", pk: "key1" });
      writes!.beforeCommit(() => kv.failCommits("full"));
    }),
  ).rejects.toThrow();
  goOn();
  expect((await failureOf(split)).code).toBe("unavailable");
  await engine.topology.split(container, "0", "midpoint");
  expect(await allNumbers(container)).toEqual(numbers(50));
  expect(await findings(engine)).toEqual([]);
});

test("a partition whose bytes are of one key cannot be split by data", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  for (let i = 0; i < 5; i++) await createOne(container, { id: `${i}`, pk: "only" }, plain);
  expect((await failureOf(engine.topology.split(container, "0", "data"))).code).toBe("conflict");
});

test("hierarchical keys are split inside a prefix, and a prefix query still finds all", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {
    partitionKey: { paths: ["/tenant", "/user"], kind: "MultiHash", version: 2 },
  });
  for (let i = 0; i < 40; i++)
    await createOne(container, { id: `${i}`, tenant: "t", user: `u${i}`, n: i }, plain);
  await engine.topology.split(container, "0", "data");
  const [left, right] = container.partitions.all;
  expect(Math.min(left!.store.summary.items, right!.store.summary.items)).toBeGreaterThan(15);
  expect(left!.state.max).toHaveLength(64);
  const rows = await queryAll(container, "SELECT VALUE c.n FROM c", { key: ["t"] });
  expect((rows as number[]).sort((a, b) => a - b)).toEqual(numbers(40));
});

test("throughput is moved by what the offer is when its turn comes", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 12_000);
  const split = engine.topology.split(container, "0", "midpoint");
  const redistributed = engine.topology.redistribute(container, new Map([["1", 3_000]]));
  const offer = engine.provisioned.offerOf(container.definition.resource)!;
  await engine.throughput.replaceOffer(offer, { ...offer.body, content: { offerThroughput: 6_000 } });
  await split;
  await redistributed;
  expect(container.partitions.map.byId("1").meter.budget.ruPerSecond).toBeCloseTo(3_000);
});

test("partitions are merged by what the offer is when their turn comes", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 12_000);
  const split = engine.topology.split(container, "0", "midpoint");
  const merged = engine.topology.merge(container, ["2", "3"]);
  const offer = engine.provisioned.offerOf(container.definition.resource)!;
  await engine.throughput.replaceOffer(offer, { ...offer.body, content: { offerThroughput: 6_000 } });
  await split;
  expect((await merged).id).toBe("4");
});
