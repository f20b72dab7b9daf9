/**
 * A request as the routes see it, whether it came over a socket or from a client in the same process. Headers have
 * lower-case names; the path is parsed, and the body read, when first asked for.
 */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Aim } from "../cluster/serve-where-owned.js";
import { RequestHeader } from "../wire/headers.js";
import { parsePartitionKeyHeader } from "../wire/partition-key-header.js";
import { type ResourcePath } from "../wire/resource-path.js";
import type { Replica } from "../wire/rntbd/replica-path.js";
import type { ExchangeMemory } from "./exchange-memory.js";
import { RequestTrace } from "./watch/request-trace.js";
export interface GatewayRequestInit {
    readonly method: string;
    readonly target: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly secure: boolean;
    readonly host: string;
    /** Absent: the client is in this process. */
    readonly clientAddress?: string | undefined;
    /** At once, if it is here already. */
    readonly readBody: () => Promise<Buffer> | Buffer;
    /** Whether the client has hung up. */
    readonly isGone: () => boolean;
    /** Where it came from: an address, or a word for this process. */
    readonly origin?: string | undefined;
    /** In direct mode: what the client has connected to. */
    readonly replica?: Replica | undefined;
    /** Absent: whoever asks holds what it sends and gets. */
    readonly memory?: ExchangeMemory | undefined;
    /** Another node has forwarded it, for this. */
    readonly forwardedAim?: Aim;
}
/** One that was read from its connection without Node's objects. */
interface WholeRequest extends Pick<GatewayRequestInit, "method" | "target" | "headers"> {
    readonly body: Buffer;
    readonly socket: Socket;
}
/** What a POST to a feed asks for. */
export type FeedPost = "batch" | "queryPlan" | "query" | "upsert" | "create";
export declare class GatewayRequest {
    #private;
    readonly method: string;
    /** Path and query string, as sent. */
    readonly target: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
    /** Over TLS. */
    readonly secure: boolean;
    /** Name and port by which the client reached the server. */
    readonly host: string;
    /** Undefined of a client in this process. */
    readonly clientAddress: string | undefined;
    readonly isGone: () => boolean;
    readonly replica: Replica | undefined;
    readonly memory: ExchangeMemory | undefined;
    /** Another node has forwarded it: who sent it was looked at there, and it is remembered there. */
    readonly isForwarded: boolean;
    /** What it was forwarded for. */
    readonly forwardedAim: Aim | undefined;
    /** What is remembered of it. */
    readonly trace: RequestTrace;
    constructor(init: GatewayRequestInit);
    static of(message: IncomingMessage, memory?: ExchangeMemory): GatewayRequest;
    static ofPlain({ method, target, headers, body, socket }: WholeRequest, memory?: ExchangeMemory): GatewayRequest;
    /** Requests of different clients take turns, as far as they can be told apart: by their address and what they say of themselves. */
    get client(): string;
    /** Where the client reached the server: scheme, name and port. A proxy that ends TLS tells the scheme. */
    get endpoint(): string;
    /** Throws a Failure when the target names no resource. */
    get path(): ResourcePath;
    /**
     * What the request is about, which is what clients sign: its path; where it asks who serves something, the path of
     * that.
     */
    get subject(): ResourcePath;
    /** The query string of a feed. */
    get query(): URLSearchParams;
    body(): Promise<Buffer>;
    /** Whether it can have a body. */
    get mayHaveBody(): boolean;
    /** Undefined when the header is absent or empty. */
    header(name: RequestHeader): string | undefined;
    /** Routes and access rights must agree on this. An empty header is refused: nobody can mean it as a key. */
    get partitionKey(): ReturnType<typeof parsePartitionKeyHeader> | undefined;
    /** `true` in upper or lower case; everything else, and an absent header, is false. */
    booleanHeader(name: RequestHeader): boolean;
    integerHeader(name: RequestHeader, min: number, max: number): number | undefined;
    /** Comma-separated, without blanks around the entries. */
    listHeader(name: RequestHeader): string[];
    /** Routes and access rights must agree on this, so it is decided here, in the order that the service checks. */
    feedPost(): FeedPost;
    /** Whether the answer may hold many items. */
    get answersPage(): boolean;
    /** Whether the request changes nothing. */
    get isRead(): boolean;
}
export {};
