import { expect, it } from "vitest";
import type { Reader } from "../kv/key-value-store.ts";
import { MemoryStore } from "../kv/memory-store.ts";
import { encodeValue } from "../value/encode-value.ts";
import { indexPrefix } from "./index-rules.ts";
import { Kind, makeRef } from "./key-layout.ts";
import { EVERYTHING, type IndexScanRequest, PartitionRows } from "./partition-rows.ts";

const SPACE = 1;
const VALUES = 700;

/** Entries of `/n` with the values 0, 1, 2 …, and a reader that counts its scans. */
async function filled(): Promise<{ reader: Reader; scans: () => number }> {
  const store = new MemoryStore();
  await store.transact("all", (transaction) => {
    for (let n = 0; n < VALUES; n++) {
      const ref = Buffer.from(makeRef(1 + (n % 3), n), "latin1");
      const key = Buffer.concat([indexPrefix(Kind.index, "/n"), encodeValue(n), ref]);
      transaction.put(SPACE, key, Buffer.alloc(0));
    }
  });
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

async function valuesOf(rows: PartitionRows, scan: IndexScanRequest): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const entries of rows.index(scan)) values.push(...entries.map(({ value }) => value));
  return values;
}

const range = (low: number, high: number): IndexScanRequest => ({
  path: "/n",
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
