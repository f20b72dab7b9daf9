import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OrderedMap } from "./ordered-map.ts";

/** Sorts as its number does. */
const keyOf = (number: number) => String(1_000_000 + number);

function expectSame(map: OrderedMap<string>, model: ReadonlyMap<string, string>): void {
  const entries = [...model].map(([key, value]) => ({ key, value })).sort((a, b) => (a.key < b.key ? -1 : 1));
  expect(map.size).toBe(entries.length);
  expect(map.entries({}, map.size)).toEqual(entries);
  expect(map.entries({ reverse: true }, map.size)).toEqual(entries.toReversed());
}

describe("random histories", () => {
  const change = fc.record({
    kind: fc.constantFrom("set", "set", "delete", "clone"),
    key: fc.nat(400),
    run: fc.integer({ min: 1, max: 120 }),
  });

  test("agree with a plain map, and clones keep what they had", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const map = new OrderedMap<string>();
        const model = new Map<string, string>();
        const clones: { clone: OrderedMap<string>; model: Map<string, string> }[] = [];
        for (const [step, { kind, key, run }] of changes.entries()) {
          if (kind === "clone") clones.push({ clone: map.clone(), model: new Map(model) });
          else
            for (let number = key; number < key + run; number++) {
              const k = keyOf(number);
              if (kind === "set") {
                map.set(k, `${step}`);
                model.set(k, `${step}`);
              } else expect(map.delete(k)).toBe(model.delete(k));
            }
        }
        expectSame(map, model);
        for (let key = 0; key < 530; key += 7) expect(map.get(keyOf(key))).toBe(model.get(keyOf(key)));
        for (const { clone, model: before } of clones) expectSame(clone, before);
        for (const { clone } of clones) clone.set(keyOf(-1), "changed");
        expectSame(map, model);
      }),
    );
  });

  test("ranges agree with a filter", () => {
    const bound = fc.option(fc.integer({ min: -5, max: 1_005 }).map(keyOf), { nil: undefined });
    const keys = Array.from({ length: 500 }, (_, i) => i * 2);
    const map = new OrderedMap<string>();
    for (const key of keys) map.set(keyOf((key * 7_919) % 1_000), "");
    fc.assert(
      fc.property(bound, bound, fc.boolean(), fc.nat(200), (from, to, reverse, max) => {
        const inside = keys.map(keyOf).filter((key) => (from ?? "") <= key && (to === undefined || key < to));
        if (reverse) inside.reverse();
        expect(map.entries({ from, to, reverse }, max).map(({ key }) => key)).toEqual(inside.slice(0, max));
      }),
    );
  });
});

test.each(["rising", "falling", "scattered"])("100,000 %s keys go in and out again", (order) => {
  const count = 100_000;
  const keyAt = (i: number) =>
    order === "rising" ? i : order === "falling" ? count - 1 - i : (i * 7_919) % count;
  const map = new OrderedMap<string>();
  for (let i = 0; i < count; i++) map.set(keyOf(keyAt(i)), "v");
  expect(map.size).toBe(count);
  expect(map.entries({}, count).every(({ key }, index) => key === keyOf(index))).toBe(true);
  let deleted = 0;
  for (let i = 0; i < count; i++) if (map.delete(keyOf((i * 104_729) % count))) deleted++;
  expect(deleted).toBe(count);
  expect(map.entries({}, 1)).toEqual([]);
  map.set(keyOf(1), "again");
  expect(map.get(keyOf(1))).toBe("again");
});
