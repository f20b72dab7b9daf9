/** One request on its way through a route: who asks, of which engine, and how the answer is put together. */
import assert from "node:assert/strict";
import type {
  AccountConsistency,
  ContainerAddress,
  EngineOperations,
  ResourceAnswer,
  ResourceList,
} from "../../engine/index.ts";
import { inPieces, LARGE_PIECE_BYTES } from "../../schedule/in-turns.ts";
import { type FeedType, feedEnvelope } from "../../wire/feed-envelope.ts";
import { RequestHeader, ResponseHeader, type ResponseHeaders } from "../../wire/headers.ts";
import { parseJsonObject, parseJsonObjectInPieces } from "../../wire/parse-json.ts";
import type { Access } from "../auth/access.ts";
import { type ClientFacts, clientFacts } from "../exchange/client-facts.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import { activityIdOf, commonHeaders, type GatewayResponse } from "../exchange/gateway-response.ts";
import { ownerHeaders } from "../exchange/owner-headers.ts";
import type { GatewayServices } from "./gateway-services.ts";

export type JsonBody = ReturnType<typeof parseJsonObject>;

export class RequestContext {
  readonly services: GatewayServices;
  readonly request: GatewayRequest;
  readonly activityId: string;
  #access: Access | undefined;

  /** `access`: what the signature allows, where that is known already. */
  constructor(services: GatewayServices, request: GatewayRequest, access?: Access) {
    this.services = services;
    this.request = request;
    this.activityId = activityIdOf(request);
    this.#access = access;
  }

  get engine(): EngineOperations {
    return this.services.engine;
  }

  get isAuthenticated(): boolean {
    return this.#access !== undefined;
  }

  /** Requires that the client was authenticated. */
  get access(): Access {
    assert(this.#access !== undefined, "The access of a request is known once it is authenticated.");
    return this.#access;
  }

  set access(access: Access) {
    this.#access = access;
  }

  get consistency(): AccountConsistency {
    const { consistency, directConsistency } = this.services;
    return this.request.replica === undefined ? consistency : directConsistency;
  }

  /** The id that the path gives at a level: 0 is the database. */
  id(level: number): string {
    return this.request.path.segments[level]!.id;
  }

  /** The container that the path names. */
  get container(): ContainerAddress {
    return { database: this.id(0), container: this.id(1) };
  }

  /** The same for requests on items, which may also say which container of that name they mean. */
  get intendedContainer(): ContainerAddress {
    const intendedRid = this.request.header(RequestHeader.intendedContainerRid);
    return { database: this.id(0), container: this.id(1), intendedRid };
  }

  get client(): ClientFacts {
    return clientFacts(this.request.header(RequestHeader.userAgent));
  }

  async json(): Promise<JsonBody> {
    const body = await this.request.bodyToParse();
    if (body.length < LARGE_PIECE_BYTES) return parseJsonObject(body);
    return inPieces(this.engine.environment.scheduler, this.request.client, parseJsonObjectInPieces(body));
  }

  get ifMatch(): string | undefined {
    return this.request.header(RequestHeader.ifMatch);
  }

  get continuation(): string | undefined {
    return this.request.header(RequestHeader.continuation);
  }

  /** Undefined leaves the page size to the server: the header is -1 or absent, or 0, as the Java client has it for TOP 0. */
  get maxItems(): number | undefined {
    const count = this.request.integerHeader(RequestHeader.maxItemCount, -1, 2_147_483_647);
    return count === -1 || count === 0 ? undefined : count;
  }

  /** The answer keeps `headers` and adds to it. */
  answer(
    status: number,
    body: Buffer | undefined,
    charge: number,
    headers: ResponseHeaders = {},
  ): GatewayResponse {
    commonHeaders(this.activityId, charge, this.engine.environment.now(), headers);
    return body === undefined ? { status, headers } : { status, headers, body };
  }

  /** A resource above items; 304, without a body, for a client that has it already. */
  answerResource(
    status: number,
    { resource, owner, charge }: ResourceAnswer,
    headers: ResponseHeaders = {},
  ): GatewayResponse {
    const etag = resource.body._etag as string;
    const isKnown = this.request.isRead && this.request.header(RequestHeader.ifNoneMatch) === etag;
    return this.answer(
      isKnown ? 304 : status,
      isKnown ? undefined : Buffer.from(JSON.stringify(resource.body)),
      charge,
      { [ResponseHeader.etag]: etag, ...ownerHeaders(owner), ...headers },
    );
  }

  /** A page of resources above items. */
  answerList(
    type: FeedType,
    { owner, rows, continuation, charge }: ResourceList,
    headers: ResponseHeaders = {},
  ): GatewayResponse {
    if (continuation !== undefined) headers[ResponseHeader.continuation] = continuation;
    const items = rows.map((row) => Buffer.from(JSON.stringify(row)));
    return this.answerFeed(type, owner.rid, items, charge, { ...ownerHeaders(owner), ...headers });
  }

  answerFeed(
    type: FeedType,
    ownerRid: string,
    items: readonly Buffer[],
    charge: number,
    headers: ResponseHeaders = {},
  ): GatewayResponse {
    return this.answer(200, feedEnvelope(type, ownerRid, items), charge, {
      [ResponseHeader.itemCount]: items.length,
      ...headers,
    });
  }
}
