/**
 * The stages of a request, in their order. What comes before `authenticateClient` is open to every client; what comes after
 * `serveWhereOwned` happens on the node that owns what the request is about.
 */
import type { EngineOperations } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { CONTROL_PREFIX } from "../../wire/resource-path.ts";
import { authenticate } from "../auth/authenticate.ts";
import { authorizeToken } from "../auth/authorize-token.ts";
import type { GatewayServices } from "../context/gateway-services.ts";
import type { RequestContext } from "../context/request-context.ts";
import { checkReplica } from "../direct/replica.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { serveWithFaults } from "../faults/serve-with-faults.ts";
import { isPreflight, preflightAnswer } from "../public/cors.ts";
import { isExplorerRequest } from "../public/explorer-page.ts";
import { openDoor } from "../public/open-doors.ts";
import { RELAY_LIMITS } from "../relay/relay-frames.ts";
import { findRoute } from "../routes/routes.ts";
import { answerFailures } from "./answer-failures.ts";
import { type Answerer, chainStages } from "./stage.ts";

/** Of a page of items, and of the answer to a batch. */
const PAGE_BYTES_MAX = 4 * 1024 * 1024;

const CERTIFICATE_PATH = "/_explorer/emulator.pem";

/** Refuses what a browser sends for a page that may not use this server. */
export function guardBrowsers(context: RequestContext, next: Answerer): Promise<GatewayResponse> {
  const { request, services } = context;
  if (!request.isForwarded) services.guard.check(request);
  if (isPreflight(request) && services.guard.allowedOrigin(request) !== undefined)
    return Promise.resolve(preflightAnswer(request));
  return next(context);
}

/** Answers what needs no signature: probes, the certificate, the explorer's files. */
export function answerPublicly(context: RequestContext, next: Answerer): Promise<GatewayResponse> {
  const { request, services } = context;
  const open = openDoor(request, services.isStopping() || !services.isCurrent());
  if (open !== undefined) return Promise.resolve(open);
  if (request.target === CERTIFICATE_PATH) return answerCertificate(request, services);
  if (isExplorerRequest(request)) return services.explorer.answer(request);
  return next(context);
}

async function answerCertificate(
  { method }: GatewayRequest,
  { certificatePem }: GatewayServices,
): Promise<GatewayResponse> {
  if (method !== "GET") throw new Failure("methodNotAllowed", "The certificate can only be read.");
  return {
    status: 200,
    headers: { "content-type": "application/x-pem-file" },
    body: Buffer.from(await certificatePem()),
  };
}

/** Finds out what the signature allows, unless an HTTP worker or another node has done so. */
export function authenticateClient(context: RequestContext, next: Answerer): Promise<GatewayResponse> {
  const { request, engine, services } = context;
  if (!context.isAuthenticated)
    context.access = authenticate(request, services.credentials.keys, realTimeMs(engine));
  request.trace.authenticatedMs = performance.now();
  return next(context);
}

/** Clients sign with the real time, wherever the clock of the database has been moved to. */
function realTimeMs({ environment }: EngineOperations): number {
  return environment.now() - (environment.clockControl?.aheadMs ?? 0);
}

/**
 * Refuses requests while another process may have changed what this one knows. The answer may be from a cache: what was true
 * when it was read was true until now, or is not answered.
 */
export async function stayCurrent(context: RequestContext, next: Answerer): Promise<GatewayResponse> {
  const { request, services } = context;
  assertCurrent(services);
  const answer = await next(context);
  if (isControlRequest(request)) return answer;
  assertCurrent(services);
  request.memory?.answer(heldBytes(answer), () => request.isRead);
  return answer;
}

function assertCurrent(services: GatewayServices): void {
  if (services.isCurrent()) return;
  throw new Failure(
    "unavailable",
    "The server has lost touch with its database, and what it knows may be out of date: repeat the request in a few seconds.",
  );
}

/** Of one that comes in pieces, no more than has been sent ahead. */
function heldBytes({ body, pieces }: GatewayResponse): number {
  return body?.length ?? Math.min(pieces?.bytes ?? 0, RELAY_LIMITS.windowBytes);
}

/** Forwards what another node owns. */
export function serveWhereOwned(context: RequestContext, next: Answerer): Promise<GatewayResponse> {
  const { nodes } = context.services;
  return nodes === undefined
    ? next(context)
    : nodes.serve(context.request, context.access, () => next(context));
}

/** The control API is loaded with its first request: programs that only use the database never send one. */
export function answerControl(context: RequestContext, next: Answerer): Promise<GatewayResponse> {
  if (!isControlRequest(context.request)) return next(context);
  return import("../routes/control/control.ts").then(({ control }) => control(context));
}

function isControlRequest(request: GatewayRequest): boolean {
  return request.target.startsWith(CONTROL_PREFIX);
}

/** A resource token opens what its permission names. */
export function authorizeResourceToken(context: RequestContext, next: Answerer): Promise<GatewayResponse> {
  const { access, engine, request, services } = context;
  if (access.kind !== "token") return next(context);
  const authorized = authorizeToken(engine, services.credentials.tokens, request, access.token);
  return authorized.then(() => next(context));
}

/** Faults that a user has asked for. */
export function injectFaults(context: RequestContext, next: Answerer): Promise<GatewayResponse> {
  const { faults } = context.services;
  if (!faults.isArmed) return next(context);
  const { request, activityId, engine } = context;
  return serveWithFaults({ faults, request, activityId, engine }, () => next(context));
}

/** A request in direct mode names a physical partition, which may have been split since. */
export function checkAddress(context: RequestContext, next: Answerer): Promise<GatewayResponse> {
  const { engine, request } = context;
  if (request.replica === undefined) return next(context);
  return checkReplica(engine, request, request.replica).then(() => next(context));
}

export function answerByRoute(context: RequestContext): Promise<GatewayResponse> {
  const { engine, request } = context;
  if (request.answersPage) request.memory?.expect(PAGE_BYTES_MAX);
  else engine.environment.scheduler.noteShort();
  return findRoute(request)(context);
}

/** Never rejects. */
export const answerInStages: Answerer = chainStages(
  [
    answerFailures,
    guardBrowsers,
    answerPublicly,
    authenticateClient,
    stayCurrent,
    serveWhereOwned,
    answerControl,
    authorizeResourceToken,
    injectFaults,
    checkAddress,
  ],
  answerByRoute,
);
