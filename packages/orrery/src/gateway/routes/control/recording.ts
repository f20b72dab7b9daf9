/** Recordings of traffic, for advice on partition keys. */
import type { ControlBody } from "../../../api/control-api.ts";
import { Failure } from "../../../value/failure.ts";
import { boolean, object, optional, type Reader } from "../../exchange/control-body.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import type { ControlRequest } from "./control-request.ts";

const START: Reader<ControlBody<"POST recording">> = object({ hash: optional(boolean) });

export async function startRecording(request: ControlRequest): Promise<GatewayResponse> {
  const { hash = false } = await request.body(START);
  const { recorder } = request.services;
  recorder.start(hash);
  return request.answer<"POST recording">({ recording: true, next: recorder.take(0).next });
}

export async function readRecording(request: ControlRequest): Promise<GatewayResponse> {
  const text = request.parameter("from") ?? "0";
  if (!/^\d{1,15}$/.test(text))
    throw new Failure("badRequest", `'from' must be a whole number, not '${text}'.`);
  const { isOn, lines, next, dropped } = request.services.recorder.take(Number(text));
  // The lines are JSON, with all digits.
  const end = JSON.stringify({ next, dropped }).slice(1);
  return request.answerText(`{"recording":${isOn},"operations":[${lines.join(",")}],${end}`);
}

/** How much is kept of a container; nothing of it is taken away. */
export async function countRecorded(request: ControlRequest): Promise<GatewayResponse> {
  const { database, container } = await request.namedContainer();
  const { recorder } = request.services;
  const { length } = recorder.linesOf(`${database}/${container}`);
  return request.answer<"GET C/recording">({ recording: recorder.isOn, operations: length });
}

export async function stopRecording(request: ControlRequest): Promise<GatewayResponse> {
  request.services.recorder.stop();
  return request.answer<"DELETE recording">({ recording: false });
}
