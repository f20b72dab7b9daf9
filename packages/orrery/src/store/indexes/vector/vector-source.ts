/** What a search of vectors reads: the rows of one index, and which of them are in scope. */
import type { ItemRef } from "../../../value/rows/row-source.ts";
import type { IndexScope } from "../index-rows.ts";
import type { PartitionVectors } from "./partition-vectors.ts";
import type { VectorIndex } from "./vector-index.ts";

export interface VectorSource extends IndexScope {
  readonly index: VectorIndex;
  readonly vectors: PartitionVectors;
}

/** A vector, and how near it is. */
export interface NearVector {
  readonly ref: ItemRef;
  readonly closeness: number;
}

/** Nearest first, and equally near ones in the order of their refs: the same whichever way they were found. */
export function compareNearness(a: NearVector, b: NearVector): number {
  if (a.closeness !== b.closeness) return b.closeness - a.closeness;
  return a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0;
}
