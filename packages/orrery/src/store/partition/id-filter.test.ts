import { epkOfBytes } from "@orrerydb/keys/hash";
import { expect, test } from "vitest";
import { IdFilter } from "./id-filter.ts";

const epkOf = (n: number) => epkOfBytes(Uint8Array.of(n & 0xff, n >>> 8, 7, 7));

function filled(ids: number, bytesMax?: number): IdFilter {
  const filter = new IdFilter(true, bytesMax);
  for (let i = 0; i < ids; i++) filter.add(epkOf(i % 50), `item-${i}`);
  return filter;
}

const heldOf = (filter: IdFilter, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => filter.mayHold(epkOf((from + i) % 50), `item-${from + i}`));

test("what was added is held, however many tables there are by then", () => {
  expect(heldOf(filled(60_000), 0, 60_000)).not.toContain(false);
});

test("of others, one in two hundred is at most", () => {
  const held = heldOf(filled(60_000), 60_000, 120_000).filter(Boolean).length;
  expect(held).toBeLessThan(300);
});

test("an id is one of its logical partition", () => {
  const filter = new IdFilter(true);
  filter.add(epkOf(1), "a");
  expect([
    filter.mayHold(epkOf(1), "a"),
    filter.mayHold(epkOf(2), "a"),
    filter.mayHold(epkOf(1), "b"),
  ]).toEqual([true, false, false]);
});

test("ids that differ in a letter beyond Latin, or in their order alone, are told apart", () => {
  const filter = new IdFilter(true);
  filter.add(epkOf(1), "ab日");
  const others = ["ab本", "ba日", "ab", "日ab", ""];
  expect(others.filter((id) => filter.mayHold(epkOf(1), id))).toEqual([]);
});

test("of a partition that was not empty, and of one that others write to, nothing is known", () => {
  const filter = new IdFilter(false);
  expect(filter.mayHold(epkOf(1), "a")).toBe(true);
  filter.add(epkOf(1), "a");
  expect(filter.mayHold(epkOf(1), "b")).toBe(true);
  const left = filled(10);
  left.forget();
  left.add(epkOf(1), "a");
  expect(left.mayHold(epkOf(1), "b")).toBe(true);
});

test("past its limit it knows nothing any more", () => {
  // The first table alone, which takes 2,048 ids.
  expect(heldOf(filled(2_048, 5_000), 10_000, 10_100)).toContain(false);
  expect(heldOf(filled(2_049, 5_000), 10_000, 10_100)).not.toContain(false);
});
