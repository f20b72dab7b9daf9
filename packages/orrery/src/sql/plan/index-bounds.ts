/**
 * Which part of one index holds every item that a filter lets through: what the filter says about its path, or, for a
 * composite index, about its leading paths: single values of the first ones, then a range of the next.
 */
import type { CompositeParts, IndexIdentity } from "../../value/index-identity.ts";
import type { Json } from "../../value/json.ts";
import { extendedBy, keyPart } from "./composite-interval.ts";
import type { IndexPredicate, PathPredicate } from "./index-predicate.ts";
import { intersectIntervals, isPoint, type KeyInterval, point, uniteIntervals } from "./key-interval.ts";

export interface IndexBounds {
  /** In the keys of the index. */
  readonly intervals: readonly KeyInterval[];
  /** The intervals say all that the filter asks of indexes. */
  readonly isWhole: boolean;
}

/** Scalars that every item in scope has at a path. */
export type KnownValues = ReadonlyMap<string, Json>;

/** Undefined where all of the index has to be read. */
export function indexBounds(
  index: IndexIdentity,
  predicate: IndexPredicate,
  known: KnownValues,
): IndexBounds | undefined {
  switch (predicate.kind) {
    case "none":
      return { intervals: [], isWhole: true };
    case "or":
      return united(predicate.operands.map((operand) => indexBounds(index, operand, known)));
    case "and":
      return index.kind === "composite"
        ? boundsOfParts(index.parts, predicate.operands, known)
        : intersected(predicate.operands.map((operand) => indexBounds(index, operand, known)));
    case "path":
      if (index.kind === "composite") return boundsOfParts(index.parts, [predicate], known);
      return predicate.path === index.path && !predicate.isMany
        ? { intervals: predicate.intervals, isWhole: predicate.judge === undefined }
        : undefined;
    case "all":
    case "named":
    case "composite": {
      if (index.kind !== "composite") return undefined;
      const bounds = boundsOfParts(index.parts, [], known);
      return bounds && { ...bounds, isWhole: predicate.kind === "all" };
    }
  }
}

function united(bounds: readonly (IndexBounds | undefined)[]): IndexBounds | undefined {
  if (!bounds.every((one) => one !== undefined)) return undefined;
  return {
    intervals: uniteIntervals(bounds.flatMap(({ intervals }) => intervals)),
    isWhole: bounds.every(({ isWhole }) => isWhole),
  };
}

function intersected(bounds: readonly (IndexBounds | undefined)[]): IndexBounds | undefined {
  const [first, ...others] = bounds.filter((one) => one !== undefined);
  if (first === undefined) return undefined;
  return {
    intervals: others.reduce((all, { intervals }) => intersectIntervals(all, intervals), first.intervals),
    isWhole: bounds.every((one) => one?.isWhole === true),
  };
}

function boundsOfParts(
  parts: CompositeParts,
  operands: readonly IndexPredicate[],
  known: KnownValues,
): IndexBounds | undefined {
  const paths = operands.filter((operand) => operand.kind === "path");
  const others = operands.filter((operand) => operand.kind !== "path");
  const { intervals, used } = leadingIntervals(parts, paths, known);
  const own = intervals && { intervals, isWhole: used.size === paths.length };
  if (others.length === 0) return own;
  const index: IndexIdentity = { kind: "composite", parts };
  return intersected([
    ...(own || paths.length > 0 ? [own] : []),
    ...others.map((operand) => indexBounds(index, operand, known)),
  ]);
}

/** Values of several leading paths are combined each with each, up to so many combinations. */
const COMBINATIONS_MAX = 1024;

interface LeadingIntervals {
  /** Undefined where nothing is asked of the first path. */
  readonly intervals: readonly KeyInterval[] | undefined;
  /** What is asked in them. */
  readonly used: ReadonlySet<PathPredicate>;
  /** The one beginning that all keys in the intervals have, where it is of all the paths. */
  readonly fixed?: string;
}

export function leadingIntervals(
  parts: CompositeParts,
  operands: readonly IndexPredicate[],
  known: KnownValues,
): LeadingIntervals {
  const used = new Set<PathPredicate>();
  let prefixes: readonly string[] = [""];
  let intervals: readonly KeyInterval[] | undefined;
  for (const part of parts) {
    const asked = askedOf(part.path, operands, known);
    if (asked === undefined) return { intervals, used };
    const count = asked.intervals.length * prefixes.length;
    if (intervals !== undefined && count > COMBINATIONS_MAX) return { intervals, used };
    if (asked.operand !== undefined) used.add(asked.operand);
    const extended = prefixes.flatMap((prefix) =>
      asked.intervals.map((interval) => extendedBy(prefix, part, interval)),
    );
    intervals = uniteIntervals(extended);
    if (!asked.intervals.every(isPoint)) return { intervals, used };
    prefixes = prefixes.flatMap((prefix) => asked.intervals.map(({ from }) => prefix + keyPart(from, part)));
  }
  return { intervals, used, ...(prefixes.length === 1 && { fixed: prefixes[0]! }) };
}

/** What is asked of a path; what is known of it needs no operand. */
function askedOf(
  path: string,
  operands: readonly IndexPredicate[],
  known: KnownValues,
): { readonly intervals: readonly KeyInterval[]; readonly operand?: PathPredicate } | undefined {
  const value = known.get(path);
  if (value !== undefined) return { intervals: [point(value)] };
  const operand = operands.find(
    (one) => one.kind === "path" && one.path === path && !one.isMany && one.judge === undefined,
  );
  return operand?.kind === "path" ? { intervals: operand.intervals, operand } : undefined;
}
