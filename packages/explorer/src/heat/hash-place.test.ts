import { expect, test } from "vitest";
import { placePartitions, sizedByStorage } from "./hash-place.ts";

const DEFINITION = { paths: ["/pk"], version: 2 } as const;

function partitions(...storageBytes: number[]) {
  const borders = ["", "10", "20", "30"].slice(0, storageBytes.length);
  return placePartitions(
    borders.map((minInclusive, i) => ({
      id: `${i}`,
      minInclusive,
      maxExclusive: borders[i + 1] ?? "FF",
      parents: [],
      throughputFraction: 1,
      ruPerSecond: 100,
      items: 0,
      storageBytes: storageBytes[i]!,
      lsn: 0,
    })),
    DEFINITION,
  );
}

test("arcs are as long as partitions are full, and keys stay in theirs", () => {
  const { partitions: sized, place } = sizedByStorage(partitions(300, 100));
  expect(sized.map(({ from, to }) => [from, to])).toEqual([
    [0, 0.75],
    [0.75, 1],
  ]);
  const [first, second] = partitions(300, 100);
  expect(place(0)).toBe(0);
  expect(place((first!.from + first!.to) / 2)).toBeCloseTo(0.375);
  expect(place(second!.from)).toBeCloseTo(0.75);
});

test("an empty partition can be seen, and an empty container has equal arcs", () => {
  expect(sizedByStorage(partitions(300, 0)).partitions[1]!.from).toBeCloseTo(300 / 337.5);
  expect(sizedByStorage(partitions(0, 0, 0, 0)).partitions.map(({ to }) => to)).toEqual([0.25, 0.5, 0.75, 1]);
});
