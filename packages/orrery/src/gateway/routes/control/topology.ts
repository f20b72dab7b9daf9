/** Splits, merges and redistributions on command. Each answers when it is done, with the partitions as they are then. */
import { type Container, partitionFigures, type SplitPoint } from "../../../engine/index.ts";
import { parseEpk } from "../../../wire/epk-text.ts";
import { Failure } from "../../../wire/status.ts";
import type { GatewayResponse } from "../../gateway-response.ts";
import { boolean, list, mapOf, number, object, oneOf, optional, text } from "./control-body.ts";
import type { ControlRequest } from "./control-request.ts";

const SPLIT = object({ at: optional(oneOf("midpoint", "data")), epk: optional(text) });
const MERGE = object({ partitions: list(text), force: optional(boolean) });
/** RU/s by partition id; without any, all partitions get the same. */
const REDISTRIBUTION = object({ targets: optional(mapOf(number)) });

export async function splitPartition(request: ControlRequest): Promise<GatewayResponse> {
  const container = await request.container();
  const point = splitPoint(await request.body(SPLIT));
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
  const { partitions, force = false } = await request.body(MERGE);
  const [one, other, ...more] = partitions;
  if (one === undefined || other === undefined || one === other || more.length > 0) {
    throw new Failure("badRequest", "'partitions' must have the ids of two partitions.");
  }
  const merged = await engine.topology.merge(container, [one, other], { force });
  return answerPartitions(request, container, [merged.id]);
}

export async function redistributeThroughput(request: ControlRequest): Promise<GatewayResponse> {
  const container = await request.container();
  const { topology } = request.context.engine;
  const { targets } = await request.body(REDISTRIBUTION);
  await topology.redistribute(container, targets);
  return answerPartitions(request, container, []);
}

function answerPartitions(
  request: ControlRequest,
  container: Container,
  created: readonly string[],
): GatewayResponse {
  return request.answer({ created, partitions: partitionFigures(container) });
}

function splitPoint({ at, epk }: ReturnType<typeof SPLIT>): SplitPoint {
  if (epk === undefined) return at ?? "midpoint";
  if (at === undefined) return { epk: parseEpk(epk) };
  throw new Failure("badRequest", "A split takes 'at' or 'epk', not both.");
}
