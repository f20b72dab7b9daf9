/**
 * Where requests of every kind of connection come in, and where their answers go out. `stages/` says what happens to a
 * request; here it is counted, recorded and logged.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { Writable } from "node:stream";
import { ResponseHeader } from "../wire/headers.ts";
import type { Access } from "./auth/access.ts";
import { type GatewayOptions, type GatewayServices, gatewayServices } from "./context/gateway-services.ts";
import { RequestContext } from "./context/request-context.ts";
import { addReplicaHeaders } from "./direct/replica.ts";
import { ExchangeMemory } from "./exchange/exchange-memory.ts";
import { GatewayRequest } from "./exchange/gateway-request.ts";
import { type GatewayResponse, withoutBody } from "./exchange/gateway-response.ts";
import type { Faults } from "./faults/faults.ts";
import { Http2Code } from "./listener/http2-codes.ts";
import { requestOfStream, writeToStream } from "./listener/http2-exchange.ts";
import type { PlainExchange } from "./listener/plain-lane.ts";
import { writeResponse } from "./listener/write-response.ts";
import { addCorsHeaders } from "./public/cors.ts";
import { answerInStages } from "./stages/stages.ts";
import { RequestLog, type RequestLogOptions } from "./watch/request-log.ts";
import { servedRequest } from "./watch/served-request.ts";

export class Gateway {
  readonly #services: GatewayServices;
  readonly #requestLog: RequestLog | undefined;
  #isStopping = false;

  /** Without `requestLog`, requests are not logged. */
  constructor(options: GatewayOptions, requestLog?: RequestLogOptions) {
    this.#services = gatewayServices(options, () => this.#isStopping);
    this.#requestLog = requestLog && new RequestLog(requestLog);
  }

  /** The faults that requests meet on command. */
  get faults(): Faults {
    return this.#services.faults;
  }

  /** The handler of an HTTP server. */
  readonly handle = (message: IncomingMessage, response: ServerResponse): void => {
    const memory = this.memory(
      () => message.socket.destroy(),
      (go) => whenClosed(response, go),
    );
    void this.serve(GatewayRequest.of(message, memory)).then((answer) => {
      writeResponse(response, message.method === "HEAD" ? withoutBody(answer) : answer);
    });
  };

  /** The handler of requests that were read whole from their connection. */
  readonly handlePlain = (exchange: PlainExchange): void => {
    const memory = this.memory(
      () => exchange.socket.destroy(),
      (go) => exchange.whenOver(go),
    );
    void this.serve(GatewayRequest.ofPlain(exchange, memory)).then((answer) => exchange.answer(answer));
  };

  readonly handleStream = async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> => {
    const memory = this.memory(
      () => stream.close(Http2Code.cancel),
      (go) => whenClosed(stream, go),
    );
    const answer = await this.serve(requestOfStream(stream, headers, memory));
    writeToStream(stream, headers[":method"] === "HEAD" ? withoutBody(answer) : answer);
  };

  /** For one exchange, which `cut` ends. */
  memory(cut: () => void, whenOver?: (go: () => void) => void): ExchangeMemory {
    return new ExchangeMemory(this.#services.engine.environment.scheduler, cut, whenOver);
  }

  /** From here on it says that it is not ready, to whoever is still connected. */
  stopSoon(): void {
    this.#isStopping = true;
    // Whoever waits because of a fault goes on.
    this.faults.clear();
  }

  /** Never rejects. `access` is what the signature allows, where that is known already. */
  async serve(request: GatewayRequest, access?: Access): Promise<GatewayResponse> {
    const startMs = performance.now();
    const { engine, guard, recorder } = this.#services;
    const answer = await answerInStages(new RequestContext(this.#services, request, access));
    if (recorder.isOn) void recorder.note(request, answer);
    const endMs = performance.now();
    // Of this machine, not of the database's own time: clients show it beside what they measure themselves.
    answer.headers[ResponseHeader.requestDurationMs] = Math.round((endMs - startMs) * 1000) / 1000;
    if (!request.isForwarded && isOfAccount(request, answer)) this.#watch(request, answer, startMs, endMs);
    const origin = guard.allowedOrigin(request);
    if (origin !== undefined) addCorsHeaders(answer.headers, origin);
    return request.replica === undefined ? answer : addReplicaHeaders(engine, request, answer);
  }

  #watch(request: GatewayRequest, answer: GatewayResponse, startMs: number, endMs: number): void {
    const { engine, requests, metrics } = this.#services;
    const served = servedRequest(request, answer, { atMs: engine.environment.now(), startMs, endMs });
    requests.add(served);
    metrics.note(served);
    this.#requestLog?.note(served);
  }
}

/** Neither of pages and doors, which need no name for what they did, nor of the control API, whose users watch the others. */
function isOfAccount(request: GatewayRequest, { headers }: GatewayResponse): boolean {
  return headers[ResponseHeader.activityId] !== undefined && !request.target.startsWith("/_");
}

function whenClosed(stream: Writable, go: () => void): void {
  if (stream.closed || stream.destroyed) go();
  else stream.once("close", go);
}
