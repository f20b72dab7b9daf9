/** A vector index of a container's policy, compiled. */
import type { JsonArray, JsonObject } from "@orrerydb/exact-json";
import { canonicalPath, parsePath } from "../../../value/path.ts";
import { type VectorMetric, vectorMetric } from "../../../value/rows/vector-search.ts";
import { valueAt } from "../value-at.ts";
import { vectorPrefix } from "./vector-rows.ts";

/** A vector index and the embedding that it is of, as the container's policies have them. */
export interface VectorIndexDefinition {
  readonly path: string;
  readonly type: string;
  readonly dimensions: number;
  readonly distanceFunction: string;
}

export class VectorIndex {
  /** Canonical. */
  readonly path: string;
  readonly dimensions: number;
  readonly metric: VectorMetric;
  /** Has quantized vectors, in cells; else there are only the vectors themselves. */
  readonly isQuantized: boolean;
  /** How the keys of its rows begin. */
  readonly prefix: Buffer;
  readonly #segments: readonly string[];

  constructor({ path, type, dimensions, distanceFunction }: VectorIndexDefinition) {
    const segments = parsePath(path) ?? [];
    this.#segments = segments.filter((segment) => segment !== null);
    this.path = canonicalPath(segments);
    this.dimensions = dimensions;
    this.metric = vectorMetric(distanceFunction) ?? "cosine";
    this.isQuantized = type !== "flat";
    this.prefix = vectorPrefix(this.path);
  }

  /** The vector of an item; undefined where it has none that can be compared with others of this index. */
  vectorOf(document: JsonObject): readonly number[] | undefined {
    const value = valueAt(document, this.#segments);
    if (!Array.isArray(value) || value.length !== this.dimensions) return undefined;
    return (value as JsonArray).every((component) => typeof component === "number")
      ? (value as readonly number[])
      : undefined;
  }
}
