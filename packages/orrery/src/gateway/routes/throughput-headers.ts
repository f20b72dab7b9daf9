/** The throughput that a creation asks for in its headers. */

import { Failure } from "../../value/failure.ts";
import { RequestHeader } from "../../wire/headers.ts";
import type { GatewayRequest } from "../gateway-request.ts";

export function throughputHeaders(request: GatewayRequest): {
  ruPerSecond?: number;
  autoscaleMaximum?: number;
} {
  const manual = request.integerHeader(RequestHeader.offerThroughput, 0, 2_147_483_647);
  const settings = request.header(RequestHeader.offerAutopilotSettings);
  return {
    ...(manual === undefined ? {} : { ruPerSecond: manual }),
    ...(settings === undefined ? {} : { autoscaleMaximum: autoscaleMaximum(settings) }),
  };
}

function autoscaleMaximum(settings: string): number {
  try {
    const { maxThroughput } = JSON.parse(settings) as { maxThroughput?: unknown };
    if (typeof maxThroughput === "number") return maxThroughput;
  } catch {
    // Falls through to the refusal.
  }
  throw new Failure(
    "badRequest",
    `The header '${RequestHeader.offerAutopilotSettings}' must be JSON with a 'maxThroughput', not ${settings}.`,
  );
}
