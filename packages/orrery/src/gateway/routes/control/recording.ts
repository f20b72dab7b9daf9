/** Recordings of traffic, for advice on partition keys. */
import type { ControlBody } from "../../../api/control-api.ts";
import { JSON_CONTENT_TYPE } from "../../../wire/headers.ts";
import { boolean, object, optional, type Reader } from "../../exchange/control-body.ts";
import { type ControlRoutes, ControlText } from "./control-request.ts";

const START: Reader<ControlBody<"POST recording">> = object({ hash: optional(boolean) });

export const RECORDING_ROUTES = {
  "POST recording": async (request) => {
    const { hash = false } = await request.body(START);
    const { recorder } = request.services;
    recorder.start(hash);
    return { recording: true, next: recorder.take(0).next };
  },
  "GET recording": async (request) => {
    const { recorder } = request.services;
    const { isOn, lines, next, dropped } = recorder.take(request.wholeNumber("from") ?? 0);
    // The lines are JSON, with all digits.
    const end = JSON.stringify({ next, dropped }).slice(1);
    const json = `{"recording":${isOn},"operations":[${lines.join(",")}],${end}`;
    return new ControlText(json, JSON_CONTENT_TYPE);
  },
  "DELETE recording": async ({ services }) => {
    services.recorder.stop();
    return { recording: false };
  },
  /** How much is kept of a container; nothing of it is taken away. */
  "GET C/recording": async (request) => {
    const { database, container } = await request.namedContainer();
    const { recorder } = request.services;
    const { length } = recorder.linesOf(`${database}/${container}`);
    return { recording: recorder.isOn, operations: length };
  },
} satisfies Partial<ControlRoutes>;
