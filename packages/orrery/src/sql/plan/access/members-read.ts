/** The members of an item that a query reads, for executions that parse no others. */
import { MemberReader } from "../../../value/json-text/member-reader.ts";
import type { BindContext } from "../../bind/bind-context.ts";
import type { BoundQuery } from "../../bind/bound-query.ts";
import { documentPathOf } from "../../bind/document-path.ts";
import type { Expression } from "../../syntax/ast.ts";
import { childrenOf } from "../../syntax/walk-expression.ts";
import { readExpressions } from "./covering-path.ts";

/** Undefined for a query that may read any member, or answers whole items. */
export function membersRead(
  { query, steps, input, hasFrom, scope }: BoundQuery,
  { options }: BindContext,
): MemberReader | undefined {
  if (!hasFrom || steps.length > 0 || input !== undefined || query.select.shape.kind === "star")
    return undefined;
  const names = new Set<string>();
  const isKnown = (expression: Expression): boolean => {
    if (expression.kind === "name" || expression.kind === "subquery") return false;
    const path = expression.kind === "member" ? documentPathOf(expression, scope) : undefined;
    if (path === undefined) return childrenOf(expression).every(isKnown);
    const [name] = path;
    if (typeof name !== "string" || options.computed.has(name)) return false;
    names.add(name);
    return true;
  };
  return readExpressions(query, false).every(isKnown) ? new MemberReader(names) : undefined;
}
