import { effectivePartitionKey, type PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { expect, it } from "vitest";
import { keyRangesOf, toEpkRanges } from "./query-ranges.ts";

const one: PartitionKeyDefinition = { paths: ["/key"], kind: "Hash", version: 2 };
const two: PartitionKeyDefinition = { paths: ["/tenant", "/user"], kind: "MultiHash", version: 2 };

it("covers the whole hash space where any key may match", () => {
  expect(toEpkRanges(keyRangesOf("all"), one)).toEqual([
    { min: "", max: "FF", isMinInclusive: true, isMaxInclusive: false },
  ]);
});

it("leaves one empty range where no key matches", () => {
  expect(toEpkRanges(keyRangesOf([]), one)).toEqual([
    { min: "", max: "", isMinInclusive: true, isMaxInclusive: true },
  ]);
});

it("gives a point for each key, in hash order", () => {
  const keys = [["a"], ["b"], [1], [undefined]];
  const points = keys.map((key) => effectivePartitionKey(key, one)).sort();
  expect(toEpkRanges(keyRangesOf(keys), one)).toEqual(
    points.map((point) => ({ min: point, max: point, isMinInclusive: true, isMaxInclusive: true })),
  );
});

it("gives one point for long keys that a version 1 hash does not tell apart", () => {
  const long = "x".repeat(100);
  const keys = keyRangesOf([[`${long}1`], [`${long}2`]]);
  expect(toEpkRanges(keys, { paths: ["/key"], kind: "Hash", version: 1 })).toHaveLength(1);
  expect(toEpkRanges(keys, one)).toHaveLength(2);
});

it("gives the range below a prefix", () => {
  const prefix = effectivePartitionKey(["t"], two);
  expect(toEpkRanges(keyRangesOf([["t"]]), two)).toEqual([
    { min: prefix, max: `${prefix}FF`, isMinInclusive: true, isMaxInclusive: false },
  ]);
});
