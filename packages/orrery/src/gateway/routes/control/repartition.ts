/** A move of a container to another partition key, in place: the container keeps its name. */

import type { MoveDesk, NamedContainer } from "../../context/key-desks.ts";
import {
  anyObject,
  boolean,
  list,
  number,
  object,
  optional,
  type Reader,
  text,
} from "../../exchange/control-body.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import type { ControlRequest } from "./control-request.ts";

const MOVE = object({
  key: optional(list(text)),
  strategy: optional(anyObject),
  to: optional(text),
  maxRu: optional(number),
});
const VERIFY = object({ repair: optional(boolean) });
const SWITCH = object({ writersStopped: optional(boolean), maxLagMs: optional(number) });
const CANCEL = object({ deleteTarget: optional(boolean) });
const COMPLETE = object({ deleteFormer: optional(boolean) });
const NOTHING = object({});

type MoveRoute = (request: ControlRequest) => Promise<GatewayResponse>;

/** A route whose body is read by `reader`, and that does `act` with the container of the path. */
function route<T>(
  reader: Reader<T>,
  act: (moves: MoveDesk, container: NamedContainer, body: T) => Promise<object>,
): MoveRoute {
  return async (request) => {
    const body = await request.body(reader);
    const container = await request.namedContainer();
    return request.answer(await act(request.desks.moves, container, body));
  };
}

export const planRepartition = route(MOVE, (moves, container, terms) => moves.plan(container, terms));
export const startRepartition = route(MOVE, (moves, container, terms) => moves.start(container, terms));
export const readRepartition = route(NOTHING, (moves, container) => moves.read(container));

/** What can be done with a move that has begun, by the last part of the path. */
export const REPARTITION_ACTIONS: Readonly<Record<string, MoveRoute>> = {
  verify: route(VERIFY, (moves, container, terms) => moves.verify(container, terms)),
  "cut-over": route(SWITCH, (moves, container, terms) => moves.cutOver(container, terms)),
  "roll-back": route(SWITCH, (moves, container, terms) => moves.rollBack(container, terms)),
  pause: route(NOTHING, (moves, container) => moves.pause(container)),
  resume: route(NOTHING, (moves, container) => moves.resume(container)),
  cancel: route(CANCEL, (moves, container, { deleteTarget }) =>
    moves.cancel(container, deleteTarget === true),
  ),
  complete: route(COMPLETE, (moves, container, { deleteFormer }) =>
    moves.complete(container, deleteFormer === true),
  ),
};
