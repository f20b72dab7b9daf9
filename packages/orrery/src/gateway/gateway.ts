/**
 * HTTP in and out: each request is authenticated, routed, answered. Nothing escapes: an expected failure becomes
 * its status, a bug becomes a 500 and a line in the log, and the server goes on.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { AccountConsistency, type EngineOperations } from "../engine/index.ts";
import { Failure } from "../value/failure.ts";
import { ResponseHeader } from "../wire/headers.ts";
import { type AccountKeys, authenticate } from "./authenticate.ts";
import { authorizeToken } from "./authorize-token.ts";
import { addReplicaHeaders, checkReplica } from "./direct/replica.ts";
import { GatewayRequest } from "./gateway-request.ts";
import { activityIdOf, failureResponse, type GatewayResponse, writeResponse } from "./gateway-response.ts";
import { requestOfStream, writeToStream } from "./http2-exchange.ts";
import { RequestContext } from "./request-context.ts";
import type { ResourceTokens } from "./resource-tokens.ts";
import { control, isControlRequest } from "./routes/control/control.ts";
import { findRoute } from "./routes.ts";

const CERTIFICATE_PATH = "/_explorer/emulator.pem";

interface GatewayOptions {
  readonly engine: EngineOperations;
  readonly keys: AccountKeys;
  readonly tokens: ResourceTokens;
  /** The account's default level. */
  readonly consistency: AccountConsistency["level"];
  /** For those who want to trust it: the certificate, made if there is none yet. */
  readonly certificatePem: () => Promise<string>;
  /** Where direct mode is served; undefined while it is not. */
  readonly directPort: () => number | undefined;
}

export class Gateway {
  readonly #options: GatewayOptions;
  readonly #consistency: AccountConsistency;
  /** Clients that read copies themselves may read as many as they like. */
  readonly #directConsistency: AccountConsistency;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#consistency = new AccountConsistency(options.consistency);
    this.#directConsistency = new AccountConsistency(options.consistency, "Strong");
  }

  /** The handler of an HTTP server. */
  readonly handle = (message: IncomingMessage, response: ServerResponse): void => {
    void this.serve(GatewayRequest.of(message)).then((answer) => {
      writeResponse(
        response,
        message.method === "HEAD" ? { status: answer.status, headers: answer.headers } : answer,
      );
    });
  };

  /** The handler of HTTP/2 streams. */
  readonly handleStream = async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> => {
    const answer = await this.serve(requestOfStream(stream, headers));
    writeToStream(
      stream,
      headers[":method"] === "HEAD" ? { status: answer.status, headers: answer.headers } : answer,
    );
  };

  /** Never rejects. */
  async serve(request: GatewayRequest): Promise<GatewayResponse> {
    const startMs = performance.now();
    const answer = await this.#serve(request);
    // Of this machine, not of the database's own time: clients show it beside what they measure themselves.
    answer.headers[ResponseHeader.requestDurationMs] = Number((performance.now() - startMs).toFixed(3));
    return request.replica === undefined ? answer : addReplicaHeaders(this.#options.engine, request, answer);
  }

  async #serve(request: GatewayRequest): Promise<GatewayResponse> {
    const { engine, keys, tokens, directPort } = this.#options;
    const activityId = activityIdOf(request);
    try {
      if (request.target === CERTIFICATE_PATH) return await this.#certificate(request);
      const { environment } = engine;
      // Clients sign with the real time, wherever the clock of the database has been moved to.
      const access = authenticate(
        request,
        keys,
        environment.now() - (environment.clockControl?.aheadMs ?? 0),
      );
      const context = new RequestContext({
        engine,
        request,
        access,
        activityId,
        tokens,
        consistency: request.replica === undefined ? this.#consistency : this.#directConsistency,
        directPort: directPort(),
      });
      if (isControlRequest(request)) return await control(context);
      if (access.kind === "token") await authorizeToken(engine, tokens, request, access.token);
      if (request.replica !== undefined) await checkReplica(engine, request, request.replica);
      return await findRoute(request)(context);
    } catch (error) {
      if (!(error instanceof Failure)) {
        engine.environment.log(
          "error",
          `${request.method} ${request.target} failed (${activityId}): ${(error as Error)?.stack ?? String(error)}`,
        );
      }
      return failureResponse(error, activityId, engine.environment.now(), {
        isDirect: request.replica !== undefined,
      });
    }
  }

  async #certificate(request: GatewayRequest): Promise<GatewayResponse> {
    if (request.method !== "GET") throw new Failure("methodNotAllowed", "The certificate can only be read.");
    return {
      status: 200,
      headers: { "content-type": "application/x-pem-file" },
      body: Buffer.from(await this.#options.certificatePem()),
    };
  }
}
