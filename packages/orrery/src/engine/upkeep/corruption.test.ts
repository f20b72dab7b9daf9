/** Bytes that cannot be what was written: every way to them fails as `corrupt`, and the check names them. */
import { expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { CATALOG_SPACE, FORMAT_KEY } from "../../store/records/catalog-space.ts";
import { Kind } from "../../store/records/key-layout.ts";
import type { Container } from "../container/container.ts";
import { failureOf, findings, newContainer, openEngine, plain, queryAll } from "../engine.fixture.ts";
import { readLatestChanges } from "../feeds/latest-feed.ts";
import { readAllVersions } from "../feeds/version-feed.ts";
import { runBatch } from "../items/batch.ts";
import { createOne, readItemById, replaceOne } from "../items/items.ts";
import { keyFigures } from "../resources/partition-figures.ts";

const item = { id: "a", pk: "k", n: 1 };
const request = { ...plain, key: ["k"] };

async function damaged(kind: number, damage: (value: Buffer) => Buffer) {
  const kv = new MemoryStore();
  const first = await newContainer(await openEngine(kv), { changeFeedPolicy: { retentionDuration: 5 } });
  await createOne(first, item, plain);
  const { space } = first.partitions.all[0]!.store;
  const range = { from: Buffer.of(kind), to: Buffer.of(kind + 1) };
  for await (const rows of kv.scan(space, range)) {
    for (const { key, value } of rows) {
      await kv.transact("damage", async (transaction) =>
        transaction.put(space, key, damage(Buffer.from(value))),
      );
    }
  }
  // Nothing of it is in this one's memory.
  return openEngine(kv);
}

const reads: Record<string, (container: Container) => Promise<unknown>> = {
  "point read": (container) => readItemById(container, "a", request),
  replace: (container) => replaceOne(container, "a", { ...item, n: 2 }, request),
  batch: (container) => runBatch(container, [{ kind: "read", id: "a" }], request),
  query: (container) => queryAll(container, "SELECT * FROM c"),
  "change feed": (container) => readLatestChanges(container, { ...plain, rangeId: "0" }),
  versions: (container) => readAllVersions(container, { ...plain, rangeId: "0", afterLsn: 0 }),
  figures: (container) => keyFigures(container, { limit: 1, withLargest: true }),
};

const wrongByte = (offset: number) => (value: Buffer) => {
  value[offset] = 0xee;
  return value;
};
const cut = (length: number) => (value: Buffer) => value.subarray(0, length);

test.each([
  [
    "the format of an item",
    Kind.item,
    wrongByte(0),
    ["point read", "replace", "batch", "query", "change feed"],
  ],
  ["the generation of an item", Kind.item, wrongByte(2), ["replace"]],
  ["the EPK's length in an item", Kind.item, wrongByte(3), ["point read", "query"]],
  ["an item cut inside its header", Kind.item, cut(10), ["point read", "query"]],
  ["an item cut inside its JSON", Kind.item, cut(60), ["point read", "query"]],
  ["an item whose JSON is broken", Kind.item, wrongByte(45), ["replace"]],
  ["an empty item", Kind.item, cut(0), ["point read", "query"]],
  ["a short address", Kind.id, cut(5), ["point read", "replace"]],
  ["an address of nothing", Kind.id, wrongByte(7), ["point read", "replace"]],
  ["a logical partition that is cut", Kind.logical, cut(20), ["query", "replace", "figures"]],
  ["a number that no logical partition has", Kind.logical, wrongByte(0), ["replace", "figures"]],
  ["the format of a version", Kind.version, wrongByte(0), ["versions"]],
  ["the operation of a version", Kind.version, wrongByte(1), ["versions"]],
  ["a version that is cut", Kind.version, cut(20), ["versions"]],
])("%s", async (_, kind, damage, names) => {
  for (const name of names) {
    const engine = await damaged(kind, damage);
    const container = await engine.openContainer("db", "c");
    const work = name === "query" && kind === Kind.logical ? byKey(container) : reads[name]!(container);
    const { code, charge } = await failureOf(work);
    expect([name, code, charge]).toEqual([name, "corrupt", undefined]);
    expect(await findings(engine)).not.toEqual([]);
  }
});

function byKey(container: Container): Promise<unknown> {
  return queryAll(container, "SELECT * FROM c", { key: ["k"] });
}

test("a summary that is cut: the container does not open, and the check says so", async () => {
  const engine = await damaged(Kind.summary, cut(23));
  expect((await failureOf(Promise.resolve(engine.openContainer("db", "c")))).code).toBe("corrupt");
  expect(await findings(engine)).toEqual([expect.stringContaining("summary")]);
});

async function withFormatRow(text: string): Promise<MemoryStore> {
  const kv = new MemoryStore();
  await openEngine(kv);
  await kv.transact("damage", async (transaction) =>
    transaction.put(CATALOG_SPACE, FORMAT_KEY, Buffer.from(text)),
  );
  return kv;
}

test.each([
  "",
  "{",
  "null",
  "{}",
  '{"dataFormat":"1"}',
  '{"dataFormat":0}',
  '{"format":"1"}',
  '{"format":0}',
])("a format of '%s'", async (text) => {
  expect((await failureOf(openEngine(await withFormatRow(text)))).code).toBe("corrupt");
});
