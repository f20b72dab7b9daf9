/** An expression as a closure over the slots of a row, and as its value where that is known before the first row. */
import type { Value } from "../../value/json.ts";
import type { Constant } from "../functions/builtin-function.ts";
import type { Evaluate } from "./environment.ts";

export interface BoundExpression {
  readonly evaluate: Evaluate;
  /** Set where the value is known before the first row. */
  readonly constant?: Constant;
}

export function constant(value: Value): BoundExpression {
  return { evaluate: () => value, constant: { value } };
}

export function fromSlot(slot: number): BoundExpression {
  return { evaluate: (environment) => environment[slot] };
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
