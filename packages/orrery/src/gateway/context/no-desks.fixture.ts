/** For gateways of tests that are not about keys: whatever is asked for is refused. */
import { Failure } from "../../value/failure.ts";
import type { KeyDesks } from "./key-desks.ts";

function refuse(): never {
  throw new Failure("conflict", "This server has no desks.");
}

export const NO_DESKS: KeyDesks = {
  advice: { start: refuse, read: refuse, report: refuse, cancel: refuse },
  moves: {
    plan: refuse,
    start: refuse,
    read: refuse,
    verify: refuse,
    cutOver: refuse,
    rollBack: refuse,
    pause: refuse,
    resume: refuse,
    cancel: refuse,
    complete: refuse,
  },
};
