/**
 * What the control API shows: containers, partitions, keys, history. Throttle mode and throughput buckets are also set
 * here.
 */
import type { ThrottleState, ThroughputBuckets } from "../../../api/control-api.ts";
import { THROTTLE_MODES } from "../../../engine/index.ts";
import { list, number, object, oneOf, type Reader } from "../../exchange/control-body.ts";
import { isOwnPart } from "../../nodes/own-part.ts";
import type { ControlRoutes } from "./control-request.ts";
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
const HISTORY_UNIT = oneOf("seconds", "minutes");
const THROTTLE: Reader<ThrottleState> = object({ mode: oneOf(...THROTTLE_MODES) });
const BUCKETS: Reader<ThroughputBuckets> = object({
  buckets: list(object({ id: number, maxThroughputPercentage: number })),
});

export const FIGURE_ROUTES = {
  "GET containers": async ({ engine, services: { nodes }, context }) => {
    const own = await engine.partitions.containers();
    if (nodes === undefined || context.request.isForwarded) return { containers: own };
    const others = (await nodes.askOthers("containers")) as readonly { readonly containers: typeof own }[];
    const parts = new Map<string, (typeof own)[number][]>();
    for (const part of [own, ...others.map((each) => each.containers)].flat()) {
      const name = `${part.database}/${part.container}`;
      parts.set(name, [...(parts.get(name) ?? []), part]);
    }
    const inOrder = [...parts].sort(([a], [b]) => (a < b ? -1 : 1));
    return { containers: inOrder.map(([, each]) => sumOfContainers(each)) };
  },
  "GET C": async (request) => {
    const own = await request.engine.partitions.container(request.container);
    return sumOfContainers(await partsOf(request, own));
  },
  "GET C/partitions": async (request) => {
    const { partitions } = request.engine;
    const served = await partitions.servedHere(request.container);
    const own: PartitionsPart = {
      partitions: await partitions.figures(request.container),
      ...(served !== undefined && { served }),
    };
    if (isOwnPart(request.context.request)) return own;
    return { partitions: mergedPartitions(await partsOf(request, own)) };
  },
  "GET C/keys": async (request) => {
    const { engine, container } = request;
    const limit = request.limit() ?? KEYS_DEFAULT;
    const own = await engine.partitions.keys(container, {
      limit,
      withLargest: request.flag("largest", true),
    });
    return mergedKeys(await partsOf(request, own), limit);
  },
  "GET C/history": async (request) => {
    const { engine, container } = request;
    const unit = HISTORY_UNIT(request.parameter("unit") ?? "minutes", "'unit'");
    const own = { partitions: await engine.partitions.histories(container, unit, request.limit()) };
    const parts = await partsOf(request, own);
    return { unit, partitions: mergedHistories(parts.map(({ partitions }) => partitions)) };
  },
  "GET C/heat": async (request) => {
    const { engine, container } = request;
    const unit = HEAT_UNIT(request.parameter("unit") ?? "seconds", "'unit'");
    const heat = await engine.partitions.heat(container, unit, {
      sinceMs: request.wholeNumber("since"),
      withStorage: request.flag("storage", false),
    });
    const columns = mergedColumns(await partsOf(request, heat));
    return { unit, nowMs: engine.environment.now(), ...heat, columns };
  },
  "GET C/throttle": async ({ engine, container }) => ({ mode: await engine.partitions.throttle(container) }),
  "PUT C/throttle": async (request) => {
    const { mode } = await request.body(THROTTLE);
    return { mode: await request.engine.partitions.setThrottle(request.container, mode) };
  },
  "GET C/buckets": async ({ engine, container }) => ({ buckets: await engine.partitions.buckets(container) }),
  "PUT C/buckets": async (request) => {
    const { buckets } = await request.body(BUCKETS);
    return { buckets: await request.engine.partitions.setBuckets(request.container, buckets) };
  },
} satisfies Partial<ControlRoutes>;
