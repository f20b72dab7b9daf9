/**
 * A request as the routes see it, whether it came over a socket or from a client in the same process. Headers have
 * lower-case names; the path is parsed, and the body read, when first asked for.
 */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Aim } from "../../cluster/serve-where-owned.ts";
import { Failure } from "../../value/failure.ts";
import type { FeedOperationKind } from "../../value/operations/item-operation.ts";
import { QUERY_CONTENT_TYPE, RequestHeader } from "../../wire/headers.ts";
import { POSTS_BY_HEADER } from "../../wire/item-verbs.ts";
import { parsePartitionKeyHeader } from "../../wire/partition-key-header.ts";
import { parseResourcePath, type ResourcePath } from "../../wire/resource-path.ts";
import type { Replica } from "../../wire/rntbd/replica-path.ts";
import type { ExchangeMemory } from "./exchange-memory.ts";
import { BODY_BYTES_MAX, readBody } from "./read-body.ts";
import { RequestTrace } from "./request-trace.ts";

export interface GatewayRequestInit {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly secure: boolean;
  readonly host: string;
  /** Absent: the client is in this process. */
  readonly clientAddress?: string | undefined;
  readonly readBody: () => Promise<Buffer>;
  /** Whether the client has hung up. */
  readonly isGone: () => boolean;
  /** In direct mode: what the client has connected to. */
  readonly replica?: Replica | undefined;
  /** Absent: whoever asks holds what it sends and gets. */
  readonly memory?: ExchangeMemory | undefined;
  /** Another node has forwarded it, for this. */
  readonly forwardedAim?: Aim | undefined;
}

/** What a connection says of a request. */
interface RequestHead extends Pick<GatewayRequestInit, "method" | "target" | "headers"> {
  readonly socket: Socket;
}

/** One that was read from its connection without Node's objects. */
interface WholeRequest extends RequestHead {
  readonly body: Buffer;
}

/** What a POST to a feed asks for. */
export type FeedPost = FeedOperationKind | "batch" | "queryPlan" | "query";

export class GatewayRequest {
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
  readonly trace = new RequestTrace();
  readonly #readBody: () => Promise<Buffer>;
  #path: ResourcePath | undefined;
  #subject: ResourcePath | undefined;
  #body: Promise<Buffer> | undefined;

  constructor(init: GatewayRequestInit) {
    this.method = init.method;
    this.target = init.target;
    this.headers = init.headers;
    this.secure = init.secure;
    this.host = init.host;
    this.clientAddress = init.clientAddress;
    this.isGone = init.isGone;
    this.replica = init.replica;
    this.memory = init.memory;
    this.forwardedAim = init.forwardedAim;
    this.isForwarded = init.forwardedAim !== undefined;
    this.#readBody = init.readBody;
  }

  static of(message: IncomingMessage, memory?: ExchangeMemory): GatewayRequest {
    const { method = "GET", url = "/", socket } = message;
    // Node joins repeated headers; only set-cookie, which no request has, comes as a list.
    const headers = message.headers as Record<string, string | undefined>;
    return requestOver({ method, target: url, headers, socket }, () => readBody(message), memory);
  }

  static ofPlain(request: WholeRequest, memory?: ExchangeMemory): GatewayRequest {
    const { body } = request;
    return requestOver(request, async () => body, memory);
  }

  /** Requests of different clients take turns, as far as they can be told apart: by their address and what they say of themselves. */
  get client(): string {
    return `${this.clientAddress} ${this.header(RequestHeader.userAgent)}`;
  }

  /** Where the client reached the server: scheme, name and port. A proxy that ends TLS tells the scheme. */
  get endpoint(): string {
    const own = this.secure ? "https" : "http";
    const told = this.header(RequestHeader.forwardedProto);
    // Each proxy on the way may add its own; the first is that of the client.
    const scheme = told === undefined ? own : (/^https?(?= *(?:,|$))/.exec(told)?.[0] ?? own);
    return `${scheme}://${this.host}`;
  }

