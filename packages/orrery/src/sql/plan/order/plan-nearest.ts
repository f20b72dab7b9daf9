/**
 * Whether ORDER BY of a vector distance, with TOP or LIMIT, can be read from a vector index: one of the vectors is at an
 * indexed path, the other is known, and the nearest come first.
 */
import type { JsonObject, Value } from "@orrerydb/exact-json";
import { type VectorSearch, vectorMetric } from "../../../value/rows/vector-search.ts";
import type { BindOptions } from "../../bind/bind-context.ts";
import type { BoundQuery } from "../../bind/bound-query.ts";
import { indexPathOf } from "../../bind/document-path.ts";
import { constantOf } from "../../bind/expressions/constant-of.ts";
import { MULTIPLIER_MAX } from "../../bind/vector-metric.ts";
import type { Call, Expression } from "../../syntax/ast.ts";
import type { IndexingView, VectorIndexView } from "../predicates/indexing-view.ts";

/** Whoever asks for more has to wait for the items anyway. */
const WANTED_MAX = 10_000;
/** What the service takes where a call does not say. */
const SEARCH_BREADTH = 10;
const REFINED = 5;

const NEAREST_FUNCTIONS = new Set(["VECTORDISTANCE", "_VECTORSCORE"]);

export function planNearest(
  call: Call,
  { scope, offset, limit }: BoundQuery,
  readable: IndexingView,
  { parameters }: BindOptions,
): VectorSearch | undefined {
  const wanted = offset + limit;
  const [first, second, bruteForce, options] = call.args;
  if (!NEAREST_FUNCTIONS.has(call.name.toUpperCase()) || wanted === 0 || wanted > WANTED_MAX)
    return undefined;
  const indexOf = (argument: Expression) => {
    const location = indexPathOf(argument, scope);
    return location && readable.indexAt?.("vector", location.path);
  };
  const index = indexOf(first!) ?? indexOf(second!);
  if (index === undefined) return undefined;
  const vector = vectorIn(constantOf(indexOf(first!) ? second! : first!, parameters)?.value, index);
  const isExact = bruteForce === undefined ? false : constantOf(bruteForce, parameters)?.value;
  const tuning = options === undefined ? {} : constantOf(options, parameters)?.value;
  if (vector === undefined || typeof isExact !== "boolean" || !isObject(tuning)) return undefined;
  const { distanceFunction = index.metric, searchListSizeMultiplier, quantizedVectorListMultiplier } = tuning;
  const metric = vectorMetric(distanceFunction);
  if (metric === undefined) return undefined;
  return {
    path: index.path,
    vector,
    metric,
    wanted,
    isExact,
    searchBreadth: multiplier(searchListSizeMultiplier) ?? SEARCH_BREADTH,
    refined: multiplier(quantizedVectorListMultiplier) ?? REFINED,
  };
}

/** Others have no distance to those of the index. */
function vectorIn(value: Value, { dimensions }: VectorIndexView): readonly number[] | undefined {
  if (!Array.isArray(value) || value.length !== dimensions) return undefined;
  return value.every((component) => typeof component === "number") ? (value as number[]) : undefined;
}

function isObject(value: Value): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function multiplier(value: Value): number | undefined {
  return typeof value === "number" ? Math.min(Math.max(value, 1), MULTIPLIER_MAX) : undefined;
}
