/** What a search of vectors reads: the rows of one index, and which of them are in scope. */
import type { SectionReader } from "../../../kv/key-cache/section-reader.ts";
import type { KeyRange } from "../../../kv/key-range.ts";
import type { ItemRef } from "../../../value/row-source.ts";
import type { PartitionVectors } from "./partition-vectors.ts";
import type { VectorIndex } from "./vector-index.ts";

export interface VectorSource {
  readonly reader: SectionReader;
  readonly space: number;
  readonly index: VectorIndex;
  readonly vectors: PartitionVectors;
  /** Where the full vectors in scope lie, with some others among them. */
  readonly fullRanges: readonly KeyRange[];
  inScope(ref: ItemRef): boolean;
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
