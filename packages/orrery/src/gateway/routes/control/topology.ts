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
import type { ControlRoutes } from "./control-request.ts";

const SPLIT: Reader<SplitTerms> = object({ at: optional(oneOf("midpoint", "data")), epk: optional(text) });
const SHARING_OUT: Reader<PartitionCount> = object({ count: number });
const MERGE: Reader<MergeTerms> = object({ partitions: list(text), force: optional(boolean) });
/** RU/s by partition id; without any, all partitions get the same. */
const REDISTRIBUTION = object({ targets: optional(mapOf(number)) });

export const TOPOLOGY_ROUTES = {
  "PUT C/partitions": async (request) => {
    const { count } = await request.body(SHARING_OUT);
    return request.engine.partitions.shareOut(request.container, count);
  },
  "POST C/partitions/{partition}/split": async (request) => {
    const point = splitPoint(await request.body(SPLIT));
    return request.engine.partitions.split(request.container, request.names.partition!, point);
  },
  "POST C/merge": async (request) => {
    const { partitions, force = false } = await request.body(MERGE);
    const [one, other, ...more] = partitions;
    if (one === undefined || other === undefined || one === other || more.length > 0) {
      throw new Failure("badRequest", "'partitions' must have the ids of two partitions.");
    }
    return request.engine.partitions.merge(request.container, [one, other], { force });
  },
  "POST C/redistribute": async (request) => {
    const { targets } = await request.body(REDISTRIBUTION);
    return request.engine.partitions.redistribute(request.container, targets);
  },
} satisfies Partial<ControlRoutes>;

function splitPoint({ at, epk }: SplitTerms): SplitPoint {
  if (epk === undefined) return at ?? "midpoint";
  if (at === undefined) return { epk: parseEpk(epk) };
  throw new Failure("badRequest", "A split takes 'at' or 'epk', not both.");
}
