/** Splits, merges and redistributions on command. Each answers when it is done, with the partitions as they are then. */
import { type Container, partitionFigures, type SplitPoint } from "../../../engine/index.ts";
import { Failure } from "../../../wire/status.ts";
import type { GatewayResponse } from "../../gateway-response.ts";
import type { JsonBody } from "../../request-context.ts";
import { type ControlRequest, oneOf } from "./control-request.ts";

export async function splitPartition(request: ControlRequest): Promise<GatewayResponse> {
  const container = await request.container();
  const point = splitPoint(await request.body());
  const halves = await request.context.engine.topology.split(container, request.names.partition!, point);
  return answerPartitions(
    request,
    container,
    halves.map(({ id }) => id),
  );
}

export async function mergePartitions(request: ControlRequest): Promise<GatewayResponse> {
  const container = await request.container();
  const { engine } = request.context;
  const { partitions, force = false } = await request.body();
  const [one, other, ...more] = Array.isArray(partitions) ? partitions.map(String) : [];
  if (one === undefined || other === undefined || more.length > 0 || typeof force !== "boolean") {
    throw new Failure(
      "badRequest",
      "A merge needs 'partitions' with two ids, and may have a 'force' of true.",
    );
  }
  const merged = await engine.topology.merge(container, [one, other], { force });
  return answerPartitions(request, container, [merged.id]);
}

export async function redistributeThroughput(request: ControlRequest): Promise<GatewayResponse> {
  const container = await request.container();
  const { topology } = request.context.engine;
  const { targets } = await request.body();
  await topology.redistribute(container, targetsOf(targets));
  return answerPartitions(request, container, []);
}

function answerPartitions(
  request: ControlRequest,
  container: Container,
  created: readonly string[],
): GatewayResponse {
  return request.answer({ created, partitions: partitionFigures(container) });
}

function splitPoint({ at = "midpoint", epk }: JsonBody): SplitPoint {
  if (typeof epk === "string") return { epk };
  return oneOf("at", at, ["midpoint", "data"]);
}

/** RU/s by partition id; without any, all partitions get the same. */
function targetsOf(targets: JsonBody[string] | undefined): ReadonlyMap<string, number> | undefined {
  if (targets === undefined || targets === null) return undefined;
  if (typeof targets !== "object" || !Object.values(targets).every((target) => typeof target === "number")) {
    throw new Failure("badRequest", "'targets' must be an object with RU/s by partition id.");
  }
  return new Map(Object.entries(targets as Record<string, number>));
}
