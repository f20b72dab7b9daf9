import { expect, it } from "vitest";
import type { Reader } from "../kv/key-value-store.ts";
import { MemoryStore } from "../kv/memory-store.ts";
import { encodeValue } from "../value/encode-value.ts";
import { ridText } from "../value/resource-id-text.ts";
import type { IndexScan } from "../value/row-source.ts";
import { indexPrefix } from "./index-rules.ts";
import { StoredItem } from "./item-record.ts";
import { itemKey, makeRef } from "./key-layout.ts";
import { EVERYTHING, PartitionRows } from "./partition-rows.ts";
import { itemRid } from "./resource-id.ts";

const SPACE = 1;
const VALUES = 700;
const CONTAINER = Buffer.alloc(8, 1);

function countingReader(store: Reader): { readonly reader: Reader; scans(): number } {
  let scans = 0;
  const reader: Reader = {
    get: (space, key) => store.get(space, key),
    getMany: (space, keys) => store.getMany(space, keys),
    scan: (space, options) => {
      scans++;
      return store.scan(space, options);
    },
  };
  return { reader, scans: () => scans };
}

/** Entries of `/n` with the values 0, 1, 2 …, and a reader that counts its scans. */
async function filled(): Promise<{ reader: Reader; scans: () => number }> {
  const store = new MemoryStore();
  await store.transact("all", (transaction) => {
    for (let n = 0; n < VALUES; n++) {
      const ref = Buffer.from(makeRef(1 + (n % 3), n), "latin1");
      const key = Buffer.concat([indexPrefix({ kind: "path", path: "/n" }), encodeValue(n), ref]);
      transaction.put(SPACE, key, Buffer.alloc(0));
    }
  });
  return countingReader(store);
}

async function valuesOf(rows: PartitionRows, scan: IndexScan): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const entries of rows.index(scan)) values.push(...entries.map(({ value }) => value));
  return values;
}

const range = (low: number, high: number): IndexScan => ({
  index: { kind: "path", path: "/n" },
  low: { value: low, inclusive: true },
  high: { value: high, inclusive: false },
});

it("does not read again what an estimate has read to its end", async () => {
  const { reader, scans } = await filled();
  const rows = new PartitionRows(reader, SPACE, { items: VALUES }, EVERYTHING);
  const scan = range(10, 600);
  expect(await rows.estimate(scan, 1000)).toBe(590);
  const expected = Array.from({ length: 590 }, (_, i) => 10 + i);
  expect(await valuesOf(rows, scan)).toEqual(expected);
  expect(await valuesOf(rows, { ...scan, reverse: true })).toEqual(expected.reverse());
  expect(scans()).toBe(1);
});

it("reads on where an estimate has stopped early, and after a position", async () => {
  const { reader } = await filled();
  const rows = new PartitionRows(reader, SPACE, { items: VALUES }, EVERYTHING);
  const scan = range(0, 300);
  expect(await rows.estimate(scan, 100)).toBe(100);
  expect(await valuesOf(rows, scan)).toHaveLength(300);
  expect(await rows.estimate(scan, 1000)).toBe(300);
  const after = { key: encodeValue(9).toString("latin1"), ref: makeRef(1, 9) };
  expect((await valuesOf(rows, { ...scan, after }))[0]).toBe(10);
});

it("leaves out other logical partitions, however the entries were read", async () => {
  const { reader } = await filled();
  const scope = { logicalNumbers: [2], items: VALUES / 3 };
  const scan = range(0, 10);
  const rows = new PartitionRows(reader, SPACE, scope, EVERYTHING);
  expect(await valuesOf(rows, scan)).toEqual([1, 4, 7]);
  // What it touches is what it costs.
  expect(await rows.estimate(scan, 100)).toBe(10);
  expect(await valuesOf(rows, scan)).toEqual([1, 4, 7]);
});

it("fetches few items by their addresses, the same that a scan finds", async () => {
  const store = new MemoryStore();
  await store.transact("all", (transaction) => {
    for (let sequence = 0; sequence < 90; sequence++) {
      for (const number of [1, 2, 3]) {
        if (sequence % 3 === number % 3) continue;
        const ref = makeRef(number, sequence);
        const fields = { epk: Buffer.alloc(0), timestamp: 0, ttl: 0, etag: Buffer.alloc(8), generation: 0 };
        const { record } = StoredItem.encode(ref, {
          ...fields,
          indexed: true,
          document: { _rid: ridText(itemRid(CONTAINER, ref)) },
        });
        transaction.put(SPACE, itemKey(ref), record);
      }
    }
  });
  const { reader, scans } = countingReader(store);
  const scope = { logicalNumbers: [1, 3], items: 120 };
  const scanned = new PartitionRows(reader, SPACE, scope, EVERYTHING);
  const fetched = new PartitionRows(reader, SPACE, { ...scope, sequences: [90, 90] }, EVERYTHING);
  const refsOf = async (rows: PartitionRows, options: Parameters<PartitionRows["items"]>[0]) => {
    const refs: string[] = [];
    for await (const views of rows.items(options)) refs.push(...views.map(({ ref }) => ref));
    return refs;
  };
  for (const options of [
    {},
    { reverse: true },
    { after: makeRef(1, 40) },
    { after: makeRef(3, 1), reverse: true },
  ]) {
    const expected = await refsOf(scanned, options);
    const before = scans();
    expect(await refsOf(fetched, options)).toEqual(expected);
    expect(scans()).toBe(before);
  }
  // Where most addresses lead to nothing, a scan is cheaper.
  const sparse = new PartitionRows(reader, SPACE, { ...scope, items: 20, sequences: [90, 90] }, EVERYTHING);
  const before = scans();
  expect(await refsOf(sparse, {})).toHaveLength(120);
  expect(scans()).toBeGreaterThan(before);
});

it("reads the index of a path with a comma in its name as what it is", async () => {
  const store = new MemoryStore();
  await store.transact("all", (transaction) => {
    const ref = Buffer.from(makeRef(1, 1), "latin1");
    const key = Buffer.concat([indexPrefix({ kind: "path", path: "/a,b" }), encodeValue(7), ref]);
    transaction.put(SPACE, key, Buffer.alloc(0));
  });
  const rows = new PartitionRows(store, SPACE, { items: 1 }, EVERYTHING);
  expect(await valuesOf(rows, { index: { kind: "path", path: "/a,b" } })).toEqual([7]);
});
