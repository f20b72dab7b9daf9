/**
 * Who may do what: a request signed with a read-write key may do everything, one signed with a read-only key may only
 * read; a token in the form of an emulator's carries such a key. A resource token is passed on: what it grants is checked
 * in authorize-token.ts.
 */
import { type KeyObject, timingSafeEqual } from "node:crypto";
import { Failure } from "../../value/failure.ts";
import { parseEmulatorToken } from "../../wire/emulator-token.ts";
import { RequestHeader } from "../../wire/headers.ts";
import { CONTROL_PREFIX } from "../../wire/resource-path.ts";
import {
  accountKey,
  CLOCK_SKEW_MS_MAX,
  expectedStringToSign,
  findSigningKey,
  isDateWithinSkew,
  parseAuthorization,
  type SignedRequest,
} from "../../wire/signature.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { Access } from "./access.ts";
import { ProvenSignatures } from "./proven-signatures.ts";

/** Each in base64. */
export interface AccountKeyTexts {
  readonly primary: string;
  readonly secondary?: string;
  readonly readOnly?: string;
  readonly secondaryReadOnly?: string;
}

const METRICS_PATH = `${CONTROL_PREFIX}metrics`;
const BEARER = "Bearer ";

const FULL: Access = { kind: "full" };
const READ_ONLY: Access = { kind: "readOnly" };

/** The account's keys, ready for use. */
export class AccountKeys {
  /** The primary key first, so that it is tried first. */
  readonly all: readonly KeyObject[];
  readonly #readOnly: ReadonlySet<KeyObject>;
  /** Of these keys. */
  readonly proven = new ProvenSignatures();

  constructor(texts: AccountKeyTexts) {
    const keys = (...given: (string | undefined)[]) =>
      given.filter((text) => text !== undefined).map(toAccountKey);
    const readOnly = keys(texts.readOnly, texts.secondaryReadOnly);
    this.all = [...keys(texts.primary, texts.secondary), ...readOnly];
    this.#readOnly = new Set(readOnly);
  }

  /** Those that may do everything, the primary key first. */
  get full(): readonly KeyObject[] {
    return this.all.filter((key) => !this.isReadOnly(key));
  }

  /** The key that is written like this, in base64. */
  byText(text: string): KeyObject | undefined {
    const given = Buffer.from(text);
    return this.all.find((key) => {
      const own = Buffer.from(key.export().toString("base64"));
      return own.length === given.length && timingSafeEqual(own, given);
    });
  }

  isReadOnly(key: KeyObject): boolean {
    return this.#readOnly.has(key);
  }
}

function toAccountKey(text: string): KeyObject {
  const key = accountKey(text);
  if (key === undefined) throw new Failure("badRequest", "An account key must be a text in base64.");
  return key;
}

export function authenticate(request: GatewayRequest, keys: AccountKeys, nowMs: number): Access {
  const header = request.header(RequestHeader.authorization);
  if (header === undefined) {
    throw unauthorized(
      "Required Header authorization is missing. Ensure a valid Authorization token is passed.",
    );
  }
  if (request.target === METRICS_PATH && header.startsWith(BEARER))
    return byBareKey(request, header.slice(BEARER.length), keys);
  const proven = keys.proven.keyOf(header, request);
  if (proven !== undefined) return byDatedSignature(request, proven, keys, nowMs);
  const authorization = parseAuthorization(header);
  switch (authorization?.type) {
    case "master": {
      const key = signingKey(request, authorization.signature, keys);
      keys.proven.note(header, request, key);
      return byDatedSignature(request, key, keys, nowMs);
    }
    case "resource":
      return { kind: "token", token: authorization.text };
    case "aad":
      return byEmulatorToken(request, authorization.signature, keys, nowMs);
    case "unknown":
    case undefined:
      throw unauthorized(
        "The authorization header is malformed; it must be type=master&ver=1.0&sig=<signature>, percent-encoded.",
      );
  }
}

/** As Prometheus sends it, which cannot sign. A key that may only read is enough. */
function byBareKey(request: GatewayRequest, text: string, keys: AccountKeys): Access {
  const key = keys.byText(text.trim());
  if (key === undefined)
    throw unauthorized("The metrics are read with an account key: Authorization: Bearer KEY.");
  return accessOf(request, key, keys);
}

function signingKey(request: GatewayRequest, signature: string, keys: AccountKeys): KeyObject {
  const signed: SignedRequest = {
    method: request.method,
    path: request.subject,
    msDate: request.header(RequestHeader.msDate),
    date: request.header(RequestHeader.date),
  };
  if (dateOf(request) === undefined) {
    throw unauthorized("The header x-ms-date is missing; it is part of what is signed.");
  }
  const key = findSigningKey(signed, signature, keys.all);
  if (key === undefined) {
    throw unauthorized(
      `The input authorization token can't serve the request. Check the key, and that the string to sign is built as the protocol says. Server used the following payload to sign: '${expectedStringToSign(signed)}'`,
    );
  }
  return key;
}

/** What was signed once is not good for ever. */
function byDatedSignature(request: GatewayRequest, key: KeyObject, keys: AccountKeys, nowMs: number): Access {
  const date = dateOf(request)!;
  if (!isDateWithinSkew(date, nowMs)) {
    throw unauthorized(
      `The request is dated '${date}', but the server's clock says '${new Date(nowMs).toUTCString()}'; they may differ by ${CLOCK_SKEW_MS_MAX / 60_000} minutes.`,
    );
  }
  return accessOf(request, key, keys);
}

function dateOf(request: GatewayRequest): string | undefined {
  return request.header(RequestHeader.msDate) ?? request.header(RequestHeader.date);
}

function byEmulatorToken(request: GatewayRequest, text: string, keys: AccountKeys, nowMs: number): Access {
  const token = parseEmulatorToken(text);
  const key = token && keys.byText(token.keyText);
  if (token === undefined || key === undefined) {
    throw unauthorized(
      "Tokens of Microsoft Entra ID are not served here, except in the form of the emulator, with the account key as the signature. Use an account key.",
    );
  }
  const skewSeconds = CLOCK_SKEW_MS_MAX / 1000;
  const nowSeconds = nowMs / 1000;
  if (nowSeconds >= token.expiresAtSeconds + skewSeconds)
    throw unauthorized("The token has expired. Get a new one.");
  if (nowSeconds < token.notBeforeSeconds - skewSeconds) {
    throw unauthorized("The token is not valid yet. Compare the clocks of client and server.");
  }
  return accessOf(request, key, keys);
}

function accessOf(request: GatewayRequest, key: KeyObject, keys: AccountKeys): Access {
  if (!keys.isReadOnly(key)) return FULL;
  if (!request.isRead) {
    throw new Failure("forbidden", "The key of this request may only read; use a read-write key to write.");
  }
  // A permission shows a token, and a token may grant more than reading.
  if (request.path.type === "permissions") {
    throw new Failure("forbidden", "A read-only key cannot read permissions; use a read-write key.");
  }
  return READ_ONLY;
}

function unauthorized(message: string): Failure {
  return new Failure("unauthorized", message);
}
