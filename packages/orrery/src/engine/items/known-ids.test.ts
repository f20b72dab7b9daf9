/** Ids that a partition knows to be absent: what is there must be found all the same, however it came and went. */
import { expect, test, vi } from "vitest";
import { MemorySpaces } from "../../kv/memory/memory-spaces.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { Kind } from "../../store/records/key-layout.ts";
import type { Container } from "../container/container.ts";
import { failureOf, findings, newContainer, openEngine, plain } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { runBatch } from "./batch.ts";
import { createOne, deleteOne, readItemById, replaceOne, upsertOne } from "./items.ts";
import { deleteLogicalPartition } from "./logical-partition-deletion.ts";

const KEY = { ...plain, key: ["x"] };

/** How often the store is asked for an id meanwhile. */
async function lookups(work: () => Promise<unknown>): Promise<number> {
  const get = vi.spyOn(MemorySpaces.prototype, "get");
  try {
    await work();
    return get.mock.calls.filter(([, key]) => key[0] === Kind.id).length;
  } finally {
    get.mockRestore();
  }
}

async function containerIn(engine: Engine): Promise<Container> {
  const { resource } = await engine.containers.read({ database: "db", container: "c" });
  return engine.containerOf(resource);
}

/** So that the cache, which has room for 1 MB, does not answer for the store. */
async function fillCache(container: Container): Promise<void> {
  const note = "n".repeat(100_000);
  for (let i = 0; i < 15; i++) await upsertOne(container, { id: `large${i}`, pk: "large", note }, plain);
}

async function isTaken(container: Container, id: string): Promise<boolean> {
  const created = await createOne(container, { id, pk: "x" }, plain).catch((error: unknown) => error);
  if (!(created instanceof Error)) await deleteOne(container, id, KEY);
  return created instanceof Error;
}

test("an id that was never there is not looked for, by creates and by reads", async () => {
  const container = await newContainer(await openEngine());
  expect(
    await lookups(async () => {
      for (let i = 0; i < 100; i++) await createOne(container, { id: `${i}`, pk: "x" }, plain);
      await failureOf(readItemById(container, "none", KEY));
    }),
  ).toBeLessThan(5);
  await fillCache(container);
  expect(await lookups(() => failureOf(createOne(container, { id: "7", pk: "x" }, plain)))).toBe(1);
});

test("an id that is there is found, however it came", async () => {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine);
  await createOne(container, { id: "created", pk: "x" }, plain);
  await upsertOne(container, { id: "upserted", pk: "x" }, plain);
  await createOne(container, { id: "old", pk: "x" }, plain);
  await replaceOne(container, "old", { id: "renamed", pk: "x" }, KEY);
  await runBatch(container, [{ kind: "create", body: { id: "of a batch", pk: "x" } }], KEY);
  const undone = await runBatch(
    container,
    [
      { kind: "create", body: { id: "undone", pk: "x" } },
      { kind: "delete", id: "nothing" },
    ],
    KEY,
  );
  expect(undone.results.at(-1)).toMatchObject({ failure: { code: "notFound" } });
  await createOne(container, { id: "deleted", pk: "x" }, plain);
  await deleteOne(container, "deleted", KEY);
  await createOne(container, { id: "again", pk: "x" }, plain);
  await deleteOne(container, "again", KEY);
  await createOne(container, { id: "again", pk: "x" }, plain);
  const taken = ["created", "upserted", "renamed", "of a batch", "again"];
  const free = ["old", "undone", "deleted", "another"];

  const expectAll = async (seen: Container, its: Engine) => {
    await fillCache(seen);
    for (const id of taken) expect([id, await isTaken(seen, id)]).toEqual([id, true]);
    for (const id of free) expect([id, await isTaken(seen, id)]).toEqual([id, false]);
    expect(await findings(its)).toEqual([]);
  };
  await expectAll(container, engine);
  await engine.topology.split(container, "0", "midpoint");
  await expectAll(container, engine);
  await engine.topology.merge(container, ["1", "2"], { force: true });
  await expectAll(container, engine);
  const again = await openEngine(kv.fork());
  await expectAll(await containerIn(again), again);
});

test("a partition that was emptied and is opened again knows its ids anew", async () => {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine);
  await createOne(container, { id: "1", pk: "x" }, plain);
  await deleteLogicalPartition(container, KEY);
  const again = await openEngine(kv.fork());
  const reopened = await containerIn(again);
  // Its item is not removed yet, and its id leads to it.
  expect(await lookups(() => createOne(reopened, { id: "1", pk: "x" }, plain))).toBeGreaterThan(0);
  expect((await failureOf(createOne(reopened, { id: "1", pk: "x" }, plain))).code).toBe("conflict");
  expect(await findings(again)).toEqual([]);
});
