/** What can be wrong with a partition key or its definition. */
export type PartitionKeyErrorCode =
  | "TooFewComponents"
  | "TooManyComponents"
  | "NotScalar"
  | "NotFinite"
  | "InvalidPath"
  | "InvalidHex";

/** An expected failure of key arithmetic: the caller decides by `code`, people read `message`. */
export class PartitionKeyError extends Error {
  readonly code: PartitionKeyErrorCode;

  constructor(code: PartitionKeyErrorCode, message: string) {
    super(message);
    this.name = "PartitionKeyError";
    this.code = code;
  }
}
