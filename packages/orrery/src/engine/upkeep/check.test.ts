/** The check must find every kind of damage: each row of a partition that is taken away or changed is missed. */

import { expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { FULL_TEXT } from "../../store/indexes/full-text/full-text-indexes.ts";
import { INDEX_KINDS } from "../../store/indexes/index-kinds.ts";
import { Kind } from "../../store/records/key-layout.ts";
import { decodeLogicalRecord, encodeLogicalRecord } from "../../store/records/logical-record.ts";
import { fromByteString, toByteString } from "../../value/byte-string.ts";
import { findings, newContainer, openEngine, plain } from "../engine.fixture.ts";
import { createOne, upsertOne } from "../items/items.ts";
import { deleteLogicalPartition } from "../items/logical-partition-deletion.ts";

async function damageable() {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine, {
    defaultTtl: -1,
    changeFeedPolicy: { retentionDuration: 5 },
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/mail"] }] },
    vectorEmbeddingPolicy: {
      vectorEmbeddings: [{ path: "/v", dataType: "float32", dimensions: 2, distanceFunction: "cosine" }],
    },
    indexingPolicy: {
      spatialIndexes: [{ path: "/place/*", types: ["Point", "Polygon"] }],
      fullTextIndexes: [{ path: "/text" }],
      vectorIndexes: [{ path: "/v", type: "diskANN" }],
      compositeIndexes: [
        [
          { path: "/n", order: "ascending" },
          { path: "/m", order: "descending" },
        ],
      ],
    },
  });
  for (let i = 0; i < 4; i++) {
    const place = { type: "Point", coordinates: [i, i] };
    const more = { ttl: 100 + i, text: `red ${i}`, place, v: [i, 1] };
    await createOne(container, { id: `${i}`, pk: `key${i % 2}`, n: i, m: 1, mail: i, ...more }, plain);
  }
  await upsertOne(
    container,
    { id: "0", pk: "key0", n: 9, mail: 0, ttl: 5, text: "a red car, a blue car" },
    plain,
  );
  await deleteLogicalPartition(container, { ...plain, key: ["key1"] });
  expect(await findings(engine)).toEqual([]);
  return { kv, engine, space: container.partitions.all[0]!.store.space };
}

async function rowsOf(kv: MemoryStore, space: number, kind: number) {
  const found: { key: Buffer; value: Buffer }[] = [];
  const range = { from: Buffer.of(kind), to: Buffer.of(kind + 1) };
  for await (const rows of kv.scan(space, range)) found.push(...rows);
  return found;
}

/** Versions that an item has outlived prove nothing: only those of now are missed. */
const kinds: readonly (readonly [string, number])[] = [
  ...Object.entries(Kind).filter(([name]) => name !== "version"),
  ...INDEX_KINDS.map(({ name, keyByte }) => [name, keyByte] as const),
];

test.each(kinds)("a missing row of the kind '%s' is found", async (name, kind) => {
  const { kv, engine, space } = await damageable();
  const rows = await rowsOf(kv, space, kind);
  expect(rows.length).toBeGreaterThan(0);
  for (const { key, value } of rows) {
    await kv.transact("damage", async (transaction) => transaction.delete(space, key));
    expect(await findings(engine), `${name} ${key.toString("hex")}`).not.toEqual([]);
    await kv.transact("damage", async (transaction) => transaction.put(space, key, value));
  }
  expect(await findings(engine)).toEqual([]);
});

test.each<readonly [string, number]>([
  ["id", Kind.id],
  ...INDEX_KINDS.map(({ name, keyByte }) => [name, keyByte] as const),
  ["unique", Kind.unique],
  ["log", Kind.log],
  ["expiry", Kind.expiry],
])("a row too many of the kind '%s' is found", async (_, kind) => {
  const { kv, engine, space } = await damageable();
  const [{ key, value }] = (await rowsOf(kv, space, kind)) as [{ key: Buffer; value: Buffer }];
  const other = Buffer.from(key);
  other[other.length - 1]! ^= 0x55;
  await kv.transact("damage", async (transaction) => transaction.put(space, other, value));
  expect(await findings(engine)).not.toEqual([]);
});

