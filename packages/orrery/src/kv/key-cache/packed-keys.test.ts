import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromByteString, toByteString } from "../../value/byte-string.ts";
import type { ScanOptions } from "../key-value-store.ts";
import { PackedKeys } from "./packed-keys.ts";

const NO_PREFIX = Buffer.alloc(0);

const KEYS = Array.from(
  { length: 3_000 },
  (_, i) => `key ${String(i).padStart(5, "0")}${"x".repeat(i % 40)}`,
);

function packed(names: readonly string[] = KEYS, tailBytes = 0, prefix = NO_PREFIX): PackedKeys {
  const keys = new PackedKeys({ prefix, tailBytes });
  for (const key of names) keys.add(Buffer.from(key));
  keys.trim();
  return keys;
}

function scanned(options: ScanOptions): string[] {
  return [...packed().scan(options)].flat().map(({ key }) => key.toString());
}

/** The head of a run, and how many keys it has. */
function runsOf(keys: PackedKeys, range: { readonly from?: string; readonly to?: string } = {}) {
  const { from, to } = range;
  const part = keys.part({
    ...(from !== undefined && { from: Buffer.from(from) }),
    ...(to !== undefined && { to: Buffer.from(to) }),
  });
  return Array.from({ length: part.runCount }, (_, run): [string, number] => [
    toByteString(part.heads, part.headStartOf(run), part.headEndOf(run)),
    part.placeOfRun(run + 1) - part.placeOfRun(run),
  ]);
}

test("takes no more memory than what keys do not have in common, where heads end, and where runs begin", () => {
  const bytes = KEYS.reduce((sum, { length }) => sum + length, 0);
  expect(packed()).toMatchObject({ count: KEYS.length, size: bytes + 8 * KEYS.length });
  const alike = packed(
    Array.from({ length: 2_000 }, (_, i) => `same-${String(i).padStart(4, "0")}`),
    4,
  );
  expect(alike.size).toBe(5 + 8 + 2_000 * 4);
  const prefixed = packed(KEYS, 0, Buffer.from("key "));
  expect(prefixed.size).toBe(bytes - 4 * KEYS.length + 8 * KEYS.length);
});

