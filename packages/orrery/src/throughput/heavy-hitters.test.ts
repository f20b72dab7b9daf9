import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HeavyHitters } from "./heavy-hitters.ts";

/** Keys drawn with a bias to the low ones, so that some are heavy. */
const stream = fc.array(
  fc.record({
    key: fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]) => `k${Math.min(a, b)}`),
    weight: fc.integer({ min: 1, max: 100 }),
  }),
  { maxLength: 400 },
);
type Stream = { key: string; weight: number }[];

function exactWeights(...streams: Stream[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { key, weight } of streams.flat()) weights.set(key, (weights.get(key) ?? 0) + weight);
  return weights;
}

function exactTotal(events: Stream): number {
  return events.reduce((sum, { weight }) => sum + weight, 0);
}

function sketchOf(events: Stream, capacity: number): HeavyHitters {
  const sketch = new HeavyHitters(capacity);
  for (const { key, weight } of events) sketch.add(key, weight);
  return sketch;
}

function expectGuarantees(sketch: HeavyHitters, exact: Map<string, number>, errorMax: number): void {
  expect(sketch.total).toBe([...exact.values()].reduce((sum, weight) => sum + weight, 0));
  expectBounds(sketch, exact, errorMax);
}

function expectBounds(sketch: HeavyHitters, exact: Map<string, number>, errorMax: number): void {
  for (const [key, weight] of exact) {
    const listed = sketch.find(key);
    if (listed === undefined) {
      expect(weight).toBeLessThanOrEqual(errorMax);
      continue;
    }
    expect(listed.count).toBeGreaterThanOrEqual(weight);
    expect(listed.count - listed.error).toBeLessThanOrEqual(weight);
    expect(listed.error).toBeLessThanOrEqual(errorMax);
  }
}

describe("the sketch", () => {
  it("is exact while every key has a counter", () => {
    const sketch = sketchOf(
      [
        { key: "a", weight: 2 },
        { key: "b", weight: 7 },
        { key: "a", weight: 3 },
        { key: "c", weight: 5 },
      ],
      4,
    );
    expect(sketch.top(9)).toEqual([
      { key: "b", count: 7, error: 0 },
      { key: "a", count: 5, error: 0 },
      { key: "c", count: 5, error: 0 },
    ]);
    expect(sketch.heaviest()).toEqual({ key: "b", count: 7, error: 0 });
    expect(sketch.top(1)).toHaveLength(1);
  });

  it("has nothing to say when empty", () => {
    const sketch = new HeavyHitters(4);
    expect(sketch.heaviest()).toBeUndefined();
    expect(sketch.top(4)).toEqual([]);
  });

  it("finds a hot key among a hundred thousand others", () => {
    const sketch = new HeavyHitters(64);
    for (let i = 0; i < 100_000; i++) sketch.add(i % 10 === 0 ? "hot" : `cold-${i}`, 1);
    const hot = sketch.heaviest()!;
    expect(hot.key).toBe("hot");
    expect(hot.count - hot.error).toBeLessThanOrEqual(10_000);
    expect(hot.count).toBeGreaterThanOrEqual(10_000);
    expect(hot.error).toBeLessThanOrEqual(100_000 / 64);
  });

  it("keeps its guarantees over any stream", () => {
    fc.assert(
      fc.property(stream, fc.integer({ min: 1, max: 50 }), (events, capacity) => {
        const sketch = sketchOf(events, capacity);
        expectGuarantees(sketch, exactWeights(events), sketch.total / capacity);
        expect(sketch.unlistedMax).toBeLessThanOrEqual(sketch.total / capacity);
      }),
    );
  });

  it("keeps them when merged, in either order", () => {
    fc.assert(
      fc.property(stream, stream, fc.integer({ min: 1, max: 50 }), (left, right, capacity) => {
        const a = sketchOf(left, capacity);
        const b = sketchOf(right, capacity);
        const exact = exactWeights(left, right);
        const errorMax = a.total / capacity + b.total / capacity;
        const merged = HeavyHitters.merge(a, b);
        expectGuarantees(merged, exact, errorMax);
        expect(HeavyHitters.merge(b, a).top(capacity)).toEqual(merged.top(capacity));
      }),
    );
  });

  it("goes on correctly after a merge", () => {
    fc.assert(
      fc.property(stream, stream, stream, (left, right, after) => {
        const merged = HeavyHitters.merge(sketchOf(left, 8), sketchOf(right, 8));
        for (const { key, weight } of after) merged.add(key, weight);
        const exact = exactWeights(left, right, after);
        for (const { key, count, error } of merged.top(8)) {
          expect(count).toBeGreaterThanOrEqual(exact.get(key)!);
          expect(count - error).toBeLessThanOrEqual(exact.get(key)!);
        }
      }),
    );
  });

  it("keeps them in the parts of some of its keys, and in what they become", () => {
    const lies = (key: string, part: number) => Number(key.slice(1)) % 2 === part;
    fc.assert(
      fc.property(stream, stream, fc.integer({ min: 1, max: 12 }), (before, after, capacity) => {
        const whole = sketchOf(before, capacity);
        const errorMax = (whole.total + exactTotal(after)) / capacity;
        const parts = [0, 1].map((part) => {
          const sketch = whole.part((key) => lies(key, part));
          for (const { key, weight } of after) if (lies(key, part)) sketch.add(key, weight);
          const own = [...before, ...after].filter(({ key }) => lies(key, part));
          expectBounds(sketch, exactWeights(own), errorMax);
          expect(sketch.total).toBeGreaterThanOrEqual(exactTotal(own));
          for (const { key } of sketch.top(capacity)) expect(lies(key, part)).toBe(true);
          return sketch;
        });
        expectBounds(HeavyHitters.merge(parts[0]!, parts[1]!), exactWeights(before, after), 2 * errorMax);
      }),
    );
  });
});
