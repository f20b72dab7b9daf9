/** Nodes that a rewrite adds to a query; they stand nowhere in its text. */
import type { Json } from "@orrerydb/exact-json";
import type { Expression, SelectItem } from "../../syntax/ast.ts";

const at = { start: 0, end: 0 };

export function literalOf(value: Json): Expression {
  return { kind: "literal", value, at };
}

/** Printed as it stands: an alias, or a placeholder that the client fills in. */
export function nameOf(name: string): Expression {
  return { kind: "name", name, at };
}

export function propertyOf(object: Expression, name: string): Expression {
  return { kind: "member", object, index: literalOf(name), dotted: true, at };
}

export function callOf(name: string, ...args: readonly Expression[]): Expression {
  return { kind: "call", name, udf: false, args, at };
}

export function arrayOf(items: readonly Expression[]): Expression {
  return { kind: "array", items, at };
}

export function objectOf(entries: readonly (readonly [string, Expression])[]): Expression {
  return { kind: "object", entries, at };
}

export function andOf(left: Expression | undefined, right: Expression): Expression {
  return left === undefined ? right : { kind: "binary", operator: "and", left, right, at };
}

export function coalesceOf(left: Expression, right: Expression): Expression {
  return { kind: "coalesce", left, right, at };
}

export function negated(operand: Expression): Expression {
  return { kind: "binary", operator: "*", left: literalOf(-1), right: operand, at };
}

/** `[{"item": a}, {"item": b}]`: how clients are given the values they merge by. */
export function itemsOf(expressions: readonly Expression[]): Expression {
  return arrayOf(expressions.map((expression) => objectOf([["item", expression]])));
}

export function selected(alias: string, expression: Expression): SelectItem {
  return { expression, alias };
}

export function countOf(value: number): {
  readonly kind: "number";
  readonly value: number;
  readonly at: typeof at;
} {
  return { kind: "number", value, at };
}
