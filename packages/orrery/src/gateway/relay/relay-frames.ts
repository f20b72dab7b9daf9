/**
 * The relay protocol. A process that has a client passes the client's requests on to a process that answers them: HTTP workers to the
 * engine's process, nodes to each other. The transport, and who may open it, is theirs; frames, bodies, limits and ends are the same.
 *
 * - Exchanges run side by side, each with an id that the caller picks. `request` begins one, `response` answers it, once.
 * - A small body comes with its head. A larger one, or one that is still with its client, follows in chunks, so that other exchanges
 *   come in between, and only as far as the receiver has given credit. A response begins with a window of credit, a request with
 *   none: its body stays with the client until the server reads it. How large a body may be that comes with its head, each end
 *   decides for what it sends.
 * - `end` says that the caller has taken the response, or does not want it any more. The server waits for it where the response
 *   says so. Until then the exchange holds memory there. An `end` before the response makes the request one whose client is gone;
 *   the response still comes, without a body.
 * - `cut` says that the server gives the exchange up, because it needs the memory: the client is to be disconnected.
 * - Whatever cannot be understood closes the connection.
 *
 * A head is a list of fields with a line feed between them, which no line or header of HTTP contains.
 */
import { type Aim, parseAim } from "../../cluster/serve-where-owned.ts";
import type { ResponseHeaders } from "../../wire/headers.ts";
import type { Access } from "../auth/access.ts";
import type { GatewayRequestInit } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";

/** To be raised whenever frames or heads change. Nodes refuse each other unless they speak the same version. */
export const RELAY_VERSION = 1;

export const RELAY_LIMITS = {
  /** Of a body, in one frame. */
  chunkBytes: 64 * 1024,
  /** Of a body, sent and not yet taken by the receiver. */
  windowBytes: 256 * 1024,
  /** Between nodes: the fields of a head, and a chunk. A larger frame closes the connection. */
  frameBytesMax: 512 * 1024,
} as const;

export const RelayFrame = {
  /** From the caller. */
  request: 1,
  /** From the caller: the body will not come; the text is the code of the failure. */
  bodyFailed: 2,
  /** From the caller. */
  end: 3,
  /** From the server. */
  response: 4,
  /** From the server. */
  cut: 5,
  /** Of a request's body from the caller, of a response's from the server; the last one may be empty. */
  chunk: 6,
  lastChunk: 7,
  /** From the receiver of a body: that many bytes more may be sent. */
  credit: 8,
} as const;

/** Where the body of a request is: in its frame, to be sent once there is credit, or lost with the client. */
export type BodyPlace = "here" | "later" | "gone";

export type RelayedRequest = Pick<
  GatewayRequestInit,
  "method" | "target" | "secure" | "host" | "clientAddress" | "headers"
>;

/** What the caller has found out about a request. */
export interface RelayTerms {
  /** What the signature allows; undefined: the caller has not found out. */
  readonly access: Access | undefined;
  /** From an HTTP worker: which keys it was found out with. */
  readonly keysVersion?: number;
  /** From a node: what the request is forwarded for. */
  readonly aim?: Aim | undefined;
}

const FULL: Access = { kind: "full" };
const READ_ONLY: Access = { kind: "readOnly" };
const TOKEN = "token ";

/** Fields before the headers. */
const REQUEST_FIELDS = 9;
const RESPONSE_FIELDS = 4;

export function requestText(request: RelayedRequest, terms: RelayTerms, body: BodyPlace): string {
  const { method, target, secure, host, clientAddress = "", headers } = request;
  const { access, keysVersion = "", aim = "" } = terms;
  let text = `${method}\n${target}\n${secure ? "s" : ""}\n${host}\n${clientAddress}\n${accessText(access)}\n${keysVersion}\n${aim}\n${body}`;
  for (const name in headers) text += `\n${name}\n${headers[name]}`;
  return text;
}

export interface ReadRequest extends RelayedRequest, Required<RelayTerms> {
  readonly bodyPlace: BodyPlace;
}

export function readRequestText(text: string): ReadRequest {
  const fields = text.split("\n");
  const headers: Record<string, string> = {};
  for (let i = REQUEST_FIELDS; i < fields.length; i += 2) headers[fields[i]!] = fields[i + 1]!;
  return {
    method: fields[0]!,
    target: fields[1]!,
    secure: fields[2] === "s",
    host: fields[3]!,
    clientAddress: fields[4] || undefined,
    access: parseAccess(fields[5]!),
    keysVersion: Number(fields[6]),
    aim: fields[7] ? parseAim(fields[7]) : undefined,
    bodyPlace: fields[8] as BodyPlace,
    headers,
  };
}

/** A token was decoded from its header, and may contain anything. */
function accessText(access: Access | undefined): string {
  if (access === undefined) return "";
  return access.kind === "token" ? TOKEN + encodeURIComponent(access.token) : access.kind;
}

function parseAccess(text: string): Access | undefined {
  if (text === "full") return FULL;
  if (text === "readOnly") return READ_ONLY;
  return text.startsWith(TOKEN)
    ? { kind: "token", token: decodeURIComponent(text.slice(TOKEN.length)) }
    : undefined;
}

/** `chunkedBytes`: the length of a body that follows in chunks. */
export function responseText(
  { status, headers, isCut }: GatewayResponse,
  isAwaited: boolean,
  chunkedBytes?: number,
): string {
  let text = `${status}\n${isCut ? "c" : ""}\n${isAwaited ? "a" : ""}\n${chunkedBytes ?? ""}`;
  for (const name in headers) text += `\n${name}\n${headers[name]}`;
  return text;
}

/** `isAwaited`: the server waits for the end of the exchange. */
export function readResponse(
  text: string,
  body: Buffer,
): {
  readonly response: GatewayResponse;
  readonly isAwaited: boolean;
  readonly chunkedBytes: number | undefined;
} {
  const fields = text.split("\n");
  const headers: ResponseHeaders = {};
  for (let i = RESPONSE_FIELDS; i < fields.length; i += 2) headers[fields[i]!] = fields[i + 1]!;
  const status = Number(fields[0]);
  return {
    response: fields[1] === "c" ? { status, headers, body, isCut: true } : { status, headers, body },
    isAwaited: fields[2] === "a",
    chunkedBytes: fields[3] ? Number(fields[3]) : undefined,
  };
}
