/**
 * Signatures that were found to be right. Clients date their requests by the second, and a create or a query names its
 * container alone, so that most of them repeat the signature of the one before: it is found here, and not computed again.
 */
import type { KeyObject } from "node:crypto";
import { RequestHeader } from "../../wire/headers.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";

/** Clients and containers of one second. */
const PROVEN_MAX = 64;

interface Proven {
  readonly target: string;
  readonly date: string;
  readonly key: KeyObject;
}

export class ProvenSignatures {
  /** By the header `authorization` as it was sent. */
  readonly #proven = new Map<string, Proven>();

  /** The key that has signed another request with the same header, of which all that is signed is the same. */
  keyOf(authorization: string, request: GatewayRequest): KeyObject | undefined {
    if (request.method !== "POST") return undefined;
    const proven = this.#proven.get(authorization);
    return proven?.target === request.target && proven.date === request.header(RequestHeader.msDate)
      ? proven.key
      : undefined;
  }

  /** A request that names an item is not repeated. */
  note(authorization: string, request: GatewayRequest, key: KeyObject): void {
    const date = request.header(RequestHeader.msDate);
    if (request.method !== "POST" || date === undefined) return;
    if (this.#proven.size >= PROVEN_MAX) this.#proven.clear();
    this.#proven.set(authorization, { target: request.target, date, key });
  }
}
