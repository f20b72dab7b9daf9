import { expect, it } from "vitest";
import { pathIndex } from "../../../value/rows/index-identity.ts";
import type { IndexEntry, IndexScan } from "../../../value/rows/row-source.ts";
import { DEFINED, NUMBERS, STRINGS } from "../../plan/predicates/key-interval.ts";
import { ArraySource } from "../array-source.ts";
import { type EntryScan, judgedEntries } from "./judged-entries.ts";

const VALUES = 10;
const ITEMS_PER_VALUE = 500;
const CHUNK_ROWS = 64;

/** Counts the entries that are read of it. */
class CountedSource extends ArraySource {
  read = 0;

  override async *index(scan: IndexScan): AsyncGenerator<IndexEntry[]> {
    for await (const entries of super.index(scan)) {
      this.read += entries.length;
      yield entries;
    }
  }
}

function filled(): CountedSource {
  const items = Array.from({ length: VALUES * ITEMS_PER_VALUE }, (_, i) => ({
    id: `${i}`,
    a: i % 2 === 0 ? `v${(i / 2) % VALUES}` : i % VALUES,
  }));
  return new CountedSource(items, { chunkRows: CHUNK_ROWS });
}

async function judge(
  source: ArraySource,
  scan: Omit<EntryScan, "index">,
): Promise<{ readonly values: Set<unknown>; readonly entries: number; readonly passedOver: number }> {
  const values = new Set<unknown>();
  const counts = { entries: 0, passedOver: 0 };
  const index = pathIndex("/a");
  for await (const { entries, passedOver } of judgedEntries(source, { index, ...scan })) {
    for (const { value } of entries) values.add(value);
    counts.entries += entries.length;
    counts.passedOver += passedOver;
  }
  return { values, ...counts };
}

it("judges each value once, and leaves out the entries of those that do not pass", async () => {
  const source = filled();
  const judged: unknown[] = [];
  const found = await judge(source, {
    intervals: [STRINGS],
    judge: {
      passes: ({ value }) => {
        judged.push(value);
        return value === "v3";
      },
    },
  });
  expect(found).toEqual({ values: new Set(["v3"]), entries: ITEMS_PER_VALUE / 2, passedOver: VALUES - 1 });
  expect(judged).toEqual(Array.from({ length: VALUES }, (_, i) => `v${i}`));
});

it("goes on at the next value where many entries are alike", async () => {
  const source = filled();
  await judge(source, { intervals: [DEFINED], judge: { passes: () => false } });
  const values = VALUES + VALUES / 2;
  expect(source.read).toBeLessThanOrEqual(2 * CHUNK_ROWS * values);
  expect(source.read).toBeLessThan((VALUES * ITEMS_PER_VALUE) / 2);
});

it("reads all intervals, with or without a judge", async () => {
  const all = await judge(filled(), { intervals: [NUMBERS, STRINGS] });
  expect(all.entries).toBe(VALUES * ITEMS_PER_VALUE);
  const odd = await judge(filled(), {
    intervals: [NUMBERS, STRINGS],
    judge: { passes: ({ value }) => value === 9 || value === "v9" },
  });
  expect(odd.values).toEqual(new Set([9, "v9"]));
});
