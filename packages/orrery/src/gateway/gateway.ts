/**
 * HTTP in and out: each request is looked at by the guard, authenticated, routed, answered. Nothing escapes: an expected failure becomes
 * its status, a bug becomes a 500 and a line in the log, and the server goes on.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { Writable } from "node:stream";
import { AccountConsistency, type EngineOperations } from "../engine/index.ts";
import { Failure } from "../value/failure.ts";
import { RequestHeader, ResponseHeader } from "../wire/headers.ts";
import { CONTROL_PREFIX } from "../wire/resource-path.ts";
import type { Access } from "./access.ts";
import type { AdvertisedAddress } from "./advertised-address.ts";
import { authenticate } from "./authenticate.ts";
import { authorizeToken } from "./authorize-token.ts";
import type { BrowserGuard } from "./browser-guard.ts";
import { clientFacts } from "./client-facts.ts";
import { addCorsHeaders, isPreflight, preflightAnswer } from "./cors.ts";
import type { Credentials } from "./credentials.ts";
import { addReplicaHeaders, checkReplica } from "./direct/replica.ts";
import { ExchangeMemory } from "./exchange-memory.ts";
import { type ExplorerFiles, ExplorerPage, isExplorerRequest } from "./explorer-page.ts";
import { Faults } from "./faults/faults.ts";
import { serveWithFaults } from "./faults/serve-with-faults.ts";
import { GatewayRequest } from "./gateway-request.ts";
import { activityIdOf, failureResponse, type GatewayResponse, writeResponse } from "./gateway-response.ts";
import { Http2Code } from "./http2-codes.ts";
import { requestOfStream, writeToStream } from "./http2-exchange.ts";
import type { KeyDesks } from "./key-desks.ts";
import type { PlainExchange } from "./listener/plain-lane.ts";
import type { NodeRouter } from "./nodes/node-router.ts";
import { TRUNK_LIMITS } from "./nodes/trunk-protocol.ts";
import { openDoor } from "./open-doors.ts";
import { RefusalLog } from "./refusal-log.ts";
import { RequestContext } from "./request-context.ts";
import { findRoute } from "./routes.ts";
import { TrafficRecorder } from "./traffic-recorder.ts";
import { RequestLog, type RequestLogOptions } from "./watch/request-log.ts";
import { RequestMetrics } from "./watch/request-metrics.ts";
import { RequestRing } from "./watch/request-ring.ts";
import { servedRequest } from "./watch/served-request.ts";

/** Of a page of items, and of the answer to a batch. */
const PAGE_BYTES_MAX = 4 * 1024 * 1024;

const CERTIFICATE_PATH = "/_explorer/emulator.pem";

interface GatewayOptions {
  readonly engine: EngineOperations;
  readonly credentials: Credentials;
  readonly guard: BrowserGuard;
  /** The account's default level. */
  readonly consistency: AccountConsistency["level"];
  /** For those who want to trust it: the certificate, made if there is none yet. */
  readonly certificatePem: () => Promise<string>;
  /** What is served under /_explorer/; undefined where it is not installed. */
  readonly explorerFiles: () => Promise<ExplorerFiles | undefined>;
  /** Where direct mode is served; undefined while it is not. */
  readonly directPort: () => number | undefined;
  /** Announced instead of the address that a request came to. */
  readonly advertised?: (() => AdvertisedAddress | undefined) | undefined;
  /** Whether no other process can have changed what this one knows; absent: none ever can. */
  readonly isCurrent?: () => boolean;
  /** Absent: requests are not logged. */
  readonly requestLog?: RequestLogOptions | undefined;
  readonly desks: KeyDesks;
  /** Absent: this server is alone. */
  readonly nodes?: NodeRouter | undefined;
}

