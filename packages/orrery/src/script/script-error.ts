/** Why a script did not finish. */
export type ScriptErrorCode =
  /** The script threw, or one of its operations failed and nobody handled it. */
  | "thrown"
  /** The text of the script is not JavaScript, or not a function. */
  | "syntax"
  /** It ran longer, or did more work, than it may. */
  | "timeout"
  /** It needed more memory than it may have. */
  | "memory"
  /** Another bound of `scriptLimits` was passed: recursion, response, log, arguments. */
  | "limit"
  /** Its turn did not come: other scripts have all threads. It may come later. */
  | "busy";

interface ScriptErrorDetail {
  /** The number that the script gave its error (`new Error(number, message)`), or the status of the operation. */
  readonly number: number | undefined;
  /** Where it was thrown, in lines of the script's own text. */
  readonly line: number | undefined;
}

/** A script's failure: the caller's business, never a fault of the server. */
export class ScriptError extends Error implements ScriptErrorDetail {
  override readonly name = "ScriptError";
  readonly code: ScriptErrorCode;
  readonly number: number | undefined;
  readonly line: number | undefined;

  constructor(code: ScriptErrorCode, message: string, detail: Partial<ScriptErrorDetail> = {}) {
    super(message);
    this.code = code;
    this.number = detail.number;
    this.line = detail.line;
  }
}

/** A script's failure as it goes from one thread to another. */
export type ToldScriptError = Pick<ScriptError, "code" | "message" | "number" | "line">;

export function toldError({ code, message, number, line }: ScriptError): ToldScriptError {
  return { code, message, number, line };
}

export function scriptErrorOf({ code, message, ...detail }: ToldScriptError): ScriptError {
  return new ScriptError(code, message, detail);
}
