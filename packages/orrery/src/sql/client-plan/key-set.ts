/**
 * Sets of partition keys, as far as a filter tells them: everything, or a list of patterns, each with a value or
 * "any" for every path of the key. A set may hold more keys than the filter can match, never fewer: where the
 * exact set would be too large to compute, a larger one is given.
 */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";

export const anyComponent = Symbol("any");

export type KeyPattern = readonly (PartitionKeyComponent | typeof anyComponent)[];

/** Patterns by their text, so that each is held once. */
export type KeySet = "all" | ReadonlyMap<string, KeyPattern>;

export const noKeys: KeySet = new Map();

/** Above this many pairs, an intersection is answered by the smaller of the two sets. */
const pairsMax = 100_000;

export function keySet(patterns: readonly KeyPattern[]): KeySet {
  return new Map(patterns.map((pattern) => [pattern.map(componentText).join(), pattern]));
}

function componentText(component: KeyPattern[number]): string {
  return component === anyComponent ? "*" : component === undefined ? "{}" : JSON.stringify(component);
}

export function uniteKeys(a: KeySet, b: KeySet): KeySet {
  if (a === "all" || b === "all") return "all";
  if (a.size === 0) return b;
  return b.size === 0 ? a : new Map([...a, ...b]);
}

export function intersectKeys(a: KeySet, b: KeySet): KeySet {
  if (a === "all") return b;
  if (b === "all") return a;
  if (a.size * b.size > pairsMax) return a.size < b.size ? a : b;
  const patterns: KeyPattern[] = [];
  for (const left of a.values()) {
    for (const right of b.values()) {
      const both = intersectPatterns(left, right);
      if (both !== undefined) patterns.push(both);
    }
  }
  return keySet(patterns);
}

function intersectPatterns(a: KeyPattern, b: KeyPattern): KeyPattern | undefined {
  const both = a.map((component, i) => (component === anyComponent ? b[i] : component));
  return both.every((component, i) => b[i] === anyComponent || b[i] === component) ? both : undefined;
}
