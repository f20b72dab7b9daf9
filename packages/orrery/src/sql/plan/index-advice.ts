/**
 * Which indexes serve a query, and which more would, by its shape alone: an empty container is told the same as a full
 * one. The filter is read twice: against the policy, and against one that leaves no path out.
 */
import {
  type CompositeParts,
  type IndexIdentity,
  indexName,
  pathIndex,
} from "../../value/rows/index-identity.ts";
import type { BoundQuery } from "../bind/bound-query.ts";
import { indexPathOf } from "../bind/document-path.ts";
import type { IndexedOrder } from "./order/plan-order.ts";
import {
  type EntryPredicate,
  type FunctionalPredicate,
  type IndexPredicate,
  indexOf,
  type PathPredicate,
} from "./predicates/index-predicate.ts";
import { isPoint, isWide } from "./predicates/key-interval.ts";
import type { TextPredicate } from "./predicates/text-predicate.ts";

export interface IndexUse {
  readonly index: IndexIdentity;
  /** Whether its entries alone tell which items pass; else they only narrow what has to be looked at. */
  readonly isPrecise: boolean;
  /** Whether the query would likely cost much more without it. */
  readonly impact: Impact;
}

type Impact = "High" | "Low";

export interface IndexUsageReport {
  readonly used: readonly IndexUse[];
  /** Indexes that the policy lacks. */
  readonly potential: readonly IndexUse[];
}

interface Shape {
  /** What the filter asks of the indexes there are, composite ones among them. */
  readonly predicate: IndexPredicate;
  /** What it would ask if every path had an index. */
  readonly wished: IndexPredicate;
  /** Paths that the filter compares and no index holds. */
  readonly missing: ReadonlySet<string>;
  /** Paths of which all items in scope have one value, which the filter asks for. */
  readonly known: ReadonlySet<string>;
}

export function adviseIndexes(
  bound: BoundQuery,
  { predicate, wished, missing, known }: Shape,
): IndexUsageReport {
  const served = firstUses(predicate);
  const used = [
    ...[...known].map((path) => use(pathIndex(path), { isPrecise: true, impact: "High" })),
    ...served,
  ];
  const wishes = new Map<string, IndexUse>();
  for (const leaf of missing.size === 0 ? [] : leavesOf(wished)) {
    if (leaf.kind === "path" && missing.has(leaf.path) && !wishes.has(leaf.path))
      wishes.set(leaf.path, useOf(leaf));
  }
  const lacking = [...missing].slice(0, ADVISED_MAX).map(
    (path) =>
      wishes.get(path) ??
      // An index for one side of an OR is of no use while the other side has none.
      use(pathIndex(path), { isPrecise: false, impact: "Low" }),
  );
  const composites = wishedComposites(bound, wished).filter(
    (parts) => !served.some(({ index }) => index.kind === "composite" && holdsAll(index.parts, parts)),
  );
  const potential = composites.map((parts) =>
    use({ kind: "composite", parts }, { isPrecise: false, impact: "High" }),
  );
  return { used: onceEach(used), potential: [...lacking, ...potential] };
}

/** A composite index that gives the order also finds what is asked of its own paths. */
export function withOrder({ used, potential }: IndexUsageReport, order: IndexedOrder): IndexUsageReport {
  const { index } = order.scan;
  const parts = index.kind === "composite" ? index.parts : [];
  const isHeld = ({ index: other }: IndexUse): boolean =>
    other.kind === "path"
      ? parts.some(({ path }) => path === other.path)
      : other.kind === "composite" && holdsAll(parts, other.parts);
  return {
    used: onceEach([...used.filter((use) => !isHeld(use)), { index, isPrecise: true, impact: "High" }]),
    potential: potential.filter((use) => !isHeld(use)),
  };
}

function use(index: IndexIdentity, { isPrecise, impact }: Omit<IndexUse, "index">): IndexUse {
  return { index, isPrecise, impact };
}

/** One use for each index, the best. */
export function onceEach(uses: readonly IndexUse[]): readonly IndexUse[] {
  const byName = new Map<string, IndexUse>();
  for (const { index, isPrecise, impact } of uses) {
    const name = indexName(index);
    const other = byName.get(name);
    byName.set(name, {
      index,
      isPrecise: isPrecise || other?.isPrecise === true,
      impact: other?.impact === "High" ? "High" : impact,
    });
  }
  return [...byName.values()];
}

/** The parts of a predicate that are asked of one index each. */
function* leavesOf(predicate: IndexPredicate): Generator<LeafPredicate, void> {
  switch (predicate.kind) {
    case "all":
    case "none":
    case "named":
      return;
    case "and":
    case "or":
      for (const operand of predicate.operands) yield* leavesOf(operand);
      return;
    case "path":
    case "composite":
    case "functional":
    case "text":
      yield predicate;
  }
}

type LeafPredicate = EntryPredicate | FunctionalPredicate | TextPredicate;

function useOf(leaf: LeafPredicate): IndexUse {
  switch (leaf.kind) {
    case "path":
    case "composite":
      return use(indexOf(leaf), { isPrecise: leaf.exact, impact: impactOf(leaf) });
    case "functional":
    case "text":
      return use(leaf.index, { isPrecise: leaf.exact, impact: "High" });
  }
}

function firstUses(predicate: IndexPredicate): readonly IndexUse[] {
  const uses: IndexUse[] = [];
  for (const leaf of leavesOf(predicate)) {
    if (uses.length === ADVISED_MAX) break;
    uses.push(useOf(leaf));
  }
  return uses;
}

/** Whoever asks for all values of a type asks for most items. */
function impactOf({ intervals }: EntryPredicate): Impact {
  return intervals.some(isWide) ? "Low" : "High";
}

/** Indexes that are reported of one kind: a longer report helps nobody, and has to fit in a header. */
const ADVISED_MAX = 1_000;

/** No composite index has more. */
const COMPOSITE_PATHS_MAX = 8;

/**
 * Composite indexes that hold several filters at once: paths compared with one value each, then one path with a range.
 * Paths that are only compared with values have indexes of their own, which do as well, unless they are grouped by.
 */
function wishedComposites({ query, scope }: BoundQuery, wished: IndexPredicate): readonly CompositeParts[] {
  const operands = wished.kind === "and" ? wished.operands : [];
  const paths = operands.filter((operand) => operand.kind === "path" && !operand.isMany) as PathPredicate[];
  const equal = paths.filter(isEqual).map(({ path }) => path);
  const ranges = paths.filter((operand) => isRange(operand)).map(({ path }) => path);
  if (equal.length === 0 || equal.length >= COMPOSITE_PATHS_MAX) return [];
  if (ranges.length > 0) return ranges.slice(0, ADVISED_MAX).map((range) => ascending([...equal, range]));
  const keys = (query.groupBy ?? []).map((key) => indexPathOf(key, scope)?.path);
  const isGrouped = keys.length > 1 && keys.every((path) => path !== undefined && equal.includes(path));
  return isGrouped ? [ascending(keys as string[])] : [];
}

function isEqual({ intervals }: PathPredicate): boolean {
  return intervals.length === 1 && isPoint(intervals[0]!);
}

function isRange({ intervals }: PathPredicate): boolean {
  return intervals.length === 1 && !isPoint(intervals[0]!) && !isWide(intervals[0]!);
}

function ascending(paths: readonly string[]): CompositeParts {
  return paths.map((path) => ({ path, descending: false }));
}

function holdsAll(index: CompositeParts, wanted: CompositeParts): boolean {
  return wanted.every(({ path }) => index.some((part) => part.path === path));
}