export class Gateway {
  readonly #options: GatewayOptions;
  readonly #consistency: AccountConsistency;
  /** Clients that read copies themselves may read as many as they like. */
  readonly #directConsistency: AccountConsistency;
  readonly #refusals: RefusalLog;
  readonly #explorer: ExplorerPage;
  readonly #recorder: TrafficRecorder;
  readonly #requests = new RequestRing();
  readonly #metrics = new RequestMetrics();
  readonly #requestLog: RequestLog | undefined;
  #isStopping = false;
  /** The faults that requests meet on command. */
  readonly faults: Faults;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#explorer = new ExplorerPage(options.explorerFiles);
    this.#consistency = new AccountConsistency(options.consistency);
    this.#directConsistency = new AccountConsistency(options.consistency, "copy");
    this.#recorder = new TrafficRecorder(options.engine);
    this.#requestLog = options.requestLog && new RequestLog(options.requestLog);
    const { environment } = options.engine;
    this.faults = new Faults({ nowMs: () => environment.now(), random: () => environment.random() });
    this.#refusals = new RefusalLog({
      nowMs: () => environment.now(),
      write: (line) => environment.log("warn", line),
    });
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

  /** The handler of HTTP/2 streams. */
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
    return new ExchangeMemory(this.#options.engine.environment.scheduler, cut, whenOver);
  }

  /** From here on it says that it is not ready, to whoever is still connected. */
  stopSoon(): void {
    this.#isStopping = true;
    // Whoever waits because of a fault goes on.
    this.faults.clear();
  }

  /** Never rejects. `access` is what the signature allows, where somebody has found that out. */
  async serve(request: GatewayRequest, access?: Access): Promise<GatewayResponse> {
    const startMs = performance.now();
    const answer = await this.#serve(request, access);
    if (this.#recorder.isOn) void this.#recorder.note(request, answer);
    const endMs = performance.now();
    // Of this machine, not of the database's own time: clients show it beside what they measure themselves.
    answer.headers[ResponseHeader.requestDurationMs] = Math.round((endMs - startMs) * 1000) / 1000;
    if (!request.isForwarded && isOfAccount(request, answer)) this.#watch(request, answer, startMs, endMs);
    const origin = this.#options.guard.allowedOrigin(request);
    if (origin !== undefined) addCorsHeaders(answer.headers, origin);
    return request.replica === undefined ? answer : addReplicaHeaders(this.#options.engine, request, answer);
  }

  #watch(request: GatewayRequest, answer: GatewayResponse, startMs: number, endMs: number): void {
    const atMs = this.#options.engine.environment.now();
    const served = servedRequest(request, answer, { atMs, startMs, endMs });
    this.#requests.add(served);
    this.#metrics.note(served);
    this.#requestLog?.note(served);
  }

  async #serve(request: GatewayRequest, known: Access | undefined): Promise<GatewayResponse> {
    const { engine, guard, directPort, nodes } = this.#options;
    const { keys, tokens } = this.#options.credentials;
    const activityId = activityIdOf(request);
    try {
      if (!request.isForwarded) guard.check(request);
      if (isPreflight(request) && guard.allowedOrigin(request) !== undefined) return preflightAnswer(request);
      const open = openDoor(request, this.#isStopping || !this.#isCurrent);
      if (open !== undefined) return open;
      if (request.target === CERTIFICATE_PATH) return await this.#certificate(request);
      if (isExplorerRequest(request)) return await this.#explorer.answer(request);
      const { environment } = engine;
      // Clients sign with the real time, wherever the clock of the database has been moved to.
      const realMs = environment.now() - (environment.clockControl?.aheadMs ?? 0);
      const access = known ?? authenticate(request, keys, realMs);
      request.trace.authenticatedMs = performance.now();
      this.#assertCurrent();
      const context = new RequestContext({
        engine,
        request,
        access,
        activityId,
        tokens,
        consistency: request.replica === undefined ? this.#consistency : this.#directConsistency,
        directPort: directPort(),
        advertised: this.#options.advertised?.(),
        recorder: this.#recorder,
        requests: this.#requests,
        metrics: this.#metrics,
        faults: this.faults,
        desks: this.#options.desks,
        nodes,
      });
      const here = () => this.#answer(context);
      const answer = nodes === undefined ? await here() : await nodes.serve(request, access, here);
      if (isControlRequest(request)) return answer;
      // It may be from the cache: what was true when it was read was true until now, or is not answered.
      this.#assertCurrent();
      request.memory?.answer(heldBytes(answer), () => request.isRead);
      return answer;
    } catch (error) {
      if (error instanceof Failure) request.trace.failure = error;
      const words = wordsForLog(error);
      if (words !== undefined) {
        const what = `${request.method} ${request.target} failed (${activityId})`;
        engine.environment.log("error", `${what}: ${words}`);
      }
      if (error instanceof Failure && error.code === "unauthorized")
        this.#refusals.note(request, error, activityId);
      const answer = failureResponse(error, activityId, engine.environment.now(), {
        isDirect: request.replica !== undefined,
        client: clientFacts(request.header(RequestHeader.userAgent)),
      });
      request.memory?.answer(answer.body?.length ?? 0, () => false);
      return answer;
    } finally {
      request.memory?.workDone();
    }
  }

  #answer(context: RequestContext): Promise<GatewayResponse> {
    const { engine, request, access, tokens } = context;
    if (isControlRequest(request)) return answerControl(context);
    if (access.kind !== "token") return this.#answerAllowed(context);
    return authorizeToken(engine, tokens, request, access.token).then(() => this.#answerAllowed(context));
  }

  #answerAllowed(context: RequestContext): Promise<GatewayResponse> {
    const { engine, request, activityId } = context;
    if (!this.faults.isArmed) return this.#route(context);
    return serveWithFaults({ faults: this.faults, request, activityId, engine }, () => this.#route(context));
  }

  #route(context: RequestContext): Promise<GatewayResponse> {
    const { engine, request } = context;
    if (request.replica === undefined) return this.#routeChecked(context);
    return checkReplica(engine, request, request.replica).then(() => this.#routeChecked(context));
  }

  #routeChecked(context: RequestContext): Promise<GatewayResponse> {
    const { engine, request } = context;
    if (request.answersPage) request.memory?.expect(PAGE_BYTES_MAX);
    else engine.environment.scheduler.noteShort();
    return findRoute(request)(context);
  }

  get #isCurrent(): boolean {
    return this.#options.isCurrent?.() ?? true;
  }

  #assertCurrent(): void {
    if (this.#isCurrent) return;
    throw new Failure(
      "unavailable",
      "The server has lost touch with its database, and what it knows may be out of date: repeat the request in a few seconds.",
    );
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

/** Neither of pages and doors, which need no name for what they did, nor of the control API, whose users watch the others. */
function isOfAccount(request: GatewayRequest, { headers }: GatewayResponse): boolean {
  return headers[ResponseHeader.activityId] !== undefined && !request.target.startsWith("/_");
}

function isControlRequest(request: GatewayRequest): boolean {
  return request.target.startsWith(CONTROL_PREFIX);
}

/** Loaded when first asked for: programs that only use the database never do. */
async function answerControl(context: RequestContext): Promise<GatewayResponse> {
  const { control } = await import("./routes/control/control.ts");
  return control(context);
}

function withoutBody({ body: _, pieces: __, ...answer }: GatewayResponse): GatewayResponse {
  return answer;
}

/** Of one that comes in pieces, no more than has been sent ahead. */
function heldBytes({ body, pieces }: GatewayResponse): number {
  return body?.length ?? Math.min(pieces?.bytes ?? 0, TRUNK_LIMITS.windowBytes);
}

function whenClosed(stream: Writable, go: () => void): void {
  if (stream.closed || stream.destroyed) go();
  else stream.once("close", go);
}

/** Of bugs and damage, which whoever runs the server must know of. */
function wordsForLog(error: unknown): string | undefined {
  if (!(error instanceof Failure)) return (error as Error)?.stack ?? String(error);
  return error.code === "corrupt" ? error.message : undefined;
}
