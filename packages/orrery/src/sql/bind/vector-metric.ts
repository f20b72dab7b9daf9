/** Calls of VectorDistance: whether the score is a similarity, where more is better, or a distance, where less is. */
import type { Value } from "@orrerydb/exact-json";
import { parsePath } from "../../value/path.ts";
import type { Call, Expression } from "../syntax/ast.ts";
import { memberSteps } from "../syntax/member-steps.ts";
import { constantOf } from "./expressions/constant-of.ts";

/** Of the options that say how far a search goes. */
export const MULTIPLIER_MAX = 100;

export interface VectorEmbedding {
  readonly path: string;
  readonly distanceFunction: string;
}

export function isVectorDistance(expression: Expression): expression is Call {
  return expression.kind === "call" && !expression.udf && expression.name.toUpperCase() === "VECTORDISTANCE";
}

/**
 * Whether the best score is the highest. The call may name its own metric; else the container's policy does; else it
 * is cosine.
 */
export function isHighestBest(
  call: Call,
  embeddings: readonly VectorEmbedding[],
  parameters: ReadonlyMap<string, Value>,
): boolean {
  const options = call.args[3] && constantOf(call.args[3], parameters)?.value;
  const own = typeof options === "object" && options !== null && !Array.isArray(options) ? options : {};
  const metric = "distanceFunction" in own ? own.distanceFunction : policyMetric(call, embeddings);
  return typeof metric !== "string" || metric.toLowerCase() !== "euclidean";
}

function policyMetric(call: Call, embeddings: readonly VectorEmbedding[]): string | undefined {
  const paths = call.args.map(stepsOf);
  return embeddings.find(({ path }) => {
    const wanted = JSON.stringify(parsePath(path));
    return paths.some((steps) => steps !== undefined && JSON.stringify(steps) === wanted);
  })?.distanceFunction;
}

/** The steps below the alias; an embedding's path begins at the item. */
function stepsOf(node: Expression): readonly Value[] | undefined {
  const { root, steps } = memberSteps(node);
  return root.kind === "name" ? steps : undefined;
}
