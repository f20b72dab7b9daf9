/** An expression as a closure over the slots of a row, and as its value where that is known before the first row. */
import { type Exact, inexact } from "@orrerydb/exact-json";
import type { Constant } from "../../functions/builtin-function.ts";
import type { Evaluate, EvaluateExact } from "../environment.ts";

export interface BoundExpression {
  readonly evaluate: Evaluate;
  /** Set where the value may be a number with digits: a property, an element, a literal. */
  readonly exact?: EvaluateExact | undefined;
  /** Set where the value is known before the first row. */
  readonly constant?: Constant;
}

export function constant(exact: Exact): BoundExpression {
  const value = inexact(exact);
  return { evaluate: () => value, exact: () => exact, constant: { value } };
}

export function fromSlot(slot: number): BoundExpression {
  return {
    evaluate: (environment) => inexact(environment[slot]),
    exact: (environment) => environment[slot],
  };
}

/** The expression for an answer. */
export function exactOf({ exact, evaluate }: BoundExpression): EvaluateExact {
  return exact ?? evaluate;
}

/** Builds a closure from bound parts, and calls it at once when every part is constant. */
export function combine(
  parts: readonly BoundExpression[],
  build: (parts: readonly BoundExpression[]) => Evaluate,
  foldable = true,
): BoundExpression {
  const evaluate = build(parts);
  return foldable && parts.every((part) => part.constant !== undefined)
    ? constant(evaluate([]))
    : { evaluate };
}
