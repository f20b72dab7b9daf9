/** The throughput that a creation asks for in its headers. */

import type { JsonObject } from "@orrerydb/exact-json";
import type { ThroughputRequest } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { RequestHeader } from "../../wire/headers.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";

export function throughputHeaders(request: GatewayRequest): ThroughputRequest {
  const manual = request.integerHeader(RequestHeader.offerThroughput, 0, 2_147_483_647);
  const settings = request.header(RequestHeader.offerAutopilotSettings);
  return {
    ...(manual === undefined ? {} : { ruPerSecond: manual }),
    ...(settings === undefined ? {} : { autoscaleSettings: autoscaleSettings(settings) }),
  };
}

function autoscaleSettings(settings: string): JsonObject {
  try {
    const parsed = Object(JSON.parse(settings)) as JsonObject;
    if (typeof parsed.maxThroughput === "number") return parsed;
  } catch {
    // Falls through to the refusal.
  }
  throw new Failure(
    "badRequest",
    `The header '${RequestHeader.offerAutopilotSettings}' must be JSON with a 'maxThroughput', not ${settings}.`,
  );
}
