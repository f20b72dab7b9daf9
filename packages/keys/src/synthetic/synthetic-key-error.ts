/** What a synthetic key can't do, or refuses to do. */
export type SyntheticKeyErrorCode =
  | "InvalidStrategy"
  | "MissingPart"
  | "InvalidPart"
  | "KeyTooLong"
  | "KeyNotComputable"
  | "KeyWouldChange"
  | "KeysDiffer"
  | "MoveIncomplete"
  | "InexactInteger"
  | "WrongContainer"
  | "QueryNotMergeable"
  | "InvalidContinuation"
  | "LimitExceeded";

/** An expected failure: the caller decides by `code`, people read `message`, which says what to do next. */
export class SyntheticKeyError extends Error {
  readonly code: SyntheticKeyErrorCode;

  constructor(code: SyntheticKeyErrorCode, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = "SyntheticKeyError";
    this.code = code;
  }
}
