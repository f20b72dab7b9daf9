/** The clock of the database, where it was started with one that can be moved. */
import type { ClockState, ControlBody } from "../../../api/control-api.ts";
import { Failure } from "../../../value/failure.ts";
import { TIMESTAMP_MAX } from "../../../value/timestamp.ts";
import { number, object, type Reader } from "../../exchange/control-body.ts";
import type { ControlRequest, ControlRoutes } from "./control-request.ts";

const ADVANCE: Reader<ControlBody<"POST clock">> = object({ advanceMs: number });
/** A year at a time. */
const ADVANCE_MS_MAX = 366 * 86_400_000;

export const CLOCK_ROUTES = {
  "GET clock": async (request) => clockState(request),
  "POST clock": async (request) => {
    const { environment } = request.engine;
    const { clockControl } = environment;
    if (clockControl === undefined) {
      throw new Failure(
        "conflict",
        "The clock of this server cannot be moved. Start it with --controllable-clock to test what depends on time.",
      );
    }
    const { advanceMs } = await request.body(ADVANCE);
    if (advanceMs < 0 || advanceMs > ADVANCE_MS_MAX) {
      throw new Failure(
        "badRequest",
        `'advanceMs' must be a number from 0 to ${ADVANCE_MS_MAX}, not ${advanceMs}: a clock only goes forward.`,
      );
    }
    if (environment.now() + advanceMs > TIMESTAMP_MAX * 1000)
      throw new Failure("badRequest", "The clock cannot be moved past February 2106, where timestamps end.");
    clockControl.advance(advanceMs);
    return clockState(request);
  },
} satisfies Partial<ControlRoutes>;

function clockState({ engine: { environment } }: ControlRequest): ClockState {
  return {
    now: new Date(environment.now()).toISOString(),
    aheadMs: environment.clockControl?.aheadMs ?? 0,
    controllable: environment.clockControl !== undefined,
  };
}
