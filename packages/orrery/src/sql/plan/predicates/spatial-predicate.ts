/**
 * Which cells of a spatial index a filter asks for: `ST_WITHIN` and `ST_INTERSECTS` with a constant shape, and
 * `ST_DISTANCE` from one that is at most a constant. A shape that is within another meets it: all of them ask for the
 * shapes that meet the constant one or are near it.
 */
import type { Value } from "@orrerydb/exact-json";
import { entryPathOf } from "../../bind/document-path.ts";
import type { Constant } from "../../functions/builtin-function.ts";
import type { Expression, NodeOf } from "../../syntax/ast.ts";
import type { IndexFilter } from "./index-filter.ts";
import { ALL, type IndexPredicate, NONE } from "./index-predicate.ts";
import { between, type Comparison, uniteIntervals } from "./key-interval.ts";
import type { PredicateContext } from "./predicate-context.ts";

type Call = NodeOf<"call">;

export const MEETING_FILTER: IndexFilter = {
  functions: ["ST_WITHIN", "ST_INTERSECTS"],
  ofCall: (call, context) => spatialPredicate(call, 0, context),
};

export const DISTANCE_FILTER: IndexFilter = {
  functions: ["ST_DISTANCE"],
  ofComparison: distancePredicate,
};

/** A distance is a number; only how far a shape is at most tells where it is. */
function distancePredicate(
  call: Call,
  operator: "=" | Comparison,
  value: Value,
  context: PredicateContext,
): IndexPredicate {
  if (typeof value !== "number") return NONE;
  return operator === ">" || operator === ">=" ? ALL : spatialPredicate(call, value, context);
}

/** For the items whose shapes meet the constant one, or are no farther from it than `distance`. */
function spatialPredicate(call: Call, distance: number, context: PredicateContext): IndexPredicate {
  const relation = relationOf(call, context);
  if (relation === undefined) return ALL;
  const { path, shape } = relation;
  const index = context.indexing.indexAt?.("spatial", path);
  const ranges = index?.cells.rangesNear(shape.value, distance);
  if (index === undefined || ranges === undefined) return ALL;
  const intervals = uniteIntervals(ranges.map(({ first, last }) => between(first, last)));
  if (intervals.length === 0) return NONE;
  return { kind: "functional", index, intervals, exact: false };
}

/** A shape of the item, and a constant one that it is related to. */
interface Relation {
  readonly path: string;
  readonly shape: Constant;
}

function relationOf({ args }: Call, { scope, constantOf }: PredicateContext): Relation | undefined {
  if (args.length !== 2) return undefined;
  const [first, second] = args as [Expression, Expression];
  for (const [operand, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const path = entryPathOf(operand, scope)?.path;
    const shape = path === undefined ? undefined : constantOf(other);
    if (path !== undefined && shape !== undefined) return { path, shape };
  }
  return undefined;
}
