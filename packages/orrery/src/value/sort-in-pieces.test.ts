import fc from "fast-check";
import { expect, test } from "vitest";
import { atOnce } from "./at-once.ts";
import { sortInPieces } from "./sort-in-pieces.ts";

const byNumber = (a: { readonly n: number }, b: { readonly n: number }) => a.n - b.n;

test("it sorts as the language does, and keeps the order of what is alike", () => {
  const entries = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 8_000, size: "max" });
  fc.assert(
    fc.property(entries, (numbers) => {
      const list = numbers.map((n, i) => ({ n, i }));
      expect(atOnce(sortInPieces(list, byNumber))).toEqual([...list].sort(byNumber));
    }),
    { numRuns: 20 },
  );
});

test("a few come at once, many in pieces", () => {
  const piecesOf = (count: number) => {
    let compared = 0;
    const counting = (a: number, b: number) => {
      compared++;
      return b - a;
    };
    const pieces = sortInPieces(
      Array.from({ length: count }, (_, i) => (i * 7919) % count),
      counting,
    );
    const steps: number[] = [];
    while (!pieces.next().done) {
      steps.push(compared);
      compared = 0;
    }
    return { count: steps.length, longest: Math.max(0, ...steps) };
  };
  expect(piecesOf(1_000).count).toBe(0);
  const many = piecesOf(100_000);
  expect(many.count).toBeGreaterThan(500);
  expect(many.longest).toBeLessThan(12_000);
});
