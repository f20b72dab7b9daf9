/**
 * VECTORDISTANCE: cosine similarity, dot product or Euclidean distance of two lists of numbers of one length. Anything
 * else, also a list within the list, has no distance: `undefined`. Distances are always computed exactly, whatever
 * index there is; `dataType` and the other tuning options do not change them.
 */
import type { JsonArray, JsonObject, Value } from "@orrerydb/exact-json";
import { type BuiltinFunction, variadic } from "../builtin-function.ts";

type DistanceFunction = "cosine" | "dotproduct" | "euclidean";

/** The largest number of dimensions of any vector index. */
const DIMENSIONS_MAX = 4096;

function vectorDistance(a: Value, b: Value, distance: DistanceFunction): number | undefined {
  if (!Array.isArray(a) || !Array.isArray(b)) return undefined;
  const length = a.length;
  if (length === 0 || length !== b.length || length > DIMENSIONS_MAX) return undefined;
  return distance === "euclidean" ? euclidean(a, b) : angular(a, b, distance);
}

function angular(a: JsonArray, b: JsonArray, distance: "cosine" | "dotproduct"): number | undefined {
  let product = 0;
  let aSquare = 0;
  let bSquare = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i];
    const y = b[i];
    if (typeof x !== "number" || typeof y !== "number") return undefined;
    product += x * y;
    aSquare += x * x;
    bSquare += y * y;
  }
  if (distance === "dotproduct") return product;
  // A vector without length has no direction, and is like nothing.
  return aSquare === 0 || bSquare === 0 ? 0 : product / Math.sqrt(aSquare * bSquare);
}

function euclidean(a: JsonArray, b: JsonArray): number | undefined {
  let square = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i];
    const y = b[i];
    if (typeof x !== "number" || typeof y !== "number") return undefined;
    square += (x - y) * (x - y);
  }
  return Math.sqrt(square);
}

/** The distance function that the options of a call ask for; cosine where they do not. */
function distanceFunctionOf(options: Value): DistanceFunction | undefined {
  if (typeof options !== "object" || options === null || Array.isArray(options)) return undefined;
  const { distanceFunction = "cosine" } = options as JsonObject;
  const name = typeof distanceFunction === "string" ? distanceFunction.toLowerCase() : undefined;
  return name === "cosine" || name === "dotproduct" || name === "euclidean" ? name : undefined;
}

/** Arguments: two vectors, whether to search without an index, and options. */
function distanceOf([a, b, bruteForce = false, options = {}]: readonly Value[]): Value {
  const distance = distanceFunctionOf(options);
  if (typeof bruteForce !== "boolean" || distance === undefined) return undefined;
  return vectorDistance(a, b, distance);
}

export const VECTOR_FUNCTIONS: readonly BuiltinFunction[] = [
  variadic("VECTORDISTANCE", 2, 4, distanceOf),
  variadic("_VectorScore", 2, 4, distanceOf),
];
