import type { Json, Value } from "@orrerydb/exact-json";
import { describe, expect, test } from "vitest";
import { PackedKeys } from "../../kv/key-cache/packed-keys.ts";
import { encodeKey, encodeValue } from "../../value/encode-value.ts";
import { type IndexIdentity, pathIndex } from "../../value/rows/index-identity.ts";
import type { IndexScan, ValueJudge } from "../../value/rows/row-source.ts";
import { prefixOf } from "../indexes/index-kinds.ts";
import { makeRef, REF_BYTES, refBytes } from "../records/key-layout.ts";
import { judgedOfKept, keptEntries } from "./kept-entries.ts";

const INDEX = pathIndex("/p/?");
const LONG = "x".repeat(300);

function kept(values: readonly Value[]) {
  const keys = values.map((value, i) =>
    Buffer.concat([prefixOf(INDEX), encodeValue(value), refBytes(makeRef(1, i))]),
  );
  return packedPart(INDEX, keys);
}

/** Entries of a composite index of two paths, the second descending. */
function keptPairs(index: IndexIdentity, pairs: readonly (readonly [Value, Value])[]) {
  const keys = pairs.map(([first, second], i) => {
    const inverted = encodeValue(second).map((byte) => ~byte);
    const ref = refBytes(makeRef(1, i));
    return Buffer.concat([prefixOf(index), encodeValue(first), inverted, ref]);
  });
  return packedPart(index, keys);
}

function packedPart(index: IndexIdentity, keys: Buffer[]) {
  const packed = new PackedKeys({ prefix: prefixOf(index), tailBytes: REF_BYTES });
  for (const key of keys.sort(Buffer.compare)) packed.add(key);
  packed.trim();
  return packed.part({});
}

function alike(values: readonly Value[], scan: Partial<IndexScan>) {
  const entries = [...keptEntries(kept(values), { index: INDEX, alike: "counted", ...scan })].flat();
  return entries.map(({ value, exact, times, key, ref }) => {
    expect([key, ref.length]).toEqual([exact ? encodeKey(value) : key, REF_BYTES]);
    return [value, times];
  });
}

describe("entries that are alike", () => {
  const VALUES = ["a", 2, "a", undefined, "b", 2, 2, null, true];

  test("come as one", () => {
    const counted = [
      [undefined, 1],
      [null, 1],
      [true, 1],
      [2, 3],
      ["a", 2],
      ["b", 1],
    ];
    expect(alike(VALUES, {})).toEqual(counted);
    expect(alike(VALUES, { reverse: true })).toEqual(counted.toReversed());
    expect(alike(VALUES, { alike: "once" })).toEqual(counted.map(([value]) => [value, 1]));
  });

  test("come each where their keys do not hold the value", () => {
    const prefix = LONG.slice(0, 256);
    expect(alike([LONG, LONG, [1], [1], 5, 5], {})).toEqual([
      [5, 2],
      [prefix, 1],
      [prefix, 1],
      [undefined, 1],
      [undefined, 1],
    ]);
  });

  test("are as many as there are, in chunks of any size", () => {
    const numbers = Array.from({ length: 5_000 }, (_, i) => i);
    expect(alike(numbers, {})).toEqual(numbers.map((number) => [number, 1]));
  });
});

