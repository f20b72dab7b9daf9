import type { FunctionCall } from "./function-call.cjs";
/** What a call gave, in JSON or undefined, and how long it took there. */
export interface DistantResult {
    readonly json: string | undefined;
    readonly usedMs: number;
}
export declare class FunctionThread {
    #private;
    call(call: FunctionCall): Promise<DistantResult>;
    /** No more calls of this one will come. */
    forget(caller: number): void;
    close(): Promise<void>;
}
