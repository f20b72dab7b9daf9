/** Offers: the throughput of a container or database as a resource of its own. */
import { requestedThroughput, type Throughput } from "../throughput/offer.ts";
import { Failure } from "../value/failure.ts";
import type { Json, JsonObject } from "../value/json.ts";
import type { Resource } from "./catalog.ts";

export interface ThroughputRequest {
  readonly ruPerSecond?: number;
  readonly autoscaleMaximum?: number;
}

/** The `content` of an offer. */
export function offerContent(throughput: Throughput, highestEver: number, storageKilobytes = 0): JsonObject {
  const common = {
    offerIsRUPerMinuteThroughputEnabled: false,
    offerMinimumThroughputParameters: {
      maxThroughputEverProvisioned: highestEver,
      maxConsumedStorageEverInKB: storageKilobytes,
    },
  };
  if (throughput.kind === "manual") return { offerThroughput: throughput.ruPerSecond, ...common };
  const maximum = throughput.maximumRuPerSecond;
  return {
    // What a client sees of autoscale between peaks is a tenth of its maximum.
    offerThroughput: maximum / 10,
    ...common,
    offerAutopilotSettings: { tier: 0, maximumTierThroughput: 0, autoUpgrade: false, maxThroughput: maximum },
  };
}

export function throughputOf(offer: Resource): Throughput {
  return throughputOfContent(offer.body.content as JsonObject);
}

/** Reads a client's replacement of an offer. */
export function throughputOfContent(content: Json | undefined): Throughput {
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new Failure("badRequest", "An offer needs a 'content' with its throughput.");
  }
  const { offerThroughput, offerAutopilotSettings } = content as JsonObject;
  const autoscale = offerAutopilotSettings as JsonObject | null | undefined;
  const throughput =
    autoscale !== undefined && autoscale !== null
      ? requestedThroughput(undefined, Number(autoscale.maxThroughput))
      : requestedThroughput(Number(offerThroughput), undefined);
  return throughput!;
}

export function highestEver(offer: Resource): number {
  const content = offer.body.content as JsonObject;
  const parameters = content.offerMinimumThroughputParameters as JsonObject;
  return parameters.maxThroughputEverProvisioned as number;
}
