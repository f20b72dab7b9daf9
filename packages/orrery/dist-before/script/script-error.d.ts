/** Why a script did not finish. */
export type ScriptErrorCode = 
/** The script threw, or one of its operations failed and nobody handled it. */
"thrown"
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
/** A script's failure: the caller's business, never a fault of the server. */
export declare class ScriptError extends Error {
    readonly name = "ScriptError";
    readonly code: ScriptErrorCode;
    /** The number that the script gave its error (`new Error(number, message)`), or the status of the operation. */
    readonly number: number | undefined;
    /** Where it was thrown, in lines of the script's own text. */
    readonly line: number | undefined;
    constructor(code: ScriptErrorCode, message: string, detail?: {
        number?: number;
        line?: number;
    });
}
/** A script's failure as it goes from one thread to another. */
export interface ToldScriptError {
    readonly code: ScriptErrorCode;
    readonly message: string;
    readonly number: number | undefined;
    readonly line: number | undefined;
}
export declare function toldError({ code, message, number, line }: ScriptError): ToldScriptError;
export declare function scriptErrorOf({ code, message, number, line }: ToldScriptError): ScriptError;
