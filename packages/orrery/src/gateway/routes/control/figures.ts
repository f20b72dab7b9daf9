/**
 * What the control API tells: containers, partitions, keys, history; and the throttle mode and the throughput
 * buckets, which it also sets.
 */
import { keyFigures, partitionFigures, partitionHistories } from "../../../engine/index.ts";
import type { GatewayResponse } from "../../gateway-response.ts";
import { list, number, object, oneOf } from "./control-body.ts";
import type { ControlRequest } from "./control-request.ts";

const KEYS_DEFAULT = 20;
const HISTORY_UNIT = oneOf("seconds", "minutes");
const THROTTLE = object({ mode: oneOf("observe", "enforce") });
const BUCKETS = object({ buckets: list(object({ id: number, maxThroughputPercentage: number })) });

export async function listContainers(request: ControlRequest): Promise<GatewayResponse> {
  const { engine } = request.context;
  const { catalog } = engine.tree;
  const containers: object[] = [];
  for (const database of catalog.list("database")) {
    for (const resource of catalog.list("container", database.rid)) {
      const container = await engine.containerOf(resource);
      const offer = engine.throughput.offerOf(resource);
      containers.push({
        database: database.id,
        container: resource.id,
        partitionKey: resource.body.partitionKey,
        throughput: engine.throughput.throughputFor(resource),
        sharesDatabaseThroughput: offer === undefined,
        replacePending: offer !== undefined && engine.throughput.isPending(offer),
        throttle: container.throttle,
        partitions: container.map.partitions.length,
        ...container.totals(),
      });
    }
  }
  return request.answer({ containers });
}

export async function readPartitions(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer({ partitions: partitionFigures(await request.container()) });
}

export async function readKeys(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer(await keyFigures(await request.container(), request.limit() ?? KEYS_DEFAULT));
}

export async function readHistory(request: ControlRequest): Promise<GatewayResponse> {
  const unit = HISTORY_UNIT(request.parameter("unit") ?? "minutes", "'unit'");
  return request.answer({
    unit,
    partitions: partitionHistories(await request.container(), unit, request.limit()),
  });
}

export async function readThrottle(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer({ mode: (await request.container()).throttle });
}

export async function setThrottle(request: ControlRequest): Promise<GatewayResponse> {
  const container = await request.container();
  container.throttle = (await request.body(THROTTLE)).mode;
  return readThrottle(request);
}

export async function readBuckets(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer({ buckets: (await request.container()).buckets });
}

export async function setBuckets(request: ControlRequest): Promise<GatewayResponse> {
  const container = await request.container();
  const { buckets } = await request.body(BUCKETS);
  await request.context.engine.throughput.setBuckets(container, buckets);
  return readBuckets(request);
}
