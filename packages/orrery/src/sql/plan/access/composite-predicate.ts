/**
 * A filter with composite indexes in place of the paths that they hold: single values of the first paths and at most
 * one range after them, as the service does. Several indexes may each take their part of one conjunction.
 */
import type { CompositeParts } from "../../../value/rows/index-identity.ts";
import type { CompositePredicate, IndexPredicate, PathPredicate } from "../predicates/index-predicate.ts";
import {
  countUsed,
  type KnownValues,
  leadingIntervals,
  type PathOperands,
  pathOperands,
} from "./index-bounds.ts";

export function withComposites(
  predicate: IndexPredicate,
  composites: readonly CompositeParts[],
  known: KnownValues,
): IndexPredicate {
  if (composites.length === 0) return predicate;
  if (predicate.kind === "and") return composedAnd(predicate, composites, known);
  if (predicate.kind !== "or") return predicate;
  const operands = predicate.operands.map((operand) => withComposites(operand, composites, known));
  return { ...predicate, operands };
}

interface Candidate {
  readonly predicate: CompositePredicate;
  readonly used: ReadonlySet<PathPredicate>;
}

function composedAnd(
  predicate: Extract<IndexPredicate, { kind: "and" }>,
  composites: readonly CompositeParts[],
  known: KnownValues,
): IndexPredicate {
  const operands = predicate.operands.map((operand) => withComposites(operand, composites, known));
  const paths = pathOperands(operands);
  const candidates = composites
    .flatMap((parts) => candidateOf(parts, paths, known) ?? [])
    .sort((a, b) => b.used.size - a.used.size);
  const chosen: IndexPredicate[] = [];
  const left = new Set<IndexPredicate>(operands);
  for (const candidate of candidates) {
    if (![...candidate.used].some((operand) => left.has(operand))) continue;
    chosen.push(candidate.predicate);
    for (const operand of candidate.used) left.delete(operand);
  }
  const all = [...chosen, ...left];
  return all.length === 1
    ? { ...(all[0] as CompositePredicate), exact: predicate.exact }
    : { ...predicate, operands: all };
}

/** An index that holds only one of the paths has nothing over the index of that path. */
function candidateOf(
  parts: CompositeParts,
  operands: PathOperands,
  known: KnownValues,
): Candidate | undefined {
  if (countUsed(parts, operands, known) < 2) return undefined;
  const { intervals = [], used, fixed } = leadingIntervals(parts, operands, known);
  const exact = [...used].every((operand) => operand.exact);
  return {
    predicate: { kind: "composite", parts, intervals, isPoint: fixed !== undefined, exact },
    used,
  };
}
