import type { ServerResponse } from "node:http";
import { type Writable } from "node:stream";
import type { JsonObject } from "../value/json.js";
import { type ResponseHeaders } from "../wire/headers.js";
import { type WireStatus } from "../wire/status.js";
import { type ClientFacts } from "./client-facts.js";
import type { GatewayRequest } from "./gateway-request.js";
export interface GatewayResponse {
    readonly status: number;
    readonly headers: ResponseHeaders;
    readonly body?: Buffer;
    /** Instead of a body: one that another node is still sending, of so many bytes. */
    readonly pieces?: AsyncIterable<Buffer> & {
        readonly bytes: number;
    };
    /** The client gets none of this: its connection is closed. */
    readonly isCut?: true;
    /** While traffic is recorded: the items that a write, a batch or a procedure has touched. */
    readonly touched?: readonly TouchedItem[];
}
export interface TouchedItem {
    readonly do: "create" | "upsert" | "replace" | "patch" | "delete" | "read";
    /** As it is now; of a deletion, as it was. */
    readonly item: {
        readonly document: JsonObject;
        readonly json: Buffer;
    };
    readonly status: number;
    readonly charge: number;
}
/**
 * Adds the headers that every answer has to those of a route. It changes the route's own object, so that
 * not every answer has to build a third one.
 */
export declare function commonHeaders(activityId: string, chargeRu: number, nowMs: number, headers?: ResponseHeaders): ResponseHeaders;
/** The client's own activity id if it sent a proper one, else a new one. */
export declare function activityIdOf(request: GatewayRequest): string;
/** The answer to a request that failed. Any error but a Failure is a bug, and its message is not shown to the client. */
export declare function failureResponse(error: unknown, activityId: string, nowMs: number, { isDirect, client, }?: {
    readonly isDirect?: boolean;
    readonly client?: ClientFacts;
}): GatewayResponse;
/** The answer to a request that failed for nothing that it asked for. */
export declare function refusalResponse(status: WireStatus, message: string, { activityId, nowMs, isDirect, }: {
    readonly activityId: string;
    readonly nowMs: number;
    readonly isDirect: boolean;
}): GatewayResponse;
/** Does nothing when the client has gone. */
export declare function writeResponse(response: ServerResponse, { status, headers, body, pieces, isCut }: GatewayResponse): void;
/** As fast as the client takes it. If it does not come whole, or is not taken in time, the client is cut off. */
export declare function passOn(pieces: AsyncIterable<Buffer>, to: Writable): void;
