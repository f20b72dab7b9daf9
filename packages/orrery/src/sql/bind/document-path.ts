/**
 * Which place of the item an expression reads, if it always reads the same one. `c.a.b` is "/a/b"; an alias that
 * iterates, or an index into an array, leads through "[]": some element of the array is there, not a certain one.
 */

import type { Value } from "@orrerydb/exact-json";
import { canonicalPath } from "../../value/path.ts";
import type { Expression, PathStep } from "../syntax/ast.ts";
import { memberSteps } from "../syntax/member-steps.ts";
import type { DocumentPath, Scope } from "./scope.ts";

export interface IndexPath {
  /** Canonical. */
  readonly path: string;
  /** Goes through array elements: an item may have many entries, or be found by another element than meant. */
  readonly isMany: boolean;
}

export function indexPathOf(expression: Expression, scope: Scope): IndexPath | undefined {
  const steps = documentPathOf(expression, scope);
  return steps === undefined || steps.length === 0 ? undefined : toIndexPath(steps);
}

/** Where a filter finds the entries of an expression's values. */
export function entryPathOf(expression: Expression, scope: Scope): IndexPath | undefined {
  const steps = originOf(expression, scope);
  return steps === undefined || steps.length === 0 ? undefined : toIndexPath(steps);
}

export function toIndexPath(steps: DocumentPath): IndexPath {
  const segments = steps.map((step) => (typeof step === "string" ? step : null));
  return { path: canonicalPath(segments), isMany: segments.includes(null) };
}

export function documentPathOf(expression: Expression, scope: Scope): DocumentPath | undefined {
  return pathOf(expression, (name) => scope.lookup(name)?.path);
}

/** The place that the value of an expression stands at, or was copied from by a subquery of FROM. */
export function originOf(expression: Expression, scope: Scope): DocumentPath | undefined {
  return pathOf(expression, (name) => {
    const binding = scope.lookup(name);
    return binding?.path ?? binding?.origin;
  });
}

function pathOf(
  expression: Expression,
  rootOf: (name: string) => DocumentPath | undefined,
): DocumentPath | undefined {
  const { root, steps } = memberSteps(expression);
  const path = root.kind === "name" ? rootOf(root.name) : undefined;
  if (path === undefined || !steps.every(isPathStep)) return undefined;
  return steps.length === 0 ? path : [...path, ...steps];
}

function isPathStep(step: Value): step is PathStep {
  return typeof step === "string" || typeof step === "number";
}
