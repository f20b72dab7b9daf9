/** What is wrong with a file of a LevelDB's folder. */
export interface FileDamage {
  readonly file: string;
  /** What is wrong, without the file's name and without a period. */
  readonly finding: string;
  /** The rows that may be lost, as bounds of full keys; absent: any. */
  readonly keys?: { readonly from: Buffer; readonly last: Buffer };
}
