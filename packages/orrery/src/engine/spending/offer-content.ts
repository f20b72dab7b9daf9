/** The content of an offer: the throughput of a container or database, as clients read and write it. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import type { Throughput } from "../../api/control-api.ts";
import { type Autoscale, requestedThroughput } from "../../throughput/offer.ts";
import { Failure } from "../../value/failure.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { ContainerThroughput } from "./budgets.ts";

export interface ThroughputRequest {
  readonly ruPerSecond?: number;
  /** As they stand in an offer. */
  readonly autoscaleSettings?: JsonObject;
}

/** As it stands in an offer's body. */
export function offerContent(throughput: Throughput, highestEver: number, storageKilobytes = 0): JsonObject {
  const common = {
    offerIsRUPerMinuteThroughputEnabled: false,
    offerMinimumThroughputParameters: {
      maxThroughputEverProvisioned: highestEver,
      maxConsumedStorageEverInKB: storageKilobytes,
    },
  };
  if (throughput.kind === "manual") return { offerThroughput: throughput.ruPerSecond, ...common };
  const { maximumRuPerSecond: maximum, incrementPercent } = throughput;
  return {
    // What a client sees of autoscale between peaks is a tenth of its maximum.
    offerThroughput: maximum / 10,
    ...common,
    offerAutopilotSettings: {
      tier: 0,
      maximumTierThroughput: 0,
      autoUpgrade: false,
      maxThroughput: maximum,
      ...(incrementPercent === undefined
        ? {}
        : { autoUpgradePolicy: { throughputPolicy: { incrementPercent } } }),
    },
  };
}

export function throughputOf(offer: Resource): Throughput {
  return throughputOfContent(offer.body.content as JsonObject);
}

/** What a creation asks for; undefined when it asks for nothing. */
export function throughputOfRequest(request: ThroughputRequest): Throughput | undefined {
  const { ruPerSecond, autoscaleSettings } = request;
  return requestedThroughput(ruPerSecond, autoscaleSettings && autoscaleOf(autoscaleSettings));
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
      ? requestedThroughput(undefined, autoscaleOf(autoscale))
      : requestedThroughput(numberOf("offerThroughput", offerThroughput), undefined);
  return throughput!;
}

function autoscaleOf({ maxThroughput, autoUpgradePolicy }: JsonObject): Autoscale {
  const maximumRuPerSecond = numberOf("maxThroughput", maxThroughput);
  const policy = (autoUpgradePolicy as JsonObject | null | undefined)?.throughputPolicy;
  const incrementPercent = (policy as JsonObject | null | undefined)?.incrementPercent;
  if (incrementPercent === undefined || incrementPercent === null) return { maximumRuPerSecond };
  if (typeof incrementPercent !== "number" || incrementPercent < 0) {
    throw new Failure("badRequest", "The 'incrementPercent' of autoscale must be a number, 0 or more.");
  }
  return { maximumRuPerSecond, incrementPercent };
}

function numberOf(name: string, value: Json | undefined): number {
  if (typeof value === "number") return value;
  const given = value === undefined ? "nothing" : JSON.stringify(value);
  throw new Failure("badRequest", `An offer needs a number of RU/s as its '${name}', not ${given}.`);
}

/** Shared throughput has no parts that belong to one container. */
export function checkOwnThroughput({ shared }: ContainerThroughput, what: string): void {
  if (shared === undefined) return;
  throw new Failure(
    "conflict",
    `The container shares the throughput of its database: ${what} are for containers with throughput of their own.`,
  );
}

export function highestEver(offer: Resource): number {
  const content = offer.body.content as JsonObject;
  const parameters = content.offerMinimumThroughputParameters as JsonObject;
  return parameters.maxThroughputEverProvisioned as number;
}

export function scalingInProgress(): Failure {
  return new Failure(
    "scalingInProgress",
    "The throughput is still being changed: partitions are being split. Try again when the offer is no longer pending.",
  );
}
