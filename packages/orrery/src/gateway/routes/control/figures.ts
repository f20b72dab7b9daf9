/**
 * What the control API shows: containers, partitions, keys, history. Throttle mode and throughput buckets are also set
 * here.
 */
import type { ThrottleState, ThroughputBuckets } from "../../../api/control-api.ts";
import { THROTTLE_MODES } from "../../../engine/index.ts";
import { list, number, object, oneOf, type Reader } from "../../exchange/control-body.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import { isOwnPart } from "../../nodes/own-part.ts";
import type { ControlRequest } from "./control-request.ts";
import {
  mergedColumns,
  mergedHistories,
  mergedKeys,
  mergedPartitions,
  type PartitionsPart,
  partsOf,
  sumOfContainers,
} from "./merge-figures.ts";

const KEYS_DEFAULT = 20;
const HEAT_UNIT = oneOf("seconds", "minutes", "halfHours");
const TRUE_OR_FALSE = oneOf("true", "false");
const HISTORY_UNIT = oneOf("seconds", "minutes");
const THROTTLE: Reader<ThrottleState> = object({ mode: oneOf(...THROTTLE_MODES) });
const BUCKETS: Reader<ThroughputBuckets> = object({
  buckets: list(object({ id: number, maxThroughputPercentage: number })),
});

export async function listContainers(request: ControlRequest): Promise<GatewayResponse> {
  const own = await request.engine.partitions.containers();
  const { nodes } = request.services;
  if (nodes === undefined || request.context.request.isForwarded)
    return request.answer<"GET containers">({ containers: own });
  const others = (await nodes.askOthers("containers")) as readonly { readonly containers: typeof own }[];
  const parts = new Map<string, (typeof own)[number][]>();
  for (const part of [own, ...others.map((each) => each.containers)].flat()) {
    const name = `${part.database}/${part.container}`;
    parts.set(name, [...(parts.get(name) ?? []), part]);
  }
  const containers = [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => sumOfContainers(each));
  return request.answer<"GET containers">({ containers });
}

export async function readContainer(request: ControlRequest): Promise<GatewayResponse> {
  const own = await request.engine.partitions.container(request.container);
  return request.answer<"GET C">(sumOfContainers(await partsOf(request, own)));
}

export async function readPartitions(request: ControlRequest): Promise<GatewayResponse> {
  const { partitions } = request.engine;
  const served = await partitions.servedHere(request.container);
  const own: PartitionsPart = {
    partitions: await partitions.figures(request.container),
    ...(served !== undefined && { served }),
  };
  if (isOwnPart(request.context.request)) return request.answerText(JSON.stringify(own));
  return request.answer<"GET C/partitions">({ partitions: mergedPartitions(await partsOf(request, own)) });
}

export async function readKeys(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container } = request;
  const limit = request.limit() ?? KEYS_DEFAULT;
  const withLargest = TRUE_OR_FALSE(request.parameter("largest") ?? "true", "'largest'") === "true";
  const own = await engine.partitions.keys(container, { limit, withLargest });
  return request.answer<"GET C/keys">(mergedKeys(await partsOf(request, own), limit));
}

export async function readHistory(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container } = request;
  const unit = HISTORY_UNIT(request.parameter("unit") ?? "minutes", "'unit'");
  const own = { partitions: await engine.partitions.histories(container, unit, request.limit()) };
  const parts = await partsOf(request, own);
  return request.answer<"GET C/history">({
    unit,
    partitions: mergedHistories(parts.map(({ partitions }) => partitions)),
  });
}

export async function readHeat(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container } = request;
  const unit = HEAT_UNIT(request.parameter("unit") ?? "seconds", "'unit'");
  const heat = await engine.partitions.heat(container, unit, {
    sinceMs: request.wholeNumber("since"),
    withStorage: TRUE_OR_FALSE(request.parameter("storage") ?? "false", "'storage'") === "true",
  });
  const columns = mergedColumns(await partsOf(request, heat));
  return request.answer<"GET C/heat">({ unit, nowMs: engine.environment.now(), ...heat, columns });
}

export async function readThrottle(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer<"GET C/throttle">({
    mode: await request.engine.partitions.throttle(request.container),
  });
}

export async function setThrottle(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container } = request;
  const { mode } = await request.body(THROTTLE);
  return request.answer<"PUT C/throttle">({ mode: await engine.partitions.setThrottle(container, mode) });
}

export async function readBuckets(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer<"GET C/buckets">({
    buckets: await request.engine.partitions.buckets(request.container),
  });
}

export async function setBuckets(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container } = request;
  const { buckets } = await request.body(BUCKETS);
  return request.answer<"PUT C/buckets">({ buckets: await engine.partitions.setBuckets(container, buckets) });
}
