export type ControlMethod = "GET" | "POST" | "PUT" | "DELETE";
interface ControlAnswer {
    readonly status: number;
    readonly text: string;
}
/** `path` begins with a slash, and may have a query string. */
export type SendControl = (method: ControlMethod, path: string, headers: Readonly<Record<string, string>>, body: string | undefined) => Promise<ControlAnswer>;
/** Rejects with a ControlError where the server refuses. */
export type Ask = (method: ControlMethod, target: string, body?: object) => Promise<any>;
/** A request that the server refused, with its status and its words. */
export declare class ControlError extends Error {
    readonly name = "ControlError";
    readonly status: number;
    constructor(status: number, message: string);
}
/** `target` is what stands behind `/_orrery/`. */
export declare function askControl(send: SendControl, key: string, method: ControlMethod, target: string, body?: object): Promise<unknown>;
/** As docs/control-api.md describes it. */
export declare function signedHeaders(key: string, method: string, path: string): Record<string, string>;
export {};
