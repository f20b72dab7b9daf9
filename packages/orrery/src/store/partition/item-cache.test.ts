import { epkOfBytes } from "@orrerydb/keys/hash";
import { expect, test } from "vitest";
import { StoredItem } from "../records/item-record.ts";
import { makeRef } from "../records/key-layout.ts";
import { cachePrefix, ItemCache } from "./item-cache.ts";

function item(sequence: number): StoredItem {
  const ref = makeRef(1, sequence);
  const document = { id: `${sequence + 1_000}` };
  const fields = {
    epk: epkOfBytes(new Uint8Array(16)),
    timestamp: 1,
    ttl: 0,
    etag: Buffer.alloc(8),
    indexed: undefined,
    generation: 0,
    document,
    hasForm: false,
  };
  return StoredItem.encode(ref, fields, JSON.stringify(document));
}

test("an item that is kept keeps no bytes of others", () => {
  const cache = new ItemCache(100_000);
  // As a store gives them, several share a buffer.
  const all = Buffer.concat(Array.from({ length: 100 }, (_, i) => item(i).record));
  const size = all.length / 100;
  const items = Array.from({ length: 100 }, (_, i) =>
    StoredItem.decode(makeRef(1, i), all.subarray(i * size, (i + 1) * size)),
  );
  for (const [i, each] of items.entries()) cache.set(`1:${i}`, each);
  for (const [i, each] of items.entries()) {
    const { record } = cache.item(`1:${i}`)!;
    expect(record).toEqual(each.record);
    expect(record.buffer.byteLength).toBe(record.length);
  }
});

test("an item that was written is kept in the buffer that it was made in", () => {
  const cache = new ItemCache(100_000);
  const written = item(1);
  cache.set("1:1", written);
  expect(cache.item("1:1")!.record).toBe(written.record);
});

test("what a space has goes with it, and nothing else does", () => {
  const cache = new ItemCache(100_000);
  // "1:" and "11:" begin alike, and an id may hold anything.
  for (const space of [1, 37, 2])
    for (let i = 0; i < 10; i++) cache.set(`${cachePrefix(space)}a/1:${i}`, item(i));
  cache.delete(`${cachePrefix(1)}a/1:3`);
  cache.deleteSpace(1);
  expect(cache.size).toBe(20);
  expect(cache.item(`${cachePrefix(1)}a/1:4`)).toBeUndefined();
  expect(cache.item(`${cachePrefix(37)}a/1:4`)).toBeDefined();
  cache.deleteSpace(1);
  cache.deleteSpace(37);
  cache.deleteSpace(2);
  expect(cache.size).toBe(0);
});

test("what has no room any more is forgotten, and comes back when it is put in again", () => {
  const cache = new ItemCache(2_000);
  for (let i = 0; i < 100; i++) cache.set(`1:${i}`, item(i));
  expect(cache.size).toBeLessThan(10);
  cache.set("1:0", item(0));
  expect(cache.item("1:0")).toBeDefined();
  cache.deleteSpace(1);
  expect(cache.size).toBe(0);
});
