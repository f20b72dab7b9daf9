/**
 * Which part of one index holds every item that a filter lets through: what the filter says about its path, or, for a
 * composite index, about its leading paths: single values of the first ones, then a range of the next.
 */

import type { Json } from "@orrerydb/exact-json";
import type { CompositePart, CompositeParts, IndexIdentity } from "../../../value/rows/index-identity.ts";
import type { IndexPredicate, PathPredicate } from "../predicates/index-predicate.ts";
import {
  intersectIntervals,
  isPoint,
  type KeyInterval,
  point,
  uniteIntervals,
} from "../predicates/key-interval.ts";
import { extendedBy, keyPart } from "./composite-interval.ts";

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
    case "functional":
    case "text":
      return undefined;
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
  const { intervals, used } = leadingIntervals(parts, pathOperands(paths), known);
  const own = intervals && { intervals, isWhole: used.size === paths.length };
  if (others.length === 0) return own;
  const index: IndexIdentity = { kind: "composite", parts };
  return intersected([
    ...(own || paths.length > 0 ? [own] : []),
    ...others.map((operand) => indexBounds(index, operand, known)),
  ]);
}

/** What is asked of single paths, by path: of each the first that tells single values of it. */
export type PathOperands = ReadonlyMap<string, PathPredicate>;

export function pathOperands(operands: readonly IndexPredicate[]): PathOperands {
  const byPath = new Map<string, PathPredicate>();
  for (const operand of operands) {
    if (operand.kind !== "path" || operand.isMany || operand.judge !== undefined) continue;
    if (!byPath.has(operand.path)) byPath.set(operand.path, operand);
  }
  return byPath;
}

/** Values of several leading paths are combined each with each, up to this number of combinations. */
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
  operands: PathOperands,
  known: KnownValues,
): LeadingIntervals {
  const asked = leadingParts(parts, operands, known);
  let prefixes: readonly string[] = [""];
  let intervals: readonly KeyInterval[] | undefined;
  for (const { part, intervals: next, isFixed } of asked) {
    intervals = uniteIntervals(
      prefixes.flatMap((prefix) => next.map((interval) => extendedBy(prefix, part, interval))),
    );
    if (!isFixed) break;
    prefixes = prefixes.flatMap((prefix) => next.map(({ from }) => prefix + keyPart(from, part)));
  }
  const used = new Set(asked.flatMap(({ operand }) => operand ?? []));
  const isFixed = asked.length === parts.length && asked.every((one) => one.isFixed);
  return { intervals, used, ...(isFixed && prefixes.length === 1 && { fixed: prefixes[0]! }) };
}

interface AskedPart {
  readonly part: CompositePart;
  readonly intervals: readonly KeyInterval[];
  /** They are single values: the next part may be asked too. */
  readonly isFixed: boolean;
  /** Absent: the value is known. */
  readonly operand?: PathPredicate;
}

/** The leading parts of which the intervals of an index are made, by their number: none are made here. */
function leadingParts(
  parts: CompositeParts,
  operands: PathOperands,
  known: KnownValues,
): readonly AskedPart[] {
  const asked: AskedPart[] = [];
  let combinations = 1;
  for (const part of parts) {
    const next = askedOf(part, operands, known);
    if (next === undefined) break;
    combinations *= next.intervals.length;
    if (asked.length > 0 && combinations > COMBINATIONS_MAX) break;
    asked.push(next);
    if (!next.isFixed) break;
  }
  return asked;
}

/** How many of the operands an index would serve. */
export function countUsed(parts: CompositeParts, operands: PathOperands, known: KnownValues): number {
  return leadingParts(parts, operands, known).filter(({ operand }) => operand !== undefined).length;
}

/** What is asked of a path; what is known of it needs no operand. */
function askedOf(part: CompositePart, operands: PathOperands, known: KnownValues): AskedPart | undefined {
  const value = known.get(part.path);
  if (value !== undefined) return { part, intervals: [point(value)], isFixed: true };
  const operand = operands.get(part.path);
  if (operand === undefined) return undefined;
  const { intervals } = operand;
  return { part, intervals, isFixed: intervals.every(isPoint), operand };
}
