/**
 * The control API under /_orrery/: it shows what the service keeps to itself, and brings about what a test needs. JSON
 * in and out, signed like every request; docs/control-api.md describes it.
 */

import { UNMETERED_CHARGES } from "../../../engine/index.ts";
import { Failure } from "../../../value/failure.ts";
import { ResponseHeader } from "../../../wire/headers.ts";
import { CONTROL_PREFIX } from "../../../wire/resource-path.ts";
import type { RequestContext } from "../../context/request-context.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import { ADVICE_ROUTES } from "./advice.ts";
import { CLOCK_ROUTES } from "./clock.ts";
import { ControlRequest, type ControlRoutes, ControlText } from "./control-request.ts";
import { FAULT_ROUTES } from "./faults.ts";
import { FIGURE_ROUTES } from "./figures.ts";
import { readMetrics } from "./metrics.ts";
import { NAMING_ROUTES } from "./naming.ts";
import { NODE_ROUTES, PEER_ROUTES } from "./nodes.ts";
import { RECORDING_ROUTES } from "./recording.ts";
import { REPARTITION_ROUTES } from "./repartition.ts";
import { readRequests } from "./requests.ts";
import { SERVER_ROUTES } from "./server.ts";
import { TOPOLOGY_ROUTES } from "./topology.ts";

const ROUTES: ControlRoutes = {
  ...SERVER_ROUTES,
  "GET requests": readRequests,
  "GET metrics": readMetrics,
  ...FIGURE_ROUTES,
  ...TOPOLOGY_ROUTES,
  ...NAMING_ROUTES,
  ...ADVICE_ROUTES,
  ...REPARTITION_ROUTES,
  ...NODE_ROUTES,
  ...CLOCK_ROUTES,
  ...FAULT_ROUTES,
  ...RECORDING_ROUTES,
};

const PATTERNS = Object.entries({ ...PEER_ROUTES, ...ROUTES }).map(([pattern, route]) => {
  const [method, path] = pattern.split(" ");
  return {
    method: method!,
    parts: path!.replace(/^C\b/, "dbs/{database}/colls/{container}").split("/"),
    route,
  };
});

export async function control(context: RequestContext): Promise<GatewayResponse> {
  const { request, access } = context;
  if (access.kind === "token") {
    throw new Failure(
      "forbidden",
      "The control API needs an account key; a resource token opens nothing of it.",
    );
  }
  const parts = request.path.signedLink
    .slice(CONTROL_PREFIX.length - 1)
    .split("/")
    .map(decode);
  const methods: string[] = [];
  for (const { method, parts: pattern, route } of PATTERNS) {
    const names = match(pattern, parts);
    if (names !== undefined && method === request.method)
      return answered(context, await route(new ControlRequest(context, names)));
    if (names !== undefined) methods.push(method);
  }
  if (methods.length > 0) {
    throw new Failure(
      "methodNotAllowed",
      `The control API has no ${request.method} ${request.target}, but ${methods.join(" and ")}.`,
    );
  }
  throw new Failure(
    "notFound",
    `The control API has no ${request.method} ${request.target}. It has: ${Object.keys(ROUTES).join(", ")}, where C is dbs/{database}/colls/{container}.`,
  );
}

function answered(context: RequestContext, answer: object | string): GatewayResponse {
  const isText = answer instanceof ControlText;
  const body = Buffer.from(isText ? answer.text : JSON.stringify(answer));
  const response = context.answer(200, body, UNMETERED_CHARGES.control);
  if (isText) response.headers[ResponseHeader.contentType] = answer.contentType;
  return response;
}

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const names: Record<string, string> = {};
  for (const [i, expected] of pattern.entries()) {
    const part = parts[i]!;
    if (expected.startsWith("{")) names[expected.slice(1, -1)] = part;
    else if (expected !== part) return undefined;
  }
  return names;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Failure("badRequest", `The path has a malformed percent escape: '${text}'.`);
  }
}