describe("runs", () => {
  const RUNS = ["ab-1", "ab-2", "ab-3", "abc-1", "b-1", "b-9", "bb1", "c-1-1"];

  test("are keys that differ in their tails alone", () => {
    expect(runsOf(packed(RUNS, 1))).toEqual([
      ["ab-", 3],
      ["abc-", 1],
      ["b-", 2],
      ["bb", 1],
      ["c-1-", 1],
    ]);
  });

  test("are cut at the ends of a range", () => {
    const keys = packed(RUNS, 1);
    expect(runsOf(keys, { from: "ab-2", to: "b-5" })).toEqual([
      ["ab-", 2],
      ["abc-", 1],
      ["b-", 1],
    ]);
    expect(runsOf(keys, { from: "x", to: "y" })).toEqual([]);
    expect(runsOf(keys, { from: "b", to: "a" })).toEqual([]);
  });

  test.each([
    ["b", [0, 1, 2, 3]],
    ["bc", [1]],
    // In the tail, across two keys, and where the tail would complete it.
    ["9", []],
    ["1b", []],
    ["c-1", [4]],
    ["-1-1", []],
    ["z", []],
  ])("with %j before their tails are %j", (text, expected) => {
    const part = packed(RUNS, 1).part({});
    const found: number[] = [];
    for (
      let run = part.runWith(Buffer.from(text), 0);
      run < part.runCount;
      run = part.runWith(Buffer.from(text), run + 1)
    )
      found.push(run);
    expect(found).toEqual(expected);
  });

  test("with a text are looked for inside of a range alone", () => {
    const part = packed(RUNS, 1).part({ from: Buffer.from("ab-3"), to: Buffer.from("b-1") });
    expect([part.runWith(Buffer.from("ab"), 0), part.runWith(Buffer.from("ab"), 1)]).toEqual([0, 1]);
    expect(part.runWith(Buffer.from("c-1"), 0)).toBe(part.runCount);
  });
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

test("bounds may be outside of the section", () => {
  const keys = packed(KEYS, 5, Buffer.from("key "));
  const names = (from: string, to: string) =>
    [...keys.scan({ from: Buffer.from(from), to: Buffer.from(to) })].flat().map(({ key }) => key.toString());
  expect(names("k", "l")).toEqual(KEYS);
  expect(names("key ", "key!")).toEqual(KEYS);
  expect(names("key 02999", "zz")).toEqual(KEYS.slice(2_999));
  expect(names("kez", "zz")).toEqual([]);
  expect(names("a", "k")).toEqual([]);
});

test("chunks are as large as asked for, none empty", () => {
  const sizes = [...packed().scan({ chunkRows: 1_000, limit: 2_500 })].map(({ length }) => length);
  expect(sizes).toEqual([1_000, 1_000, 500]);
});

describe("with changes", () => {
  const unit = fc.constantFrom("a", "b", "\u00ff");
  const key = fc.string({ unit, minLength: 1, maxLength: 6 });
  const HERE = new Uint8Array();

  function contentOf(keys: PackedKeys): unknown {
    const names = [...keys.scan({})].flat().map(({ key }) => toByteString(key));
    return { names, runs: runsOf(keys), count: keys.count };
  }

  function packedOf(names: Iterable<string>): PackedKeys {
    const keys = new PackedKeys({ prefix: NO_PREFIX, tailBytes: 1 });
    for (const name of [...names].sort()) keys.add(fromByteString(name));
    return keys;
  }

  test("they are what they would be if all had been added in order, and the old ones are what they were", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { maxLength: 40 }),
        fc.array(fc.tuple(key, fc.boolean()), { maxLength: 20 }),
        (names, list) => {
          const before = packedOf(names);
          const content = contentOf(before);
          const changes = new Map(list.map(([name, isThere]) => [name, isThere ? HERE : null]));
          const expected = new Set(names);
          for (const [name, value] of changes) expected[value === null ? "delete" : "add"](name);
          const after = before.with(changes);
          expect(contentOf(after)).toEqual(contentOf(packedOf(expected)));
          for (const name of expected) expect(after.longestHeadBytes).toBeGreaterThanOrEqual(name.length - 1);
          expect(contentOf(before)).toEqual(content);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("of values, keys have their last ones", () => {
    const name = fc.string({ unit, minLength: 3, maxLength: 3 });
    const value = fc.uint8Array({ minLength: 2, maxLength: 2 });
    const rowsOf = (keys: PackedKeys) =>
      [...keys.scan({})].flat().map(({ key, value }) => [toByteString(key), [...value]]);
    const packedRows = (rows: ReadonlyMap<string, Uint8Array>) => {
      const keys = new PackedKeys({ prefix: NO_PREFIX, tailBytes: 1, valueBytes: 2 });
      for (const name of [...rows.keys()].sort()) keys.add(fromByteString(name), rows.get(name));
      return keys;
    };
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, value), { maxLength: 40 }),
        fc.array(fc.tuple(name, fc.option(value)), { maxLength: 20 }),
        (list, changes) => {
          const rows = new Map(list);
          const before = packedRows(rows);
          const after = before.with(new Map(changes));
          for (const [name, value] of changes) {
            if (value === null) rows.delete(name);
            else rows.set(name, value);
          }
          const expected = packedRows(rows);
          expect(rowsOf(after)).toEqual(rowsOf(expected));
          expect(contentOf(after)).toEqual(contentOf(expected));
          for (const [name, value] of rows) {
            const from = fromByteString(name);
            const part = after.part({ from, to: Buffer.concat([from, Buffer.of(0)]) });
            const start = part.tailStartOf(part.first) + 1;
            expect([part.end - part.first, [...part.tails.subarray(start, start + 2)]]).toEqual([
              1,
              [...value],
            ]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
