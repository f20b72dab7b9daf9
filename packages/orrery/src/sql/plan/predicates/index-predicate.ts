/**
 * What a filter says about index entries: a set of items that holds every item for which the filter is true. Where
 * the set is `exact`, it holds no others. `predicate-of.ts` reads it from the filter.
 */
import {
  type CompositeParts,
  type FunctionalIndex,
  type IndexIdentity,
  pathIndex,
} from "../../../value/rows/index-identity.ts";
import type { ItemName, ValueJudge } from "../../../value/rows/row-source.ts";
import {
  holdsKey,
  hullOf,
  intersectIntervals,
  type KeyInterval,
  UNDEFINED,
  uniteIntervals,
} from "./key-interval.ts";
import type { TextPredicate } from "./text-predicate.ts";

export type IndexPredicate =
  /** All items. Exact: the filter is always true. */
  | { readonly kind: "all"; readonly exact: boolean }
  /** No item. */
  | { readonly kind: "none"; readonly exact: true }
  /** Items by name. */
  | NamedPredicate
  | EntryPredicate
  | FunctionalPredicate
  | TextPredicate
  /** Items that are in every operand, or in any; at least two operands, none of them "all" or "none". */
  | { readonly kind: "and"; readonly operands: readonly IndexPredicate[]; readonly exact: boolean }
  | { readonly kind: "or"; readonly operands: readonly IndexPredicate[]; readonly exact: boolean };

export interface NamedPredicate {
  readonly kind: "named";
  readonly names: readonly ItemName[];
  readonly exact: boolean;
}

/** Items with an entry in an index, in one of some intervals. */
export type EntryPredicate = PathPredicate | CompositePredicate;

export interface PathPredicate {
  readonly kind: "path";
  readonly path: string;
  /** Every item has an entry; else those that lack the path have none, even if `intervals` ask for them. */
  readonly isTotal: boolean;
  /** The path goes through array elements: an item may have several entries. */
  readonly isMany: boolean;
  readonly intervals: readonly KeyInterval[];
  readonly exact: boolean;
  /** It leaves out a few values: unless few entries are seen to be left, nearly all items are. */
  readonly isBroad?: boolean;
  /** Which entries of the intervals lead to items: equal values are judged alike. Absent: all. */
  readonly judge?: ValueJudge;
}

/** What a conjunction asks of several paths, asked of one composite index (`composite-predicate.ts`). */
export interface CompositePredicate {
  readonly kind: "composite";
  readonly parts: CompositeParts;
  /** In the keys of the composite index. */
  readonly intervals: readonly KeyInterval[];
  /** All entries have the same values. */
  readonly isPoint: boolean;
  readonly exact: boolean;
}

export function indexOf(predicate: EntryPredicate): IndexIdentity {
  return predicate.kind === "path"
    ? pathIndex(predicate.path)
    : { kind: "composite", parts: predicate.parts };
}

/** Whether items without an entry in the index are among those asked for. */
export function asksForLacking({ isTotal, intervals }: PathPredicate): boolean {
  return !isTotal && intervals[0]!.from === UNDEFINED.from;
}

/** Whether no others are, and each has one value at the path at most. */
export function asksForLackingOnly(predicate: IndexPredicate): predicate is PathPredicate {
  if (predicate.kind !== "path" || predicate.isMany || !asksForLacking(predicate)) return false;
  const { intervals, judge } = predicate;
  return intervals.length === 1 && intervals[0]!.to === UNDEFINED.to && judge === undefined;
}

/** Items with an entry in one of some intervals of a functional index: with a shape in one of some cells, for example. */
export interface FunctionalPredicate {
  readonly kind: "functional";
  readonly index: FunctionalIndex;
  readonly intervals: readonly KeyInterval[];
  readonly exact: boolean;
}

/** Nothing is known: any item may pass. */
export const ALL: IndexPredicate = { kind: "all", exact: false };
/** Every item passes. */
export const EVERYTHING: IndexPredicate = { kind: "all", exact: true };
export const NONE: IndexPredicate = { kind: "none", exact: true };

