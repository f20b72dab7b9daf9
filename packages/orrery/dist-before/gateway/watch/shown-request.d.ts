import type { ServedRequest } from "./served-request.js";
export interface ShownRequest {
    readonly at: string;
    readonly activityId: string;
    readonly correlatedId?: string;
    readonly operation: string;
    readonly database?: string;
    readonly container?: string;
    readonly id?: string;
    readonly key?: string;
    readonly partitions: readonly string[];
    readonly status: number;
    readonly substatus?: number;
    readonly charge: number;
    readonly ms: number;
    /** Of `ms`: to check the signature, to receive the body, and all the rest. */
    readonly stages: {
        readonly authenticate: number;
        readonly receive: number;
        readonly work: number;
    };
    readonly items?: number;
    readonly bytes: number;
    readonly query?: string;
    readonly why?: string;
    readonly fault?: string;
    readonly method: string;
    readonly path: string;
    readonly client?: string;
}
export declare function shownRequest(served: ServedRequest): ShownRequest;
/** `read item`, `query items`, `plan query` … */
export declare function operationOf({ verb, resource, method, }: Pick<ServedRequest, "verb" | "resource" | "method">): string;
