/** Advice on the partition key of a container: started, looked at, given up. */
import { Failure } from "../../../value/failure.ts";
import { mapOf, number, object, oneOf, optional, text } from "../../exchange/control-body.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import type { ControlRequest } from "./control-request.ts";

const START = object({
  items: optional(number),
  workload: optional(text),
  traffic: optional(oneOf("recording")),
  scale: optional(mapOf(number)),
  replays: optional(number),
  replaySeconds: optional(number),
});

export async function startAdvice(request: ControlRequest): Promise<GatewayResponse> {
  const { traffic, scale, ...terms } = await request.body(START);
  if (traffic !== undefined && terms.workload !== undefined)
    throw new Failure("badRequest", "Give 'traffic' or 'workload', not both.");
  const container = await request.namedContainer();
  const recorded =
    traffic === undefined
      ? undefined
      : request.services.recorder.linesOf(`${container.database}/${container.container}`);
  if (recorded?.length === 0) {
    throw new Failure(
      "conflict",
      "Nothing is recorded of this container: begin a recording, use the container, then ask again.",
    );
  }
  const started = await request.desks.advice.start(container, {
    ...terms,
    recorded,
    scale: scale && Object.fromEntries(scale),
  });
  return request.answer<"POST C/advice">(started);
}

export async function readAdvice(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer<"GET C/advice">(request.desks.advice.read(await request.namedContainer()));
}

export async function readAdviceReport(request: ControlRequest): Promise<GatewayResponse> {
  return request.answerPage(request.desks.advice.report(await request.namedContainer()));
}

export async function cancelAdvice(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer<"DELETE C/advice">(await request.desks.advice.cancel(await request.namedContainer()));
}
