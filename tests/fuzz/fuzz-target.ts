/** A database in memory behind a gateway, which is asked without a socket; it watches for what must never happen. */

import { Engine } from "../../packages/orrery/src/engine/index.ts";
import { Credentials } from "../../packages/orrery/src/gateway/auth/credentials.ts";
import { NO_DESKS } from "../../packages/orrery/src/gateway/context/no-desks.fixture.ts";
import { GatewayRequest } from "../../packages/orrery/src/gateway/exchange/gateway-request.ts";
import type { GatewayResponse } from "../../packages/orrery/src/gateway/exchange/gateway-response.ts";
import { Gateway } from "../../packages/orrery/src/gateway/gateway.ts";
import { BrowserGuard } from "../../packages/orrery/src/gateway/public/browser-guard.ts";
import { MemoryStore } from "../../packages/orrery/src/kv/memory/memory-store.ts";
import { PROCESS_SCHEDULER } from "../../packages/orrery/src/schedule/scheduler.ts";
import { Storage } from "../../packages/orrery/src/store/storage.ts";
import {
  RequestHeader,
  ResponseHeader,
  type ResponseHeaders,
} from "../../packages/orrery/src/wire/headers.ts";
import type { Replica } from "../../packages/orrery/src/wire/rntbd/replica-path.ts";
import { OUTCOME_STATUS, statusOf } from "../../packages/orrery/src/wire/status.ts";
import { seededRandom } from "../harness/seeded-random.ts";
import { keyToken } from "./key-token.ts";
import type { FuzzToken } from "./mutate-request.ts";
import { type FuzzRequest, SET_UP } from "./sample-requests.ts";

const KEY = Buffer.alloc(64, 7).toString("base64");
const AUTHORIZATION = keyToken(KEY);

export interface FuzzAnswer {
  readonly status: number;
  readonly text: string;
  /** What a client may send back, with the header in which it does. */
  readonly tokens: readonly FuzzToken[];
  /** What is wrong with the answer, whatever the request was. */
  readonly fault: string | undefined;
  readonly elapsedMs: number;
}

export class FuzzTarget {
  readonly #engine: Engine;
  readonly #gateway: Gateway;
  readonly #errors: string[];
  #containerRid = "";

  private constructor(engine: Engine, errors: string[]) {
    this.#engine = engine;
    this.#errors = errors;
    this.#gateway = new Gateway({
      engine,
      credentials: new Credentials({ primary: KEY }),
      guard: new BrowserGuard({ host: "127.0.0.1" }),
      consistency: "Session",
      certificatePem: async () => "",
      explorerFiles: async () => undefined,
      directPort: () => 10_250,
      desks: NO_DESKS,
    });
  }

  static async start(seed: number): Promise<FuzzTarget> {
    const errors: string[] = [];
    let aheadMs = 0;
    const engine = await Engine.open({
      storage: new Storage(new MemoryStore()),
      environment: {
        now: () => Date.now() + aheadMs,
        clockControl: {
          get aheadMs() {
            return aheadMs;
          },
          advance: (ms) => {
            aheadMs += ms;
          },
        },
        scheduler: PROCESS_SCHEDULER,
        random: seededRandom(seed),
        log: (level, message) => {
          if (level === "error") errors.push(message);
        },
      },
      cacheBytes: 1_000_000,
      throttle: "observe",
      scriptStatuses: { outcome: OUTCOME_STATUS, failure: (code) => statusOf(code).status },
    });
    const target = new FuzzTarget(engine, errors);
    for (const request of SET_UP) {
      const { status } = await target.send(request);
      if (status !== 201) throw new Error(`${request.method} ${request.path} gave ${status}`);
    }
    const { text } = await target.send({ method: "GET", path: "/dbs/db/colls/c", headers: {} });
    target.#containerRid = (JSON.parse(text) as { _rid: string })._rid;
    return target;
  }

  /** Requests for what has no name of its own: the offers of this database. */
  async offerRequests(): Promise<FuzzRequest[]> {
    const { text } = await this.send({ method: "GET", path: "/offers", headers: {} });
    const { Offers: offers } = JSON.parse(text) as { Offers: { _rid: string }[] };
    return offers.flatMap((offer) => {
      const path = `/offers/${offer._rid}`;
      return [
        { method: "GET", path, headers: {} },
        { method: "PUT", path, headers: {}, body: offer },
      ];
    });
  }

  /** Makes anew what is no longer there. */
  async restore(): Promise<void> {
    for (const request of SET_UP) await this.send(request);
  }

  async send({ method, path, headers, body, text: raw, replica }: FuzzRequest): Promise<FuzzAnswer> {
    const bytes = Buffer.from(
      raw ?? (body === undefined ? "" : JSON.stringify(body)),
      raw === undefined ? "utf8" : "latin1",
    );
    const startMs = performance.now();
    const answer = await this.#gateway.serve(
      new GatewayRequest({
        method,
        target: path,
        headers: { authorization: AUTHORIZATION, "x-ms-date": new Date().toUTCString(), ...headers },
        secure: false,
        host: "localhost:8081",
        readBody: async () => bytes,
        isGone: () => false,
        replica: replica === undefined ? undefined : this.#replicaOf(replica),
      }),
    );
    const text = answer.body?.toString("utf8") ?? "";
    return {
      status: answer.status,
      text,
      tokens: tokensOf(answer.headers, text),
      fault: this.#errors.shift() ?? faultOf(answer.status, text),
      elapsedMs: performance.now() - startMs,
    };
  }

  /** What the frames of direct mode carry. */
  get authorization(): string {
    return AUTHORIZATION;
  }

  get containerRid(): string {
    return this.#containerRid;
  }

  serve(request: GatewayRequest): Promise<GatewayResponse> {
    return this.#gateway.serve(request);
  }

  /** What was logged as an error, once. */
  takeError(): string | undefined {
    return this.#errors.shift();
  }

  #replicaOf(name: string): Replica {
    return name === "master" ? name : { containerRid: this.#containerRid, rangeId: name };
  }

  async close(): Promise<void> {
    this.#engine.stop();
    await this.#engine.close();
  }
}

function tokensOf(headers: ResponseHeaders, text: string): FuzzToken[] {
  const tokens: FuzzToken[] = [];
  const add = (header: string, value: unknown) => {
    if (value !== undefined) tokens.push({ header, value: String(value) });
  };
  add(RequestHeader.continuation, headers[ResponseHeader.continuation]);
  add(RequestHeader.sessionToken, headers[ResponseHeader.sessionToken]);
  add(RequestHeader.ifNoneMatch, headers[ResponseHeader.etag]);
  add(RequestHeader.ifMatch, headers[ResponseHeader.etag]);
  const [, resourceToken] = /"_token":"([^"]+)"/.exec(text) ?? [];
  add(RequestHeader.authorization, resourceToken && encodeURIComponent(resourceToken));
  return tokens;
}

function faultOf(status: number, text: string): string | undefined {
  if (status >= 500) return `${status}: ${text}`;
  if (status < 400) return undefined;
  try {
    const { code, message, Errors } = JSON.parse(text) as {
      code?: unknown;
      message?: unknown;
      Errors?: unknown;
    };
    if (typeof code === "string" && typeof message === "string") return undefined;
    // In direct mode.
    if (Array.isArray(Errors) && Errors.every((error) => typeof error === "string")) return undefined;
  } catch {
    // No JSON: said below.
  }
  return `${status} without an error's body: ${text.slice(0, 200)}`;
}
