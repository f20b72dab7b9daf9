/** A stretch of the keys of one space. */
export interface KeyRange {
  /** Inclusive lower bound; absent: from the first key. */
  readonly from?: Uint8Array;
  /** Exclusive upper bound; absent: to the last key. */
  readonly to?: Uint8Array;
}
