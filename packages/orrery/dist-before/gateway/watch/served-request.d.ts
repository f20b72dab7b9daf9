import type { GatewayRequest } from "../gateway-request.js";
import type { GatewayResponse } from "../gateway-response.js";
/** Of a path, a key, the user agent or a reason. */
export declare const KEPT_TEXT_MAX = 512;
/** Of the body of a query. */
export declare const KEPT_QUERY_BYTES_MAX = 2048;
export interface ServedRequest {
    /** Milliseconds since 1970. */
    readonly atMs: number;
    readonly activityId: string;
    /** The same for all requests of one query, where the client says it. */
    readonly correlatedId: string | undefined;
    readonly client: string | undefined;
    readonly method: string;
    readonly target: string;
    /** As of `requestVerb`. */
    readonly verb: string | undefined;
    /** The word of the path: `docs` and so on. */
    readonly resource: string | undefined;
    /** The owner by its names, as the answer has it. */
    readonly owner: string | undefined;
    /** As the client sent it. */
    readonly key: string | undefined;
    readonly partition: string | undefined;
    readonly sessionToken: string | undefined;
    /** Of a query. */
    readonly ranges: readonly string[] | undefined;
    readonly status: number;
    readonly substatus: number | undefined;
    readonly chargeRu: number;
    readonly items: number | undefined;
    readonly bytes: number;
    readonly query: string | undefined;
    readonly why: string | undefined;
    readonly fault: string | undefined;
    readonly authenticateMs: number;
    readonly receiveMs: number;
    readonly totalMs: number;
}
interface Timing {
    readonly atMs: number;
    /** By `performance.now()`. */
    readonly startMs: number;
    readonly endMs: number;
}
export declare function servedRequest(request: GatewayRequest, { status, headers, body, pieces }: GatewayResponse, { atMs, startMs, endMs }: Timing): ServedRequest;
export {};
