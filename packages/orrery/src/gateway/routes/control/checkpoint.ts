/** A copy of all data as of one moment, for a backup. */
import { Failure } from "../../../value/failure.ts";
import { object } from "../../exchange/control-body.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import type { ControlRequest } from "./control-request.ts";

const NOTHING = object({});

export async function makeCheckpoint(request: ControlRequest): Promise<GatewayResponse> {
  await request.body(NOTHING);
  const { checkpoint } = request.engine;
  if (checkpoint === undefined) {
    throw new Failure("conflict", "This server keeps everything in memory: there is no folder to copy.");
  }
  return request.answer<"POST checkpoint">({ folder: await checkpoint() });
}
