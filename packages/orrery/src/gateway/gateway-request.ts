/**
 * A request as the routes see it, whether it came over a socket or from a client in the same process. Headers have
 * lower-case names; the path is parsed, and the body read, when first asked for.
 */
import type { IncomingMessage } from "node:http";
import { Failure } from "../value/failure.ts";
import { QUERY_CONTENT_TYPE, RequestHeader } from "../wire/headers.ts";
import { parsePartitionKeyHeader } from "../wire/partition-key-header.ts";
import { parseResourcePath, type ResourcePath } from "../wire/resource-path.ts";
import type { Replica } from "../wire/rntbd/replica-path.ts";
import { readBody } from "./read-body.ts";

export interface GatewayRequestInit {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly secure: boolean;
  readonly host: string;
  readonly readBody: () => Promise<Buffer>;
  /** Whether the client has hung up. */
  readonly isGone: () => boolean;
  /** In direct mode: what the client has connected to. */
  readonly replica?: Replica | undefined;
}

/** What a POST to a feed asks for. */
type FeedPost = "batch" | "queryPlan" | "query" | "upsert" | "create";

export class GatewayRequest {
  readonly method: string;
  /** Path and query string, as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Over TLS. */
  readonly secure: boolean;
  /** Name and port by which the client reached the server. */
  readonly host: string;
  readonly isGone: () => boolean;
  readonly replica: Replica | undefined;
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
    this.isGone = init.isGone;
    this.replica = init.replica;
    this.#readBody = init.readBody;
  }

  static of(message: IncomingMessage): GatewayRequest {
    return new GatewayRequest({
      method: message.method ?? "GET",
      target: withoutFragment(message.url ?? "/"),
      // Node joins repeated headers; only set-cookie, which no request has, comes as a list.
      headers: message.headers as Record<string, string | undefined>,
      secure: "encrypted" in message.socket,
      host: message.headers.host ?? `localhost:${message.socket.localPort}`,
      readBody: () => readBody(message),
      isGone: () => message.socket.destroyed,
    });
  }

  /** Where the client reached the server: scheme, name and port. */
  get endpoint(): string {
    return `${this.secure ? "https" : "http"}://${this.host}`;
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
    return (this.#body ??= this.#readBody());
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
    return this.booleanHeader(RequestHeader.isUpsert) ? "upsert" : "create";
  }

  /** Whether the request changes nothing. */
  get isRead(): boolean {
    if (this.method === "GET" || this.method === "HEAD") return true;
    if (this.method !== "POST" || !this.path.isFeed) return false;
    const post = this.feedPost();
    return post === "query" || post === "queryPlan";
  }
}

/** What follows a `#` that was not encoded is not for servers, and clients sign it all the same: that is a 401. */
function withoutFragment(url: string): string {
  const hash = url.indexOf("#");
  return hash < 0 ? url : url.slice(0, hash);
}
