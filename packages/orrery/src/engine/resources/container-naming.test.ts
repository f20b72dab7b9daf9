import { expect, test } from "vitest";
import { CountdownStore } from "../../kv/countdown-store.fixture.ts";
import type { KeyValueStore } from "../../kv/key-value-store.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import type { Container } from "../container/container.ts";
import { failureOf, findings, newContainer, openEngine, plain, queryAll } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { createOne } from "../items/items.ts";

const OLD = { database: "db", container: "c" };
const NEW = { database: "db", container: "d" };

/** "c" by /pk with the item a, "d" by /tenant with the item b. */
async function twoContainers(kv: KeyValueStore = new MemoryStore()): Promise<Engine> {
  const engine = await openEngine(kv);
  const c = await newContainer(engine);
  const partitionKey = { paths: ["/tenant"], kind: "Hash", version: 2 };
  const request = { ruPerSecond: 18_000, knowsPartitionKeys: true };
  const { resource } = await engine.containers.create("db", { id: "d", partitionKey }, request);
  await createOne(c, { id: "a", pk: "x", tenant: "t" }, plain);
  await createOne(await engine.containerOf(resource), { id: "b", pk: "x", tenant: "t" }, plain);
  return engine;
}

const open = (engine: Engine, { database, container }: typeof OLD) =>
  engine.openContainer(database, container);

async function idsIn(container: Container): Promise<unknown[]> {
  return queryAll(container, "SELECT VALUE c.id FROM c ORDER BY c.id");
}

async function idsByName(engine: Engine): Promise<unknown[]> {
  return Promise.all([OLD, NEW].map(async (address) => idsIn(await open(engine, address))));
}

test("each name stands for the other container, also after a restart", async () => {
  const kv = new MemoryStore();
  const engine = await twoContainers(kv);
  const before = [await open(engine, OLD), await open(engine, NEW)];
  before[1]!.meter.throttle = "enforce";
  const names = await engine.naming.exchange(OLD, "d", undefined);
  expect(names.map(({ container, rid }) => [container, rid])).toEqual([
    ["d", before[0]!.definition.rid],
    ["c", before[1]!.definition.rid],
  ]);
  const restarted = await openEngine(kv);
  for (const each of [engine, restarted]) {
    expect(await idsByName(each)).toEqual([["b"], ["a"]]);
    expect((await each.containers.read(OLD)).resource.body).toMatchObject({
      id: "c",
      partitionKey: { paths: ["/tenant"] },
    });
    const offers = each.tree.catalog.list("offer").map(({ body }) => body.offerResourceId);
    expect(offers).toEqual(before.map(({ definition }) => definition.rid));
    expect(await findings(each)).toEqual([]);
  }
  expect((await open(engine, OLD)).meter.throttle).toBe("enforce");
  await restarted.naming.exchange(OLD, "d", undefined);
  expect(await idsByName(restarted)).toEqual([["a"], ["b"]]);
});

test("no range id means two things, and those of before are gone", async () => {
  const engine = await twoContainers();
  const idsOf = async () =>
    (await Promise.all([OLD, NEW].map((address) => open(engine, address)))).map(({ partitions: { map } }) =>
      map.partitions.map(({ id }) => id),
    );
  expect(await idsOf()).toEqual([["0"], ["0", "1", "2"]]);
  await engine.naming.exchange(OLD, "d", undefined);
  expect(await idsOf()).toEqual([["4", "5", "6"], ["3"]]);
  const c = await open(engine, OLD);
  expect(() => c.partitions.map.byId("0")).toThrow(expect.objectContaining({ code: "rangeGone" }));
  // All of the old container: so it is all of the new one.
  const request = { ...plain, rangeId: "0", followsSplits: false };
  expect(await queryAll(c, "SELECT VALUE c.id FROM c", request)).toEqual(["b"]);
});

test("a writer that waits meanwhile reaches what the name stands for then", async () => {
  const engine = await twoContainers();
  const { hold } = await engine.naming.hold(OLD, 60_000);
  const writing = engine.items.create(OLD, { id: "late", pk: "y", tenant: "u" }, { terms: plain.terms });
  await engine.naming.exchange(OLD, "d", hold);
  expect((await writing).container).toMatchObject({ container: "c" });
  expect(await idsByName(engine)).toEqual([["b", "late"], ["a"]]);
  expect(await findings(engine)).toEqual([]);
});

