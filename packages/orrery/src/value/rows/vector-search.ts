/** What a query asks of the vectors of a partition. */

export const VECTOR_METRICS = ["cosine", "dotproduct", "euclidean"] as const;

/** Cosine and dot product are similarities, where more is better; the Euclidean distance is better where it is less. */
export type VectorMetric = (typeof VECTOR_METRICS)[number];

/** As policies and calls name it, in any case; undefined: there is no such metric. */
export function vectorMetric(name: unknown): VectorMetric | undefined {
  const lowered = typeof name === "string" ? name.toLowerCase() : undefined;
  return VECTOR_METRICS.find((metric) => metric === lowered);
}

export interface VectorSearch {
  /** Of the vectors, canonical. */
  readonly path: string;
  readonly vector: readonly number[];
  readonly metric: VectorMetric;
  /** How many items are asked for. */
  readonly wanted: number;
  /** Approximate answers will not do. */
  readonly isExact: boolean;
  /** How many vectors are looked at for each item that is asked for, next to others of that search; 10 is usual. */
  readonly searchBreadth: number;
  /** How many of them are measured with full precision for each item that is asked for. */
  readonly refined: number;
}
