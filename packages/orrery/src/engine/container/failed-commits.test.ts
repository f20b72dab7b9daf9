/**
 * What is left in memory when a commit fails while others wait behind it. The disk is held until all of them have been
 * handed to it; then it refuses the first.
 */
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { FaultStore } from "../../kv/fault-store.fixture.ts";
import { findings, newContainer, openEngine, plain, queryAll } from "../engine.fixture.ts";
import { readLatestChanges } from "../feeds/latest-feed.ts";
import { readAllVersions } from "../feeds/version-feed.ts";
import { createOne, readItemById } from "../items/items.ts";
import { partitionKeyRanges } from "../resources/partition-key-ranges.ts";
import type { Container } from "./container.ts";

const KEYS = ["a", "b", "c", "d"];
/** More than a write takes until it reaches the disk. */
const TURNS_OF_A_WRITE = 60;

/** A container that has an item of every key, so that later writes need nothing but their own commit. */
async function filled(kv: FaultStore): Promise<Container> {
  const container = await newContainer(await openEngine(kv), {
    changeFeedPolicy: { retentionDuration: 1_000 },
  });
  for (const pk of KEYS) await createOne(container, { id: "first", pk }, plain);
  return container;
}

/** One item of each key; they wait for the disk, the first alone and the others together. */
async function underWay(container: Container, id: string): Promise<Promise<unknown>[]> {
  const writes: Promise<unknown>[] = [];
  for (const pk of KEYS) {
    writes.push(createOne(container, { id, pk }, plain));
    await setImmediate();
  }
  return writes;
}

test("writes behind one that is refused are refused too, and nothing counts them", async () => {
  const kv = new FaultStore();
  const container = await filled(kv);
  const { store } = container.partitions.all[0]!;
  const before = { ...store.summary };

  const release = kv.holdCommits();
  const writes = Promise.allSettled(await underWay(container, "refused"));
  kv.failCommits("full");
  release();
  const reason = expect.objectContaining({ code: "storageFull" });
  expect(await writes).toEqual(KEYS.map(() => ({ status: "rejected", reason })));
  expect(store.summary).toEqual(before);

  await createOne(container, { id: "last", pk: "a" }, plain);
  expect(store.summary).toMatchObject({ lsn: before.lsn + 1, items: before.items + 1 });
  kv.crash();
  kv.reopen();
  const engine = await openEngine(kv);
  expect(await findings(engine)).toEqual([]);
  const again = await engine.openContainer("db", "c");
  expect(await queryAll(again, "SELECT VALUE COUNT(1) FROM c")).toEqual([KEYS.length + 1]);
});

test("a write that ends its work in the moment of the failure builds on what is committed", async () => {
  const kv = new FaultStore();
  const container = await filled(kv);
  const outcomes = new Set<string>();
  for (let turns = 0; turns < TURNS_OF_A_WRITE; turns++) {
    const release = kv.holdCommits();
    kv.failCommits("full");
    const refused = createOne(container, { id: `refused${turns}`, pk: "a" }, plain);
    await setImmediate();
    const racing = createOne(container, { id: `racing${turns}`, pk: "b" }, plain);
    const results = Promise.allSettled([refused, racing]);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    release();
    outcomes.add((await results).map(({ status }) => status).join());
    expect([turns, await findings(await openEngine(kv))]).toEqual([turns, []]);
  }
  expect([...outcomes].sort()).toEqual(["rejected,fulfilled", "rejected,rejected"]);
});

