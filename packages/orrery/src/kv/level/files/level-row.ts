/** A write of a key as LevelDB's files have it: a key may have several, and the one of the highest sequence counts. */
export interface LevelRow {
  readonly key: Buffer;
  /** Null: the key was deleted. */
  readonly value: Buffer | null;
  readonly sequence: number;
}