describe("entries of a composite index that begin alike", () => {
  const COMPOSITE: IndexIdentity = {
    kind: "composite",
    parts: [
      { path: "/g", descending: false },
      { path: "/n", descending: true },
    ],
  };

  function together(pairs: readonly (readonly [Value, Value])[]) {
    const scan = { index: COMPOSITE, alike: "counted", together: 1 } as const;
    return [...keptEntries(keptPairs(COMPOSITE, pairs), scan)]
      .flat()
      .map(({ exact, times, values, each }) => {
        if (!exact) return "not whole";
        const all: unknown[] = [];
        each?.((own, count) => all.push([...own, count]));
        expect(all[0]).toEqual([...values!, expect.anything()]);
        return { times, all };
      });
  }

  test("come as one, with the values of each", () => {
    const pairs = [
      ["a", 1],
      ["b", -2.5],
      ["a", 3],
      ["a", 3],
      ["b", "x"],
      ["a", undefined],
    ] as const;
    expect(together(pairs)).toEqual([
      {
        times: 4,
        all: [
          ["a", 3, 2],
          ["a", 1, 1],
          ["a", undefined, 1],
        ],
      },
      {
        times: 2,
        all: [
          ["b", "x", 1],
          ["b", -2.5, 1],
        ],
      },
    ]);
  });

  test("come apart where a key does not hold a value", () => {
    expect(
      together([
        ["a", 1],
        ["a", [1]],
        ["a", LONG],
        [LONG, 1],
      ]),
    ).toEqual(["not whole", "not whole", { times: 1, all: [["a", 1, 1]] }, "not whole"]);
  });

  test("are as many as there are, in chunks of any size", () => {
    const pairs = Array.from({ length: 5_000 }, (_, i) => [`g${i % 3}`, i] as const);
    const groups = together(pairs) as { times: number; all: [string, number, number][] }[];
    expect(groups.reduce((sum, { times }) => sum + times, 0)).toBe(5_000);
    expect(groups.flatMap(({ all }) => all.map(([, n]) => n)).sort((a, b) => a - b)).toEqual(
      pairs.map(([, n]) => n),
    );
  });
});

describe("values that are judged", () => {
  const holding = (text: string): ValueJudge => ({
    passes: ({ value, exact }) => !exact || (typeof value === "string" && value.includes(text)),
    text,
  });

  function judged(values: readonly Value[], judge: ValueJudge) {
    const chunks = [...judgedOfKept(kept(values), INDEX, judge)];
    return {
      values: chunks.flatMap(({ entries }) => entries.map(({ value }) => value as Json)),
      passedOver: chunks.reduce((sum, { passedOver }) => sum + passedOver, 0),
    };
  }

  test.each(["lot", "é", "\u0000", "\u0001b", "😀", "x", "t-1."])(
    "with %j are found as one by one",
    (text) => {
      const values = ["a lot", "lot", "lot", "no", "été", "\u0000\u0001b", "😀lot-1.", "lo", "t", 7];
      const { passes } = holding(text);
      const found = judged(values, holding(text));
      expect(found).toEqual(judged(values, { passes }));
      expect(found.values).toHaveLength(
        values.filter((value) => typeof value === "string" && value.includes(text)).length,
      );
    },
  );

  test("pass where they are longer than what the index holds of them", () => {
    const found = judged([`${LONG} lot`, "lot", "no"], holding("lot"));
    expect(found).toEqual({ values: ["lot", LONG.slice(0, 256)], passedOver: 1 });
  });

  test("are all counted", () => {
    const values = Array.from({ length: 5_000 }, (_, i) => `value ${i % 2_500}`);
    const found = judged(values, holding("value 24"));
    const different = new Set(found.values).size;
    expect([found.values.length, found.passedOver]).toEqual([2 * different, 2_500 - different]);
    expect(different).toBe(1 + 10 + 100);
  });
});

test("composite entries hold the values of all their parts", () => {
  const index = {
    kind: "composite",
    parts: [
      { path: "/a/?", descending: false },
      { path: "/b/?", descending: true },
    ],
  } as const;
  const pairs: [Value, Value][] = [
    ["g1", 5],
    ["g1", 5],
    ["g1", 4],
    ["g2", 4],
    ["g2", "text"],
    [null, undefined],
    [LONG, 1],
  ];
  const entries = [...keptEntries(keptPairs(index, pairs), { index, alike: "counted" })].flat();
  expect(entries.map(({ values, exact, times }) => [values, exact, times])).toEqual([
    [[null, undefined], true, 1],
    [["g1", 5], true, 2],
    [["g1", 4], true, 1],
    [["g2", "text"], true, 1],
    [["g2", 4], true, 1],
    [undefined, false, 1],
  ]);
});