  /** Throws a Failure when the target names no resource. */
  get path(): ResourcePath {
    return (this.#path ??= parseResourcePath(this.target));
  }

  /**
   * What the request is about, which is what clients sign: its path; where it asks who serves something, the path of
   * that.
   */
  get subject(): ResourcePath {
    return (this.#subject ??= this.path.type === "addresses" ? this.#resolvedPath() : this.path);
  }

  /** The query string of a feed. */
  get query(): URLSearchParams {
    return new URLSearchParams(this.path.query);
  }

  #resolvedPath(): ResourcePath {
    const link = this.query.get("$resolveFor");
    if (link === null)
      throw new Failure("badRequest", "Addresses are asked for with '$resolveFor' and the link of a feed.");
    // Resource ids have no blanks, but a plus that was not encoded reads as one.
    return parseResourcePath(`/${link.replaceAll(" ", "+")}`);
  }

  body(): Promise<Buffer> {
    return (this.#body ??= this.#receive());
  }

  /** The same before it is parsed: what a large body leads to needs room on the heap. */
  async bodyToParse(): Promise<Buffer> {
    const body = await this.body();
    await this.memory?.work(body);
    return body;
  }

  async #receive(): Promise<Buffer> {
    const startMs = performance.now();
    const body = await (this.memory?.receive(this.#bodyBytesMax, this.#readBody) ?? this.#readBody());
    this.trace.receiveMs = performance.now() - startMs;
    this.trace.body = body;
    return body;
  }

  /** Of one that is sent in pieces, nothing else is known. */
  get #bodyBytesMax(): number {
    const declared = this.headers["content-length"];
    if (declared === undefined && /^(GET|HEAD|DELETE)$/.test(this.method)) return 0;
    return Math.min(Number(declared ?? BODY_BYTES_MAX) || 0, BODY_BYTES_MAX);
  }

  /** Whether it can have a body. */
  get mayHaveBody(): boolean {
    return this.#bodyBytesMax > 0;
  }

  /** Undefined when the header is absent or empty. */
  header(name: RequestHeader): string | undefined {
    return this.headers[name] || undefined;
  }

  /** Routes and access rights must agree on this. An empty header is refused: nobody can mean it as a key. */
  get partitionKey(): ReturnType<typeof parsePartitionKeyHeader> | undefined {
    const key = this.headers[RequestHeader.partitionKey];
    return key === undefined ? undefined : parsePartitionKeyHeader(key);
  }

  /** `true` in upper or lower case; everything else, and an absent header, is false. */
  booleanHeader(name: RequestHeader): boolean {
    return this.headers[name]?.toLowerCase() === "true";
  }

  integerHeader(name: RequestHeader, min: number, max: number): number | undefined {
    const text = this.header(name);
    if (text === undefined) return undefined;
    const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      throw new Failure(
        "badRequest",
        `The header '${name}' must be a whole number from ${min} to ${max}, not '${text}'.`,
      );
    }
    return value;
  }

  /** Comma-separated, without blanks around the entries. */
  listHeader(name: RequestHeader): string[] {
    const text = this.header(name);
    if (text === undefined) return [];
    const entries = text.split(",").map((entry) => entry.trim());
    return entries.filter((entry) => entry !== "");
  }

  /** Routes and access rights must agree on this, so it is decided here, in the order that the service checks. */
  feedPost(): FeedPost {
    if (this.booleanHeader(RequestHeader.isBatch)) return "batch";
    if (this.booleanHeader(RequestHeader.isQueryPlan)) return "queryPlan";
    if (this.booleanHeader(RequestHeader.isQuery) || this.booleanHeader(RequestHeader.isQueryGo))
      return "query";
    if (this.header(RequestHeader.contentType)?.startsWith(QUERY_CONTENT_TYPE)) return "query";
    return POSTS_BY_HEADER.find(([header]) => this.booleanHeader(header))?.[1] ?? "create";
  }

  /** Whether the answer may hold many items. */
  get answersPage(): boolean {
    if (!this.path.isFeed) return false;
    if (this.method !== "POST") return this.method === "GET";
    const post = this.feedPost();
    return post === "query" || post === "batch";
  }

  /** Whether the request changes nothing. */
  get isRead(): boolean {
    if (this.method === "GET" || this.method === "HEAD") return true;
    if (this.method !== "POST" || !this.path.isFeed) return false;
    const post = this.feedPost();
    return post === "query" || post === "queryPlan";
  }
}

function requestOver(
  { method, target, headers, socket }: RequestHead,
  body: () => Promise<Buffer>,
  memory: ExchangeMemory | undefined,
): GatewayRequest {
  return new GatewayRequest({
    method,
    target: withoutFragment(target),
    headers,
    secure: "encrypted" in socket,
    host: headers.host ?? `localhost:${socket.localPort}`,
    clientAddress: socket.remoteAddress,
    readBody: body,
    isGone: () => socket.destroyed,
    memory,
  });
}

/** What follows a `#` that was not encoded is not for servers, and clients sign it all the same: that is a 401. */
function withoutFragment(url: string): string {
  const hash = url.indexOf("#");
  return hash < 0 ? url : url.slice(0, hash);
}