test("a hold that is over lets writers go on, and its exchange is refused", async () => {
  const engine = await twoContainers();
  const { hold } = await engine.naming.hold(OLD, 1);
  await engine.items.create(OLD, { id: "late", pk: "y" }, { terms: plain.terms });
  const failure = await failureOf(engine.naming.exchange(OLD, "d", hold));
  expect(failure.code).toBe("conflict");
  expect(await engine.naming.release(hold)).toEqual({ released: false });
  expect(await idsByName(engine)).toEqual([["a", "late"], ["b"]]);
});

test("a hold that is released lets writers go on", async () => {
  const engine = await twoContainers();
  const { hold } = await engine.naming.hold(OLD, 60_000);
  const writing = engine.items.create(OLD, { id: "late", pk: "y" }, { terms: plain.terms });
  expect(await engine.naming.release(hold)).toEqual({ released: true });
  expect((await writing).outcome).toBe("created");
});

test.each(["part", "all"] as const)(
  "a crash leaves the names as they were, or exchanged (%s)",
  async (written) => {
    const kv = new CountdownStore();
    const engine = await twoContainers(kv);
    kv.written = written;
    kv.commitsLeft = 0;
    await expect(engine.naming.exchange(OLD, "d", undefined)).rejects.toThrow();
    kv.commitsLeft = Number.POSITIVE_INFINITY;
    kv.reopen();
    const restarted = await openEngine(kv);
    expect(await idsByName(restarted)).toEqual(written === "part" ? [["a"], ["b"]] : [["b"], ["a"]]);
    expect(await findings(restarted)).toEqual([]);
  },
);

test("a commit that is refused leaves the names, and writers go on", async () => {
  const kv = new CountdownStore();
  const engine = await twoContainers(kv);
  kv.failCommits("full");
  await expect(engine.naming.exchange(OLD, "d", undefined)).rejects.toThrow();
  await engine.items.create(OLD, { id: "more", pk: "y" }, { terms: plain.terms });
  expect(await idsByName(engine)).toEqual([["a", "more"], ["b"]]);
});

test("a container that is made again under either name begins above both", async () => {
  const engine = await twoContainers();
  const c = await open(engine, OLD);
  for (let i = 0; i < 9; i++) await createOne(c, { id: `${i}`, pk: "x" }, plain);
  const reached = c.partitions.all[0]!.store.summary.lsn;
  await engine.naming.exchange(OLD, "d", undefined);
  const partitionKey = { paths: ["/pk"], kind: "Hash", version: 2 };
  for (const address of [OLD, NEW]) {
    await engine.containers.delete(address);
    const body = { id: address.container, partitionKey };
    await engine.containers.create("db", body, { knowsPartitionKeys: true });
    const { store } = (await open(engine, address)).partitions.all[0]!;
    expect(store.summary.lsn).toBeGreaterThan(reached);
  }
});

test("a client that cannot read the key again may name the one that the item has by the former key", async () => {
  const engine = await twoContainers();
  await engine.naming.exchange(OLD, "d", undefined);
  const item = { id: "n", pk: "x", tenant: "u" };
  const create = (more: object) => engine.items.create(OLD, item, { terms: plain.terms, ...more });
  const refused = await failureOf(create({ key: ["x"] }));
  expect(refused.code).toBe("partitionKeyMismatch");
  const wrong = await failureOf(create({ key: ["other"], mayNameFormerKey: true }));
  expect(wrong.code).toBe("partitionKeyMismatch");
  await create({ key: ["x"], mayNameFormerKey: true });
  const read = await engine.items.read(OLD, "n", { terms: plain.terms, key: ["u"] });
  expect(read.outcome).toBe("read");
});

test.each([
  ["itself", "c", "badRequest"],
  ["nobody", "e", "ownerNotFound"],
])("an exchange with %s is refused", async (_, other, code) => {
  const engine = await twoContainers();
  expect((await failureOf(engine.naming.exchange(OLD, other, undefined))).code).toBe(code);
});

test("a hold is at most a minute", async () => {
  const engine = await twoContainers();
  for (const forMs of [0, 1.5, 60_001]) {
    expect((await failureOf(engine.naming.hold(OLD, forMs))).code).toBe("badRequest");
  }
});
