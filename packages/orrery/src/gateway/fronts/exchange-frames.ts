/**
 * What fronts and the engine's process say to each other about one exchange with a client: the request, its body where that is
 * large, the answer, and when one of them has no more use for the other.
 *
 * A text is a list of fields with a line feed between them, which is in no line or header of HTTP.
 */
import type { ResponseHeaders } from "../../wire/headers.ts";
import type { Access } from "../auth/access.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";

export const FromFront = {
  /** With its body, unless that comes later. */
  request: 1,
  /** All of a body that was asked for. */
  body: 2,
  /** The same, where there is none: the text says why. */
  bodyFailed: 3,
  /** The client has gone, or has taken an answer whose end was asked for. */
  over: 4,
} as const;

export const ToFront = {
  answer: 1,
  /** The body is wanted now. */
  wantBody: 2,
  /** The client is to be cut off. */
  cut: 3,
} as const;

/** Where the body of a request is: in its frame, still with the client, or lost with the client. */
export type BodyPlace = "here" | "later" | "gone";

export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly secure: boolean;
  readonly host: string;
  readonly clientAddress: string | undefined;
  /** What the signature allows; undefined where that has not been found out. */
  readonly access: Access | undefined;
  /** Which keys it was found out with. */
  readonly keysVersion: number;
  readonly body: BodyPlace;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

const FULL: Access = { kind: "full" };
const READ_ONLY: Access = { kind: "readOnly" };

/** What a resource token grants is found out where the data is. */
export function requestText(head: RequestHead): string {
  const { method, target, secure, host, clientAddress = "", access, keysVersion, body, headers } = head;
  const may = access === undefined || access.kind === "token" ? "" : access.kind;
  let text = `${method}\n${target}\n${secure ? "s" : ""}\n${host}\n${clientAddress}\n${may}\n${keysVersion}\n${body}`;
  for (const name in headers) text += `\n${name}\n${headers[name]}`;
  return text;
}

export function readRequestText(text: string): RequestHead {
  const fields = text.split("\n");
  const headers: Record<string, string> = {};
  for (let i = 8; i < fields.length; i += 2) headers[fields[i]!] = fields[i + 1]!;
  return {
    method: fields[0]!,
    target: fields[1]!,
    secure: fields[2] === "s",
    host: fields[3]!,
    clientAddress: fields[4] || undefined,
    access: fields[5] === "full" ? FULL : fields[5] === "readOnly" ? READ_ONLY : undefined,
    keysVersion: Number(fields[6]),
    body: fields[7] as BodyPlace,
    headers,
  };
}

export function answerText({ status, headers, isCut }: GatewayResponse, isAwaited: boolean): string {
  let text = `${status}\n${isCut ? "c" : ""}\n${isAwaited ? "a" : ""}`;
  for (const name in headers) text += `\n${name}\n${headers[name]}`;
  return text;
}

/** `isAwaited`: the engine wants to know when the client has taken it. */
export function readAnswer(
  text: string,
  body: Buffer,
): { readonly isAwaited: boolean; readonly answer: GatewayResponse } {
  const fields = text.split("\n");
  const headers: ResponseHeaders = {};
  for (let i = 3; i < fields.length; i += 2) headers[fields[i]!] = fields[i + 1]!;
  const status = Number(fields[0]);
  const answer =
    fields[1] === "c" ? { status, headers, body, isCut: true as const } : { status, headers, body };
  return { isAwaited: fields[2] === "a", answer };
}