describe("writers of one logical partition", () => {
  /** Of one key, one after another; returns them when they wait for the disk. */
  async function ofOneKey(container: Container, ids: readonly string[]): Promise<Promise<unknown>[]> {
    const writes = ids.map((id) => createOne(container, { id, pk: "a" }, plain));
    for (let turn = 0; turn < ids.length; turn++) await setImmediate();
    return writes;
  }

  test("wait for the disk together, each with an LSN of its own", async () => {
    const kv = new FaultStore();
    const container = await filled(kv);
    const { store } = container.partitions.all[0]!;
    const before = { ...store.summary };
    const release = kv.holdCommits();
    const writes = await ofOneKey(container, ["x", "y", "z"]);
    const reading = readItemById(container, "x", { ...plain, key: ["a"] });
    await expect(reading).rejects.toMatchObject({ code: "notFound" });
    release();
    const answers = await Promise.all(writes);
    expect(answers).toMatchObject(["x", "y", "z"].map((id) => ({ item: { document: { id } } })));
    const lsns = answers.map((answer) => (answer as { item: { lsn: number } }).item.lsn);
    expect(lsns).toEqual([1, 2, 3].map((later) => before.lsn + later));
    expect(await findings(await openEngine(kv))).toEqual([]);
  });

  test("are refused with what they build on", async () => {
    const kv = new FaultStore();
    const container = await filled(kv);
    const { store } = container.partitions.all[0]!;
    const before = { ...store.summary };
    const release = kv.holdCommits();
    // The last one is refused because of the second, which is never committed.
    const writes = Promise.allSettled(await ofOneKey(container, ["x", "y", "z", "y"]));
    kv.failCommits("full");
    release();
    const reason = expect.objectContaining({ code: "storageFull" });
    expect(await writes).toEqual([1, 2, 3, 4].map(() => ({ status: "rejected", reason })));
    expect(store.summary).toEqual(before);
    await createOne(container, { id: "y", pk: "a" }, plain);
    expect(await findings(await openEngine(kv))).toEqual([]);
  });

  test("fail alone where the fault is their own, and not before it is certain", async () => {
    const kv = new FaultStore();
    const container = await filled(kv);
    const release = kv.holdCommits();
    const writes = await ofOneKey(container, ["x", "x", "first", "z"]);
    let settled = 0;
    for (const write of writes) void write.catch(() => {}).then(() => settled++);
    for (let turn = 0; turn < TURNS_OF_A_WRITE; turn++) await setImmediate();
    expect(settled).toBe(0);
    release();
    const outcomes = await Promise.allSettled(writes);
    const conflict = { status: "rejected", reason: expect.objectContaining({ code: "conflict" }) };
    expect(outcomes).toMatchObject([{ status: "fulfilled" }, conflict, conflict, { status: "fulfilled" }]);
    expect(await findings(await openEngine(kv))).toEqual([]);
  });

  test("a write that ends its work in the moment of another's failure fails with it, or builds on what is committed", async () => {
    const kv = new FaultStore();
    const container = await filled(kv);
    const outcomes = new Set<string>();
    // The second waits for the first, so that the lock is passed on to it early.
    for (let turns = 0; turns < 2 * TURNS_OF_A_WRITE; turns++) {
      const release = kv.holdCommits();
      kv.failCommits("full");
      const refused = createOne(container, { id: `refused${turns}`, pk: "a" }, plain);
      const racing = createOne(container, { id: `racing${turns}`, pk: "a" }, plain);
      const results = Promise.allSettled([refused, racing]);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      release();
      outcomes.add((await results).map(({ status }) => status).join());
      expect([turns, await findings(await openEngine(kv))]).toEqual([turns, []]);
    }
    expect([...outcomes]).toContain("rejected,rejected");
  });
});

test("nobody is told an LSN that may never be committed", async () => {
  const kv = new FaultStore();
  const container = await filled(kv);
  const fromNow = { ...plain, rangeId: "0", afterLsn: "now" } as const;
  const read = (at: Container, seen?: number) =>
    readItemById(at, "first", {
      terms: { ...plain.terms, session: seen === undefined ? undefined : new Map([["0", seen]]) },
      key: ["a"],
    });
  const tell = async () => [
    (await read(container)).lsn,
    (await readLatestChanges(container, fromNow)).position,
    (await readAllVersions(container, fromNow)).position,
    (await partitionKeyRanges(container))[0]!.lsn,
  ];
  const committed = KEYS.map(() => 1 + KEYS.length);
  expect(await tell()).toEqual(committed);

  const release = kv.holdCommits();
  const writes = Promise.allSettled(await underWay(container, "refused"));
  expect(await tell()).toEqual(committed);
  kv.failCommits("full");
  release();
  await writes;
  const told = await tell();
  expect(told).toEqual(committed);

  kv.crash();
  kv.reopen();
  const again = await (await openEngine(kv)).openContainer("db", "c");
  for (const lsn of told as number[]) expect((await read(again, lsn)).outcome).toBe("read");
  await createOne(again, { id: "new", pk: "a" }, plain);
  const { items } = await readLatestChanges(again, { ...plain, rangeId: "0", afterLsn: told[1] as number });
  expect(items.map(({ id }) => id)).toEqual(["new"]);
});
