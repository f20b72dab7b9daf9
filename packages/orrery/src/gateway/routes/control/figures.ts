/**
 * What the control API shows: containers, partitions, keys, history. Throttle mode and throughput buckets are also set
 * here.
 */
import { THROTTLE_MODES } from "../../../engine/index.ts";
import type { GatewayResponse } from "../../gateway-response.ts";
import { list, number, object, oneOf } from "./control-body.ts";
import type { ControlRequest } from "./control-request.ts";

const KEYS_DEFAULT = 20;
const HEAT_UNIT = oneOf("seconds", "minutes", "halfHours");
const TRUE_OR_FALSE = oneOf("true", "false");
const HISTORY_UNIT = oneOf("seconds", "minutes");
const THROTTLE = object({ mode: oneOf(...THROTTLE_MODES) });
const BUCKETS = object({ buckets: list(object({ id: number, maxThroughputPercentage: number })) });

export async function listContainers(request: ControlRequest): Promise<GatewayResponse> {
  const own = await request.engine.partitions.containers();
  const { nodes } = request.context;
  if (nodes === undefined || request.context.request.isForwarded) return request.answer({ containers: own });
  const others = (await nodes.askOthers("containers")) as readonly { readonly containers: typeof own }[];
  const containers = [...own, ...others.flatMap((each) => each.containers)];
  const name = ({ database, container }: (typeof own)[number]) => `${database}/${container}`;
  return request.answer({ containers: containers.sort((a, b) => (name(a) < name(b) ? -1 : 1)) });
}

export async function readContainer(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer(await request.engine.partitions.container(request.container));
}

export async function readPartitions(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer({ partitions: await request.engine.partitions.figures(request.container) });
}

export async function readKeys(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container } = request;
  const limit = request.limit() ?? KEYS_DEFAULT;
  const withLargest = TRUE_OR_FALSE(request.parameter("largest") ?? "true", "'largest'") === "true";
  return request.answer(await engine.partitions.keys(container, { limit, withLargest }));
}

export async function readHistory(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container } = request;
  const unit = HISTORY_UNIT(request.parameter("unit") ?? "minutes", "'unit'");
  const partitions = await engine.partitions.histories(container, unit, request.limit());
  return request.answer({ unit, partitions });
}

export async function readHeat(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container } = request;
  const unit = HEAT_UNIT(request.parameter("unit") ?? "seconds", "'unit'");
  const heat = await engine.partitions.heat(container, unit, {
    sinceMs: request.wholeNumber("since"),
    withStorage: TRUE_OR_FALSE(request.parameter("storage") ?? "false", "'storage'") === "true",
  });
  return request.answer({ unit, nowMs: engine.environment.now(), ...heat });
}

export async function readThrottle(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer({ mode: await request.engine.partitions.throttle(request.container) });
}

export async function setThrottle(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container } = request;
  const { mode } = await request.body(THROTTLE);
  return request.answer({ mode: await engine.partitions.setThrottle(container, mode) });
}

export async function readBuckets(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer({ buckets: await request.engine.partitions.buckets(request.container) });
}

export async function setBuckets(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container } = request;
  const { buckets } = await request.body(BUCKETS);
  return request.answer({ buckets: await engine.partitions.setBuckets(container, buckets) });
}
