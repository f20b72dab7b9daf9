import { expect, test } from "vitest";
import type { ScanOptions } from "./key-value-store.ts";
import { PackedKeys } from "./packed-keys.ts";

const KEYS = Array.from(
  { length: 3_000 },
  (_, i) => `key ${String(i).padStart(5, "0")}${"x".repeat(i % 40)}`,
);

function packed(): PackedKeys {
  const keys = new PackedKeys();
  for (const key of KEYS) keys.add(Buffer.from(key));
  keys.trim();
  return keys;
}

function scanned(options: ScanOptions): string[] {
  return [...packed().scan(options)].flat().map(({ key }) => key.toString());
}

test("takes no more memory than keys and their ends", () => {
  const bytes = KEYS.reduce((sum, { length }) => sum + length, 0);
  expect(packed()).toMatchObject({ count: KEYS.length, size: bytes + 4 * KEYS.length });
});

test.each([
  ["", "", KEYS],
  ["key 00010", "key 00013", KEYS.slice(10, 13)],
  ["key 00010x", "key 00012", KEYS.slice(10, 12)],
  ["key 00010y", "key 00012", KEYS.slice(11, 12)],
  ["key 02998", "l", KEYS.slice(2998)],
  ["l", "m", []],
  ["a", "b", []],
])("from %j to %j", (from, to, expected) => {
  const range = { ...(from && { from: Buffer.from(from) }), ...(to && { to: Buffer.from(to) }) };
  expect(scanned(range)).toEqual(expected);
  expect(scanned({ ...range, reverse: true })).toEqual(expected.toReversed());
  expect(scanned({ ...range, limit: 2 })).toEqual(expected.slice(0, 2));
  expect(scanned({ ...range, valuesOnly: true })).toEqual(expected.map(() => ""));
});

test("chunks are as large as asked for, none empty", () => {
  const sizes = [...packed().scan({ chunkRows: 1_000, limit: 2_500 })].map(({ length }) => length);
  expect(sizes).toEqual([1_000, 1_000, 500]);
});
