import { expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { logKey, versionKey } from "../records/key-layout.ts";
import { LogPlaces } from "./log-places.ts";

const SPACE = 1;

async function read(...keys: Buffer[]): Promise<LogPlaces> {
  const kv = new MemoryStore();
  await kv.transact("all", async (transaction) => {
    for (const key of keys) transaction.put(SPACE, key, Buffer.alloc(8));
  });
  return LogPlaces.read(kv, SPACE);
}

test("entries of one LSN are numbered in their order and without gaps, in each log by itself", async () => {
  const places = await read(
    logKey(1, 0),
    logKey(2, 128),
    logKey(3, 0),
    logKey(3, 1),
    logKey(4, 7),
    logKey(4, 128),
    logKey(4, 65_535),
    versionKey(4, 0),
    versionKey(5, 3),
    logKey(2 ** 48 - 1, 9),
  );
  const numbers = (...keys: Buffer[]) => keys.map((key) => places.numberOf(key));
  expect(numbers(logKey(1, 0), logKey(2, 128), logKey(3, 0), logKey(3, 1))).toEqual([0, 0, 0, 1]);
  expect(numbers(logKey(4, 7), logKey(4, 128), logKey(4, 65_535))).toEqual([0, 1, 2]);
  expect(numbers(versionKey(4, 0), versionKey(5, 3), logKey(2 ** 48 - 1, 9))).toEqual([0, 0, 0]);
  expect(places.entriesMax).toBe(3);
});

test("entries of later LSNs keep their numbers", async () => {
  expect((await read()).numberOf(logKey(1, 5))).toBe(5);
  const places = await read(logKey(1, 3));
  expect([places.numberOf(logKey(2, 5)), places.numberOf(versionKey(1, 4))]).toEqual([5, 4]);
});

test("an LSN may have thousands of entries, and thousands of LSNs may have gaps", async () => {
  const keys: Buffer[] = [];
  for (let place = 1; place <= 3_000; place++) keys.push(logKey(1, 2 * place));
  for (let lsn = 2; lsn <= 3_000; lsn++) keys.push(logKey(lsn, 1), logKey(lsn, 2));
  const places = await read(...keys);
  expect(places.entriesMax).toBe(3_000);
  expect(keys.map((key) => places.numberOf(key))).toEqual([
    ...Array.from({ length: 3_000 }, (_, i) => i),
    ...Array.from({ length: 2_999 }, () => [0, 1]).flat(),
  ]);
});