/** Items that are in both. */
export function both(a: IndexPredicate, b: IndexPredicate): IndexPredicate {
  if (a.kind === "none" || b.kind === "none") return NONE;
  if (a.kind === "all") return withExact(b, a.exact && b.exact);
  if (b.kind === "all") return withExact(a, a.exact && b.exact);
  const operands: IndexPredicate[] = [];
  const placesByPath = new Map<string, number>();
  for (const operand of [...operandsOf(a, "and"), ...operandsOf(b, "and")]) {
    const place = isSingleValued(operand) ? placesByPath.get(operand.path) : undefined;
    if (place === undefined) {
      if (isSingleValued(operand)) placesByPath.set(operand.path, operands.length);
      operands.push(operand);
      continue;
    }
    const common = intersection(operands[place] as PathPredicate, operand as PathPredicate);
    if (common.intervals.length === 0) return NONE;
    operands[place] = common;
  }
  const exact = a.exact && b.exact && operands.every((operand) => operand.exact);
  return operands.length === 1 ? withExact(operands[0]!, exact) : { kind: "and", operands, exact };
}

function intersection(a: PathPredicate, b: PathPredicate): PathPredicate {
  const { isBroad: _, ...place } = a;
  const { intervals, isWhole } = bounded(intersectIntervals(a.intervals, b.intervals));
  const isBroad = a.isBroad && b.isBroad;
  const judge = bothJudges(a.judge, b.judge);
  const exact = a.exact && b.exact && isWhole;
  return { ...place, intervals, exact, ...(isBroad && { isBroad }), ...(judge && { judge }) };
}

/** Items that are in all of some sets, at least one. Merged in pairs, so that none is copied for each of the others. */
export function inAll(predicates: readonly IndexPredicate[]): IndexPredicate {
  if (predicates.length === 1) return predicates[0]!;
  const middle = predicates.length >>> 1;
  return both(inAll(predicates.slice(0, middle)), inAll(predicates.slice(middle)));
}

/** Items that are in any of the two. */
export function either(a: IndexPredicate, b: IndexPredicate): IndexPredicate {
  if (a.kind === "none") return b;
  if (b.kind === "none") return a;
  if (a.kind === "all" || b.kind === "all") {
    return (a.kind === "all" && a.exact) || (b.kind === "all" && b.exact) ? EVERYTHING : ALL;
  }
  const exact = a.exact && b.exact;
  if (a.kind === "path" && b.kind === "path" && a.path === b.path) {
    const isBroad = a.isBroad || b.isBroad;
    const { intervals, isWhole } = bounded(uniteIntervals([...a.intervals, ...b.intervals]));
    const judge = eitherJudge(a, b);
    return {
      ...a,
      intervals,
      exact: exact && isWhole,
      ...(isBroad && { isBroad }),
      ...(judge && { judge }),
    };
  }
  return { kind: "or", operands: [...operandsOf(a, "or"), ...operandsOf(b, "or")], exact };
}

/** Intervals that a predicate has of one index: to look up more takes longer than to read what is between them. */
export const INTERVALS_MAX = 16_384;

/** Too many intervals as the one that holds all of them. */
function bounded(intervals: readonly KeyInterval[]): {
  readonly intervals: readonly KeyInterval[];
  readonly isWhole: boolean;
} {
  if (intervals.length <= INTERVALS_MAX) return { intervals, isWhole: true };
  return { intervals: [hullOf(intervals)], isWhole: false };
}

function bothJudges(a: ValueJudge | undefined, b: ValueJudge | undefined): ValueJudge | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { passes: (entry) => a.passes(entry) && b.passes(entry), text: a.text ?? b.text };
}

function eitherJudge(a: PathPredicate, b: PathPredicate): ValueJudge | undefined {
  if (a.judge === undefined && b.judge === undefined) return undefined;
  const passes: ValueJudge["passes"] = (entry) =>
    [a, b].some(
      ({ intervals, judge }) =>
        intervals.some((interval) => holdsKey(interval, entry.key)) &&
        (judge === undefined || judge.passes(entry)),
    );
  return { passes };
}

/** Entries of one array path may belong to different elements: only those of a single value can be intersected. */
function isSingleValued(predicate: IndexPredicate): predicate is PathPredicate {
  return predicate.kind === "path" && !predicate.isMany;
}

function operandsOf(predicate: IndexPredicate, kind: "and" | "or"): readonly IndexPredicate[] {
  return predicate.kind === kind ? predicate.operands : [predicate];
}

export function withExact(predicate: IndexPredicate, exact: boolean): IndexPredicate {
  return predicate.kind === "none" ? predicate : { ...predicate, exact };
}
