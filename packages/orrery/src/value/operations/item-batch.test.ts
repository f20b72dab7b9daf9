import { expect, test } from "vitest";
import { FIRST_BATCH, nextBatch } from "./item-batch.ts";

/** The sizes of the first batches of items that are all alike. */
function batches(itemBytes: number, count: number): number[] {
  const sizes: number[] = [];
  for (
    let size = FIRST_BATCH;
    sizes.length < count;
    size = nextBatch(size, Array(size).fill({ size: itemBytes }))
  )
    sizes.push(size);
  return sizes;
}

test("batches of small items grow up to a bound", () => {
  expect(batches(1_000, 10)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 256, 256]);
});

test("no batch of items of 2 MB has more than a page has room for, nor has the first", () => {
  expect(batches(2 * 1024 * 1024, 4)).toEqual([2, 2, 2, 2]);
});
