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

/** Patterns of a set; a larger one is everything. */
export const PATTERNS_MAX = 8_192;
/** Pairs of patterns that the intersections of one query may try; after that, the smaller of two sets stands for both. */
export const PAIRS_MAX = 16_384;

export function keySet(patterns: readonly KeyPattern[]): KeySet {
  if (patterns.length > PATTERNS_MAX) return "all";
  return new Map(patterns.map((pattern) => [patternText(pattern), pattern]));
}

function patternText(pattern: KeyPattern): string {
  return pattern.map(componentText).join();
}

function componentText(component: KeyPattern[number]): string {
  return component === anyComponent ? "*" : component === undefined ? "{}" : JSON.stringify(component);
}

export function uniteKeys(a: KeySet, b: KeySet): KeySet {
  if (a === "all" || b === "all") return "all";
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  const united = new Map([...a, ...b]);
  return united.size > PATTERNS_MAX ? "all" : united;
}

/** Intersects the key sets of one query, and counts what that takes. */
export class KeyIntersections {
  #pairsLeft = PAIRS_MAX;

  intersect(a: KeySet, b: KeySet): KeySet {
    if (a === "all") return b;
    if (b === "all") return a;
    const [few, many] = a.size <= b.size ? [a, b] : [b, a];
    const common = new Map<string, KeyPattern>();
    for (const group of groupsOf(many)) {
      const candidates = new PatternIndex(group);
      for (const pattern of few.values()) {
        for (const other of candidates.like(pattern)) {
          if (--this.#pairsLeft < 0) return few;
          const both = intersectPatterns(pattern, other);
          if (both !== undefined) common.set(patternText(both), both);
        }
      }
    }
    return common;
  }
}

/** Patterns that have values at the same paths; of a query, there are few such groups. */
function groupsOf(set: ReadonlyMap<string, KeyPattern>): Iterable<readonly KeyPattern[]> {
  const groups = new Map<string, KeyPattern[]>();
  for (const pattern of set.values()) {
    const paths = pattern.map((component) => (component === anyComponent ? "*" : "=")).join("");
    const group = groups.get(paths);
    if (group === undefined) groups.set(paths, [pattern]);
    else group.push(pattern);
  }
  return groups.values();
}

/** Finds the patterns of a group that have the values of another pattern, wherever both have one. */
class PatternIndex {
  readonly #group: readonly KeyPattern[];
  /** By the paths that are compared, then by the values there. */
  readonly #byPaths = new Map<string, ReadonlyMap<string, readonly KeyPattern[]>>();

  constructor(group: readonly KeyPattern[]) {
    this.#group = group;
  }

  like(pattern: KeyPattern): readonly KeyPattern[] {
    const [first] = this.#group;
    const paths = pattern.flatMap((component, i) =>
      component === anyComponent || first![i] === anyComponent ? [] : i,
    );
    if (paths.length === 0) return this.#group;
    return this.#indexOf(paths).get(valuesAt(pattern, paths)) ?? [];
  }

  #indexOf(paths: readonly number[]): ReadonlyMap<string, readonly KeyPattern[]> {
    const name = paths.join();
    const known = this.#byPaths.get(name);
    if (known !== undefined) return known;
    const index = new Map<string, KeyPattern[]>();
    for (const pattern of this.#group) {
      const values = valuesAt(pattern, paths);
      const alike = index.get(values);
      if (alike === undefined) index.set(values, [pattern]);
      else alike.push(pattern);
    }
    this.#byPaths.set(name, index);
    return index;
  }
}

function valuesAt(pattern: KeyPattern, paths: readonly number[]): string {
  return paths.map((path) => componentText(pattern[path])).join();
}

function intersectPatterns(a: KeyPattern, b: KeyPattern): KeyPattern | undefined {
  const both = a.map((component, i) => (component === anyComponent ? b[i] : component));
  return both.every((component, i) => b[i] === anyComponent || b[i] === component) ? both : undefined;
}
