/**
 * Which place of the item an expression reads, if it always reads the same one. `c.a.b` is "/a/b"; an alias that
 * iterates, or an index into an array, leads through "[]": some element of the array is there, not a certain one.
 */
import { canonicalPath } from "../../value/path.ts";
import type { Expression } from "../syntax/ast.ts";
import type { DocumentPath, Scope } from "./scope.ts";

interface IndexPath {
  /** Canonical. */
  readonly path: string;
  /** Goes through array elements: an item may have many entries, or be found by another element than meant. */
  readonly isMany: boolean;
}

export function indexPathOf(expression: Expression, scope: Scope): IndexPath | undefined {
  const steps = documentPathOf(expression, scope);
  return steps === undefined || steps.length === 0 ? undefined : toIndexPath(steps);
}

export function toIndexPath(steps: DocumentPath): IndexPath {
  const segments = steps.map((step) => (typeof step === "string" ? step : null));
  return { path: canonicalPath(segments), isMany: segments.includes(null) };
}

export function documentPathOf(expression: Expression, scope: Scope): DocumentPath | undefined {
  if (expression.kind === "name") return scope.lookup(expression.name)?.path;
  if (expression.kind !== "member" || expression.index.kind !== "literal") return undefined;
  const step = expression.index.value;
  if (typeof step !== "string" && typeof step !== "number") return undefined;
  const object = documentPathOf(expression.object, scope);
  return object && [...object, step];
}
