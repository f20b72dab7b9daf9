/** Splits, merges and redistributions on command. Each answers when it is done, with the partitions as they are then. */
import type { MergeTerms, PartitionCount, SplitTerms } from "../../../api/control-api.ts";
import type { SplitPoint } from "../../../engine/index.ts";
import { Failure } from "../../../value/failure.ts";
import { parseEpk } from "../../../wire/epk-text.ts";
import {
  boolean,
  list,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  type Reader,
  text,
} from "../../exchange/control-body.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import type { ControlRequest } from "./control-request.ts";

const SPLIT: Reader<SplitTerms> = object({ at: optional(oneOf("midpoint", "data")), epk: optional(text) });
const SHARING_OUT: Reader<PartitionCount> = object({ count: number });
const MERGE: Reader<MergeTerms> = object({ partitions: list(text), force: optional(boolean) });
/** RU/s by partition id; without any, all partitions get the same. */
const REDISTRIBUTION = object({ targets: optional(mapOf(number)) });

export async function splitPartition(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container, names } = request;
  const point = splitPoint(await request.body(SPLIT));
  return request.answer<"POST C/partitions/{partition}/split">(
    await engine.partitions.split(container, names.partition!, point),
  );
}

export async function shareOutPartitions(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container } = request;
  const { count } = await request.body(SHARING_OUT);
  return request.answer<"PUT C/partitions">(await engine.partitions.shareOut(container, count));
}

export async function mergePartitions(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container } = request;
  const { partitions, force = false } = await request.body(MERGE);
  const [one, other, ...more] = partitions;
  if (one === undefined || other === undefined || one === other || more.length > 0) {
    throw new Failure("badRequest", "'partitions' must have the ids of two partitions.");
  }
  return request.answer<"POST C/merge">(await engine.partitions.merge(container, [one, other], { force }));
}

export async function redistributeThroughput(request: ControlRequest): Promise<GatewayResponse> {
  const { engine, container } = request;
  const { targets } = await request.body(REDISTRIBUTION);
  return request.answer<"POST C/redistribute">(await engine.partitions.redistribute(container, targets));
}

function splitPoint({ at, epk }: SplitTerms): SplitPoint {
  if (epk === undefined) return at ?? "midpoint";
  if (at === undefined) return { epk: parseEpk(epk) };
  throw new Failure("badRequest", "A split takes 'at' or 'epk', not both.");
}
