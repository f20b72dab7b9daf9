import type { Value } from "@orrerydb/exact-json";
import { parseEpk } from "@orrerydb/keys/hash";
import { expect, it } from "vitest";
import { type SectionReader, UncachedReader } from "../../kv/key-cache/section-reader.ts";
import type { Reader } from "../../kv/key-value-store.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { fromByteString } from "../../value/byte-string.ts";
import { encodeKey, encodeValue } from "../../value/encode-value.ts";
import { ridText } from "../../value/resource-id-text.ts";
import type { IndexScan } from "../../value/rows/row-source.ts";
import { prefixOf } from "../indexes/index-kinds.ts";
import { StoredItem } from "../records/item-record.ts";
import { itemKey, makeRef, refBytes } from "../records/key-layout.ts";
import { itemRid } from "../records/resource-id.ts";
import { EntryCounts } from "./entry-counts.ts";
import { PartitionRows } from "./partition-rows.ts";
import { EVERYTHING } from "./row-scope.ts";

const SPACE = 1;
const VALUES = 700;
const CONTAINER = Buffer.alloc(8, 1);

function countingReader(store: Reader): { readonly reader: SectionReader; scans(): number } {
  let scans = 0;
  const reader: Reader = {
    get: (space, key) => store.get(space, key),
    getMany: (space, keys) => store.getMany(space, keys),
    scan: (space, options) => {
      scans++;
      return store.scan(space, options);
    },
  };
  return { reader: new UncachedReader(reader), scans: () => scans };
}