test("a row of a full-text index that says something else is found", async () => {
  const { kv, engine, space } = await damageable();
  for (const { key, value } of await rowsOf(kv, space, FULL_TEXT.keyByte)) {
    await kv.transact("damage", async (transaction) =>
      transaction.put(space, key, Buffer.from([...value, 1])),
    );
    expect(await findings(engine)).toEqual([expect.stringContaining("in the full-text index")]);
    await kv.transact("damage", async (transaction) => transaction.put(space, key, value));
  }
});

test.each([
  ["logical partition", Kind.logical],
  ["partition", Kind.summary],
])("words of a %s that are counted wrong are found", async (_, kind) => {
  const { kv, engine, space } = await damageable();
  const [{ key, value }] = (await rowsOf(kv, space, kind)) as [{ key: Buffer; value: Buffer }];
  const changed = Buffer.from(value);
  changed[changed.length - 1]! ^= 1;
  await kv.transact("damage", async (transaction) => transaction.put(space, key, changed));
  expect(await findings(engine)).toEqual([expect.stringMatching(/^The words of/)]);
});

test("a logical partition that is not where the hash of its key is, is found", async () => {
  const engine = await openEngine(new MemoryStore());
  const container = await newContainer(engine);
  const epk = container.definition.partitionKey.epk(["another key"]);
  await container.partitions.map
    .at(epk)
    .store.transact(epk, '["k"]', (transaction) => transaction.create("1", { id: "1", pk: "k" }));
  expect(await findings(engine)).toEqual([
    '1 items in 1 logical partitions do not lie where the hash of their key is. The first of these keys is ["k"].',
  ]);
});

test("an item that says another's resource id is found", async () => {
  const { kv, engine, space } = await damageable();
  const [a, b] = (await rowsOf(kv, space, Kind.item)) as [Record<"key" | "value", Buffer>, { value: Buffer }];
  const ridOf = ({ value }: { value: Buffer }) => /"_rid":"([^"]+)"/.exec(toByteString(value))![1]!;
  const changed = fromByteString(toByteString(a.value).replaceAll(ridOf(a), ridOf(b)));
  await kv.transact("damage", async (transaction) => transaction.put(space, a.key, changed));
  expect(await findings(engine)).toContainEqual(expect.stringContaining("resource id"));
});

test("a logical partition that would give an address away again is found", async () => {
  const { kv, engine, space } = await damageable();
  const [{ key, value }] = (await rowsOf(kv, space, Kind.logical)) as [{ key: Buffer; value: Buffer }];
  const record = decodeLogicalRecord(value);
  const changed = encodeLogicalRecord({ ...record, nextSequence: record.nextSequence - 1 });
  await kv.transact("damage", async (transaction) => transaction.put(space, key, changed));
  expect(await findings(engine)).toEqual([expect.stringContaining("second item")]);
});

test("a missing or changed version of an item that is there is found", async () => {
  const { kv, engine, space } = await damageable();
  let found = 0;
  for (const { key, value } of await rowsOf(kv, space, Kind.version)) {
    await kv.transact("damage", async (transaction) => transaction.delete(space, key));
    if ((await findings(engine)).length > 0) found++;
    await kv.transact("damage", async (transaction) => transaction.put(space, key, value));
  }
  // Four items are stored, two of them in the dropped partition; the fifth version was overwritten.
  expect(found).toBe(4);
  const last = (await rowsOf(kv, space, Kind.version)).at(-1)!;
  const changed = fromByteString(toByteString(last.value).replace('"n":9', '"n":8'));
  await kv.transact("damage", async (transaction) => transaction.put(space, last.key, changed));
  expect(await findings(engine)).not.toEqual([]);
});
