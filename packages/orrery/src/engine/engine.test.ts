import { expect, test } from "vitest";
import { MemoryStore } from "../kv/memory/memory-store.ts";
import { failureOf, findings, newContainer, openEngine, plain } from "./engine.fixture.ts";
import { chargedBytes } from "./items/item-writes.ts";
import { createOne, deleteOne, readItemById, replaceOne, upsertOne } from "./items/items.ts";
import { placeOf } from "./items/logical-place.ts";
import { queryContainer } from "./queries/query-container.ts";

test("an item is created, read, replaced and deleted, and everything derived from it follows", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  const created = await createOne(container, { id: "a", pk: "x", tags: ["t", "t"], n: { deep: 1 } }, plain);
  expect(created.outcome).toBe("created");
  expect(await findings(engine)).toEqual([]);

  const read = await readItemById(container, "a", { ...plain, key: ["x"] });
  expect(read.item.document).toMatchObject({ id: "a", pk: "x", _attachments: "attachments/" });
  expect(read.item.json.equals(created.item.json)).toBe(true);

  const replaced = await replaceOne(
    container,
    "a",
    { ...created.item.document, n: 2 },
    { ...plain, ifMatch: created.item.etag },
  );
  expect(replaced.item.document._rid).toBe(created.item.document._rid);
  expect(replaced.item.etag).not.toBe(created.item.etag);
  expect(
    (
      await failureOf(
        replaceOne(container, "a", created.item.document, { ...plain, ifMatch: created.item.etag }),
      )
    ).code,
  ).toBe("preconditionFailed");
  expect(await findings(engine)).toEqual([]);

  await deleteOne(container, "a", { ...plain, key: ["x"] });
  expect((await failureOf(readItemById(container, "a", { ...plain, key: ["x"] }))).code).toBe("notFound");
  expect(await findings(engine)).toEqual([]);
});

test("an item is charged for its own bytes, not for the members that the server adds", async () => {
  const container = await newContainer(await openEngine());
  const document = { id: "a", pk: "x", text: "öß" };
  const { item } = await createOne(container, document, plain);
  expect(chargedBytes(item)).toBe(Buffer.byteLength(JSON.stringify(document)));
});

test("a write that began under an older indexing policy ends under the newer", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  const { partition, epk, text } = placeOf(container, ["x"]);
  await partition.store.transact(epk, text, async (transaction) => {
    await transaction.create("a", { id: "a", pk: "x", n: 1 });
    await engine.containers.replace(container.definition.names, {
      ...container.definition.resource.body,
      indexingPolicy: { includedPaths: [{ path: "/n/?" }], excludedPaths: [{ path: "/*" }] },
    });
    await engine.settled();
  });
  expect(container.definition.indexes.isChanging).toBe(false);
  expect(await findings(engine)).toEqual([]);
});

test("ids are unique in a logical partition and no wider", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 30_000);
  expect(container.partitions.all).toHaveLength(5);
  for (let i = 0; i < 50; i++) await createOne(container, { id: "same", pk: `key${i}` }, plain);
  expect((await failureOf(createOne(container, { id: "same", pk: "key7" }, plain))).code).toBe("conflict");
  const mismatch = createOne(container, { id: "same", pk: "key7" }, { ...plain, key: ["key8"] });
  expect((await failureOf(mismatch)).code).toBe("partitionKeyMismatch");
  const spread = container.partitions.all.map(({ store }) => store.summary.items);
  expect(spread.reduce((a, b) => a + b)).toBe(50);
  expect(Math.min(...spread)).toBeGreaterThan(0);
  expect(await findings(engine)).toEqual([]);
});

test("what was committed is there after the engine is opened again", async () => {
  const kv = new MemoryStore();
  const container = await newContainer(await openEngine(kv));
  await upsertOne(container, { id: "a", pk: null }, plain);
  const engine = await openEngine(kv);
  const again = await engine.openContainer("db", "c");
  const { item } = await readItemById(again, "a", { ...plain, key: [null] });
  expect(item.document.pk).toBe(null);
  const absent = readItemById(again, "a", { ...plain, key: [undefined] });
  expect((await failureOf(absent)).code).toBe("notFound");
});

test("a query sees exactly the rows of its scope", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 30_000);
  for (let i = 0; i < 40; i++) await createOne(container, { id: `${i}`, pk: `key${i % 8}`, n: i }, plain);
  const all = await queryContainer(
    container,
    { text: "SELECT VALUE c.n FROM c", parameters: [] },
    { ...plain, maxItems: -1 },
  );
  const rows = [...all.rows];
  let { continuation } = all;
  while (continuation !== undefined) {
    const page = await queryContainer(
      container,
      { text: "SELECT VALUE c.n FROM c", parameters: [] },
      { ...plain, continuation },
    );
    rows.push(...page.rows);
    continuation = page.continuation;
  }
  expect(rows.map((row) => row.value() as number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, i) => i),
  );
  const one = await queryContainer(
    container,
    { text: "SELECT VALUE c.n FROM c", parameters: [] },
    { ...plain, key: ["key3"] },
  );
  expect(one.rows.map((row) => row.value())).toEqual([3, 11, 19, 27, 35]);
  const pinned = await queryContainer(
    container,
    { text: "SELECT VALUE c.n FROM c WHERE c.pk = 'key3' AND c.n > 11", parameters: [] },
    plain,
  );
  expect(pinned.ranges).toHaveLength(1);
  expect(pinned.rows.map((row) => row.value())).toEqual([19, 27, 35]);
});

test("a filter on long keys that a version 1 hash does not tell apart finds each item once", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {
    partitionKey: { paths: ["/pk"], kind: "Hash", version: 1 },
  });
  const [a, b] = ["a", "b"].map((end) => "x".repeat(100) + end);
  for (const pk of [a, b]) await createOne(container, { id: pk!, pk: pk! }, plain);
  const text = `SELECT VALUE c.pk FROM c WHERE c.pk IN ("${a}", "${b}")`;
  const { rows } = await queryContainer(container, { text, parameters: [] }, plain);
  expect(rows.map((row) => row.value()).sort()).toEqual([a, b]);
});

test("a changed indexing policy is applied to the items that are there", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  for (let i = 0; i < 20; i++)
    await createOne(container, { id: `${i}`, pk: `key${i % 3}`, n: i, s: "x" }, plain);
  await engine.containers.replace(container.definition.names, {
    ...container.definition.resource.body,
    indexingPolicy: { includedPaths: [{ path: "/n/?" }], excludedPaths: [{ path: "/*" }] },
  });
  await engine.settled();
  expect(container.definition.indexes.isChanging).toBe(false);
  expect(await findings(engine)).toEqual([]);
  expect(container.definition.indexes.isIndexed("/n")).toBe(true);
  expect(container.definition.indexes.isIndexed("/s")).toBe(false);
});

test("deleting a container empties its space", async () => {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine);
  await createOne(container, { id: "a", pk: 1 }, plain);
  const { space } = container.partitions.all[0]!.store;
  await engine.containers.delete(container.definition.names);
  await engine.tree.catalog.settled();
  for await (const rows of kv.scan(space)) expect(rows).toEqual([]);
});
