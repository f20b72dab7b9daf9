/**
 * What the control API offers about partition keys beyond the engine: advice, and moves to another key. Both are long
 * work that goes on after the request; whoever starts the server brings them along.
 */

import type {
  AdviceState,
  AdviceTerms,
  MovePlan,
  MoveState,
  MoveTerms,
  SwitchTerms,
  VerifyTerms,
} from "../../api/control-api.ts";

/** A container as it is called now. */
export interface NamedContainer {
  readonly database: string;
  readonly container: string;
  readonly rid: string;
}

/** As the control API takes them, with the lines of a recording in place of its name. */
export interface AdviceRequest extends Omit<AdviceTerms, "traffic"> {
  readonly recorded?: readonly string[] | undefined;
}

export interface AdviceDesk {
  /** Throws a Failure for terms that cannot be, and where too many are under way. */
  start(container: NamedContainer, terms: AdviceRequest): Promise<AdviceState>;
  read(container: NamedContainer): AdviceState;
  /** A page of HTML. Throws a Failure where there is none. */
  report(container: NamedContainer): string;
  /** Ends it if it is under way, and forgets it. */
  cancel(container: NamedContainer): Promise<AdviceState>;
}

/** All throw a Failure for what cannot be now. What is long has begun when they resolve. */
export interface MoveDesk {
  plan(container: NamedContainer, terms: MoveTerms): Promise<MovePlan>;
  start(container: NamedContainer, terms: MoveTerms): Promise<MoveState>;
  read(container: NamedContainer): Promise<MoveState>;
  verify(container: NamedContainer, terms: VerifyTerms): Promise<MoveState>;
  cutOver(container: NamedContainer, terms: SwitchTerms): Promise<MoveState>;
  rollBack(container: NamedContainer, terms: SwitchTerms): Promise<MoveState>;
  pause(container: NamedContainer): Promise<MoveState>;
  resume(container: NamedContainer): Promise<MoveState>;
  /** The other container is deleted if asked for. */
  cancel(container: NamedContainer, deletesTarget: boolean): Promise<MoveState>;
  complete(container: NamedContainer, deletesFormer: boolean): Promise<MoveState>;
}

export interface KeyDesks {
  readonly advice: AdviceDesk;
  readonly moves: MoveDesk;
}