/** Entries of `/n` with the values 0, 1, 2 …, and a reader that counts its scans. */
async function filled(): Promise<{ reader: SectionReader; scans: () => number }> {
  const store = new MemoryStore();
  await store.transact("all", async (transaction) => {
    for (let n = 0; n < VALUES; n++) {
      const ref = fromByteString(makeRef(1 + (n % 3), n));
      const key = Buffer.concat([prefixOf({ kind: "path", path: "/n" }), encodeValue(n), ref]);
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

const only = (value: number): IndexScan => ({
  index: { kind: "path", path: "/n" },
  low: { value, inclusive: true },
  high: { value, inclusive: true },
});

it("does not read again what an estimate has read to its end", async () => {
  const { reader, scans } = await filled();
  const rows = new PartitionRows(reader, SPACE, { items: VALUES }, EVERYTHING);
  const scan = range(10, 600);
  expect(await rows.estimate([scan], 1000)).toBe(590);
  const expected = Array.from({ length: 590 }, (_, i) => 10 + i);
  expect(await valuesOf(rows, scan)).toEqual(expected);
  expect(await valuesOf(rows, { ...scan, reverse: true })).toEqual(expected.reverse());
  expect(scans()).toBe(1);
});

it("reads ranges that are close to one another in one scan, and those far apart in scans of their own", async () => {
  const { reader, scans } = await filled();
  const rows = new PartitionRows(reader, SPACE, { items: VALUES }, EVERYTHING);
  const close = [only(10), range(12, 15), range(20, 20), range(40, 42)];
  const far = [range(300, 450), only(690), range(698, 900)];
  const expected = [10, 12, 13, 14, 40, 41, ...Array.from({ length: 150 }, (_, i) => 300 + i), 690, 698, 699];
  expect(await rows.estimate([...close, ...far], 1000)).toBe(expected.length);
  const needed = scans();
  expect(needed).toBe(3);
  const values: unknown[] = [];
  for (const scan of [...close, ...far]) values.push(...(await valuesOf(rows, scan)));
  expect(values).toEqual(expected);
  expect(scans()).toBe(needed);
});

it.each([1, 2, 6, 7, 100])("counts ranges up to %i, and reads what it has not read", async (max) => {
  const { reader } = await filled();
  const scan = [only(3), range(5, 10), range(100, 200)];
  for (const scope of [{ items: VALUES }, { logicalNumbers: [1, 2, 3], items: VALUES }]) {
    const rows = new PartitionRows(reader, SPACE, scope, EVERYTHING);
    expect(await rows.estimate(scan, max)).toBe(Math.min(max, 106));
    const values: unknown[] = [];
    for (const part of scan) values.push(...(await valuesOf(rows, part)));
    expect(values).toEqual([3, 5, 6, 7, 8, 9, ...Array.from({ length: 100 }, (_, i) => 100 + i)]);
  }
});

it("does not count again what another reader has counted", async () => {
  const { reader, scans } = await filled();
  const memory = { entryCounts: new EntryCounts(() => 1) };
  const open = () => new PartitionRows(reader, SPACE, { items: VALUES }, EVERYTHING, memory);
  expect(await open().estimate([range(10, 600)], 1000)).toBe(590);
  expect(await open().estimate([range(10, 600)], 1000)).toBe(590);
  expect(scans()).toBe(1);
  expect(await open().estimate([range(10, 601)], 1000)).toBe(591);
  expect(scans()).toBe(2);
});

it("reads on where an estimate has stopped early, and after a position", async () => {
  const { reader } = await filled();
  const rows = new PartitionRows(reader, SPACE, { items: VALUES }, EVERYTHING);
  const scan = range(0, 300);
  expect(await rows.estimate([scan], 100)).toBe(100);
  expect(await valuesOf(rows, scan)).toHaveLength(300);
  expect(await rows.estimate([scan], 1000)).toBe(300);
  const after = { key: encodeKey(9), ref: makeRef(1, 9) };
  expect((await valuesOf(rows, { ...scan, after }))[0]).toBe(10);
});

it("leaves out other logical partitions, however the entries were read", async () => {
  const { reader } = await filled();
  const scope = { logicalNumbers: [2], items: VALUES / 3 };
  const scan = range(0, 10);
  const rows = new PartitionRows(reader, SPACE, scope, EVERYTHING);
  expect(await valuesOf(rows, scan)).toEqual([1, 4, 7]);
  // What it touches is what it costs.
  expect(await rows.estimate([scan], 100)).toBe(10);
  expect(await valuesOf(rows, scan)).toEqual([1, 4, 7]);
});

it("fetches few items by their addresses, the same that a scan finds", async () => {
  const store = new MemoryStore();
  await store.transact("all", async (transaction) => {
    for (let sequence = 0; sequence < 90; sequence++) {
      for (const number of [1, 2, 3]) {
        if (sequence % 3 === number % 3) continue;
        const ref = makeRef(number, sequence);
        const fields = { epk: parseEpk(""), timestamp: 0, ttl: 0, etag: Buffer.alloc(8), generation: 0 };
        const document = { _rid: ridText(itemRid(CONTAINER, ref)) };
        const { record } = StoredItem.encode(
          ref,
          { ...fields, indexed: true, document, hasForm: false },
          JSON.stringify(document),
        );
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
  await store.transact("all", async (transaction) => {
    const ref = refBytes(makeRef(1, 1));
    const key = Buffer.concat([prefixOf({ kind: "path", path: "/a,b" }), encodeValue(7), ref]);
    transaction.put(SPACE, key, Buffer.alloc(0));
  });
  const rows = new PartitionRows(new UncachedReader(store), SPACE, { items: 1 }, EVERYTHING);
  expect(await valuesOf(rows, { index: { kind: "path", path: "/a,b" } })).toEqual([7]);
});

/** Entries of one value, of many logical partitions; those with an even number have many. */
async function shared(): Promise<{ reader: SectionReader; scans: () => number }> {
  const store = new MemoryStore();
  await store.transact("all", async (transaction) => {
    const entry = Buffer.concat([prefixOf({ kind: "path", path: "/n" }), encodeValue(7)]);
    for (let number = 0; number < 200; number++) {
      for (let sequence = 0; sequence < (number % 2 === 0 ? 100 : 1); sequence++) {
        const key = Buffer.concat([entry, refBytes(makeRef(number, sequence))]);
        transaction.put(SPACE, key, Buffer.alloc(0));
      }
    }
  });
  return countingReader(store);
}

it.each([
  [[0, 1, 199], 102],
  [[3, 4, 5, 150, 151, 500], 203],
  [Array.from({ length: 100 }, (_, i) => 2 * i), 10_000],
  [Array.from({ length: 100 }, (_, i) => 2 * i + 1), 100],
])(
  "finds what some logical partitions have of a value without reading the others: %.20s",
  async (logicalNumbers, found) => {
    const point = only(7);
    const read = async (scan: IndexScan) => {
      const { reader, scans } = await shared();
      const rows = new PartitionRows(reader, SPACE, { logicalNumbers, items: found }, EVERYTHING);
      const refs: string[] = [];
      for await (const entries of rows.index(scan)) refs.push(...entries.map(({ ref }) => ref));
      return { refs, rows, scans: scans() };
    };
    const { refs, rows, scans } = await read(point);
    expect(refs).toEqual((await read({ ...point, reverse: true })).refs.reverse());
    expect(refs).toHaveLength(found);
    expect(scans).toBeLessThanOrEqual(2 * logicalNumbers.length + found / 32 + 1);
    expect(await rows.count(point)).toBe(found);
    expect(await rows.estimate([point], 50)).toBe(50);
    expect(await rows.estimate([point], 20_000)).toBe(found);
    const after = { key: encodeKey(7), ref: refs[60]! };
    expect((await read({ ...point, after })).refs).toEqual(refs.slice(61));
  },
);

it("finds an entry of its own among those of a hundred logical partitions at once", async () => {
  const { reader, scans } = await filled();
  const logicalNumbers = Array.from({ length: 60 }, (_, i) => i);
  const rows = new PartitionRows(reader, SPACE, { logicalNumbers, items: VALUES }, EVERYTHING);
  expect(await valuesOf(rows, only(7))).toEqual([7]);
  expect(scans()).toBe(1);
});

/** Entries of `/n`: so many of each value, in three logical partitions. */
async function repeated(
  values: readonly (readonly [Value, number])[],
): Promise<ReturnType<typeof countingReader>> {
  const store = new MemoryStore();
  await store.transact("all", async (transaction) => {
    let sequence = 0;
    for (const [value, times] of values) {
      for (let i = 0; i < times; i++) {
        const ref = fromByteString(makeRef(1 + (sequence % 3), sequence++));
        const key = Buffer.concat([prefixOf({ kind: "path", path: "/n" }), encodeValue(value), ref]);
        transaction.put(SPACE, key, Buffer.alloc(0));
      }
    }
  });
  return countingReader(store);
}

const LONG = "x".repeat(300);
const REPEATED: readonly (readonly [Value, number])[] = [
  [null, 1],
  [true, 2000],
  [1, 40],
  [2, 1],
  ["a", 700],
  [LONG, 3],
  [[1], 2],
];
const SCOPES = [{ items: 1 }, { logicalNumbers: [2], items: 1 }];

it.each(SCOPES)("gives entries of the same value as one, with their number, in scope %j", async (scope) => {
  const { reader } = await repeated(REPEATED);
  const rows = new PartitionRows(reader, SPACE, scope, EVERYTHING);
  for (const reverse of [false, true]) {
    const counts = new Map<string, number>();
    const expected = new Map<string, number>();
    const index: IndexScan["index"] = { kind: "path", path: "/n" };
    for await (const entries of rows.index({ index, reverse, alike: "counted" })) {
      for (const { key, times } of entries) counts.set(key, (counts.get(key) ?? 0) + times);
    }
    for await (const entries of rows.index({ index, reverse })) {
      for (const { key } of entries) expected.set(key, (expected.get(key) ?? 0) + 1);
    }
    expect([...counts]).toEqual([...expected]);
  }
});

it("gives one entry of each value, and begins anew past many of them", async () => {
  const { reader, scans } = await repeated(REPEATED);
  const rows = new PartitionRows(reader, SPACE, { items: 1 }, EVERYTHING);
  const scan: IndexScan = { index: { kind: "path", path: "/n" }, alike: "once" };
  const once = [
    null,
    true,
    1,
    2,
    "a",
    ...new Array<string>(3).fill(LONG.slice(0, 256)),
    undefined,
    undefined,
  ];
  expect(await valuesOf(rows, scan)).toEqual(once);
  expect(scans()).toBe(3);
  expect(await valuesOf(rows, { ...scan, reverse: true })).toEqual(once.reverse());
  const part = new PartitionRows(reader, SPACE, { logicalNumbers: [3], items: 1 }, EVERYTHING);
  expect((await valuesOf(part, scan)).slice(0, 3)).toEqual([true, 1, "a"]);
});
