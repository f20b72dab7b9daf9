/** Subqueries inside expressions: they see the aliases around them, and run to their end for each row. */
import { type Exact, inexact, type Json, pushExact } from "@orrerydb/exact-json";
import type { Expression, SubqueryKind } from "../../syntax/ast.ts";
import type { Place } from "../bind-context.ts";
import type { EvaluateExact } from "../environment.ts";
import { Scope } from "../scope.ts";
import { runSubquery } from "../subquery/run-subquery.ts";
import type { BoundExpression } from "./bound-expression.ts";

type Subquery = Extract<Expression, { kind: "subquery" }>;

/** Takes the rows of one run, one by one, until it has seen enough; then gives the result. */
interface RowTaker {
  /** False: no more rows are needed. */
  take(row: Exact<Json>): boolean;
  result(): Exact;
}

export function bindSubquery(expression: Subquery, place: Place): BoundExpression {
  const { context } = place;
  const query = context.steps.query(expression.query, { context, scope: new Scope(place.scope) });
  const exact: EvaluateExact = (environment) => {
    const taker = ROW_TAKERS[expression.subquery]();
    runSubquery(query, environment, context, (row) => row === undefined || taker.take(row));
    return taker.result();
  };
  return { evaluate: (environment) => inexact(exact(environment)), exact };
}

const ROW_TAKERS: Readonly<Record<SubqueryKind, () => RowTaker>> = {
  scalar: takeFirst,
  first: takeFirst,
  last: takeLast,
  exists: takeAny,
  array: takeAll,
  all: takeEvery,
};

function takeFirst(): RowTaker {
  let first: Exact;
  return {
    take: (row) => {
      first = row;
      return false;
    },
    result: () => first,
  };
}

function takeLast(): RowTaker {
  let last: Exact;
  return {
    take: (row) => {
      last = row;
      return true;
    },
    result: () => last,
  };
}

function takeAny(): RowTaker {
  let found = false;
  return {
    take: () => {
      found = true;
      return false;
    },
    result: () => found,
  };
}

function takeAll(): RowTaker {
  const rows: Json[] = [];
  return {
    take: (row) => {
      pushExact(rows, row);
      return true;
    },
    result: () => rows,
  };
}

/** Whether every row is true. */
function takeEvery(): RowTaker {
  let every = true;
  return {
    take: (row) => {
      every = row === true;
      return every;
    },
    result: () => every,
  };
}
