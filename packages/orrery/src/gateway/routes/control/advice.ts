/** Advice on the partition key of a container: started, looked at, given up. */
import { Failure } from "../../../value/failure.ts";
import { mapOf, number, object, oneOf, optional, text } from "../../exchange/control-body.ts";
import { type ControlRoutes, ControlText } from "./control-request.ts";

const START = object({
  items: optional(number),
  workload: optional(text),
  traffic: optional(oneOf("recording")),
  scale: optional(mapOf(number)),
  replays: optional(number),
  replaySeconds: optional(number),
});

export const ADVICE_ROUTES = {
  "POST C/advice": async (request) => {
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
    return request.desks.advice.start(container, {
      ...terms,
      recorded,
      scale: scale && Object.fromEntries(scale),
    });
  },
  "GET C/advice": async (request) => request.desks.advice.read(await request.namedContainer()),
  "GET C/advice/report": async (request) =>
    new ControlText(request.desks.advice.report(await request.namedContainer()), "text/html; charset=utf-8"),
  "DELETE C/advice": async (request) => request.desks.advice.cancel(await request.namedContainer()),
} satisfies Partial<ControlRoutes>;
