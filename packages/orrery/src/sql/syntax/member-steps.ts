/** `root.a["b"][0]` as what it begins with, and the constant steps below that. */
import type { Value } from "@orrerydb/exact-json";
import type { Expression } from "./ast.ts";

export interface MemberSteps {
  /** The whole expression where it has no such steps. */
  readonly root: Expression;
  readonly steps: readonly Value[];
}

/** Ends at a step that is not a constant: that member is the root then. */
export function memberSteps(expression: Expression): MemberSteps {
  const steps: Value[] = [];
  let root = expression;
  while (root.kind === "member" && root.index.kind === "literal") {
    steps.push(root.index.value);
    root = root.object;
  }
  return { root, steps: steps.reverse() };
}

/** The names below an alias; undefined where an expression is something else. */
export function namesBelow(
  expression: Expression,
): { readonly alias: string; readonly names: readonly string[] } | undefined {
  const { root, steps } = memberSteps(expression);
  return root.kind === "name" && steps.every((step) => typeof step === "string")
    ? { alias: root.name, names: steps as readonly string[] }
    : undefined;
}
