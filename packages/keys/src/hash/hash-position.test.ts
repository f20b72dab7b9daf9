import { describe, expect, test } from "vitest";
import { effectivePartitionKey, evenBoundaries, hashPosition, WHOLE_EPK_RANGE } from "./index.ts";

describe.each([1, 2] as const)("version %i", (version) => {
  test("the whole space goes from 0 to 1", () => {
    expect(hashPosition(WHOLE_EPK_RANGE.min, version)).toBe(0);
    expect(hashPosition(WHOLE_EPK_RANGE.max, version)).toBe(1);
  });

  test.each([2, 3, 5, 100])("%i partitions lie evenly", (count) => {
    const positions = evenBoundaries(count, version).map((boundary) => hashPosition(boundary, version));
    for (const [i, position] of positions.entries()) expect(position).toBeCloseTo((i + 1) / count, 6);
  });

  test("keys lie in the order of their EPKs, all over the space", () => {
    const definition = { paths: ["/pk"], kind: "Hash", version } as const;
    const epks = Array.from({ length: 400 }, (_, i) => effectivePartitionKey([`key-${i}`], definition));
    const positions = epks.sort().map((epk) => hashPosition(epk, version));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions[0]).toBeLessThan(0.05);
    expect(positions.at(-1)).toBeGreaterThan(0.95);
  });
});

test("a hierarchical key lies where its first level does", () => {
  const definition = { paths: ["/a", "/b"], kind: "MultiHash", version: 2 } as const;
  const at = (...key: string[]) => hashPosition(effectivePartitionKey(key, definition), 2);
  expect(at("x", "y")).toBe(at("x", "z"));
});
