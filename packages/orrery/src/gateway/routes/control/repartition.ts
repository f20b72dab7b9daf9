/** A move of a container to another partition key, in place: the container keeps its name. */
import type {
  CancelTerms,
  CompleteTerms,
  MoveTerms,
  SwitchTerms,
  VerifyTerms,
} from "../../../api/control-api.ts";
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
import { type ControlRequest, type ControlRoutes, NOTHING } from "./control-request.ts";

const MOVE: Reader<MoveTerms> = object({
  key: optional(list(text)),
  strategy: optional(anyObject),
  to: optional(text),
  maxRu: optional(number),
});
const VERIFY: Reader<VerifyTerms> = object({ repair: optional(boolean) });
const SWITCH: Reader<SwitchTerms> = object({ writersStopped: optional(boolean), maxLagMs: optional(number) });
const CANCEL: Reader<CancelTerms> = object({ deleteTarget: optional(boolean) });
const COMPLETE: Reader<CompleteTerms> = object({ deleteFormer: optional(boolean) });

/** A route whose body is read by `reader`, and that does `act` with the container of the path. */
function route<T, Answer>(
  reader: Reader<T>,
  act: (moves: MoveDesk, container: NamedContainer, body: T) => Promise<Answer>,
): (request: ControlRequest) => Promise<Answer> {
  return async (request) => {
    const body = await request.body(reader);
    return act(request.desks.moves, await request.namedContainer(), body);
  };
}

export const REPARTITION_ROUTES = {
  "POST C/repartition": route(MOVE, (moves, container, terms) => moves.start(container, terms)),
  "GET C/repartition": route(NOTHING, (moves, container) => moves.read(container)),
  "POST C/repartition/plan": route(MOVE, (moves, container, terms) => moves.plan(container, terms)),
  "POST C/repartition/verify": route(VERIFY, (moves, container, terms) => moves.verify(container, terms)),
  "POST C/repartition/cut-over": route(SWITCH, (moves, container, terms) => moves.cutOver(container, terms)),
  "POST C/repartition/roll-back": route(SWITCH, (moves, container, terms) =>
    moves.rollBack(container, terms),
  ),
  "POST C/repartition/pause": route(NOTHING, (moves, container) => moves.pause(container)),
  "POST C/repartition/resume": route(NOTHING, (moves, container) => moves.resume(container)),
  "POST C/repartition/cancel": route(CANCEL, (moves, container, { deleteTarget }) =>
    moves.cancel(container, deleteTarget === true),
  ),
  "POST C/repartition/complete": route(COMPLETE, (moves, container, { deleteFormer }) =>
    moves.complete(container, deleteFormer === true),
  ),
} satisfies Partial<ControlRoutes>;
