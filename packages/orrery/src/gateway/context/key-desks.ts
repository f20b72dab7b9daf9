/**
 * What the control API offers about partition keys beyond the engine: advice, and moves to another key. Both are long
 * work that goes on after the request; whoever starts the server brings them along. Each answers with plain values,
 * which become JSON as they are.
 */

/** A container as it is called now. */
export interface NamedContainer {
  readonly database: string;
  readonly container: string;
  readonly rid: string;
}

export interface AdviceTerms {
  /** How many to look at, at most. */
  readonly items?: number | undefined;
  /** YAML, or JSON, as for `orrery advise --workload`. */
  readonly workload?: string | undefined;
  /** Lines of a recording, instead of a workload. */
  readonly recorded?: readonly string[] | undefined;
  readonly scale?: Readonly<Record<string, number>> | undefined;
  readonly replays?: number | undefined;
  readonly replaySeconds?: number | undefined;
}

export interface AdviceDesk {
  /** Throws a Failure for terms that cannot be, and where too many are under way. */
  start(container: NamedContainer, terms: AdviceTerms): Promise<object>;
  read(container: NamedContainer): object;
  /** A page of HTML. Throws a Failure where there is none. */
  report(container: NamedContainer): string;
  /** Ends it if it is under way, and forgets it. */
  cancel(container: NamedContainer): Promise<object>;
}

export interface MoveTerms {
  /** The paths of the new key; or `strategy`. */
  readonly key?: readonly string[] | undefined;
  readonly strategy?: object | undefined;
  /** The name of the container that is filled, and that has the former items after the cut-over. */
  readonly to?: string | undefined;
  readonly maxRu?: number | undefined;
}

export interface VerifyTerms {
  readonly repair?: boolean | undefined;
}

export interface SwitchTerms {
  readonly writersStopped?: boolean | undefined;
  readonly maxLagMs?: number | undefined;
}

/** All throw a Failure for what cannot be now. What is long has begun when they resolve. */
export interface MoveDesk {
  plan(container: NamedContainer, terms: MoveTerms): Promise<object>;
  start(container: NamedContainer, terms: MoveTerms): Promise<object>;
  read(container: NamedContainer): Promise<object>;
  verify(container: NamedContainer, terms: VerifyTerms): Promise<object>;
  cutOver(container: NamedContainer, terms: SwitchTerms): Promise<object>;
  rollBack(container: NamedContainer, terms: SwitchTerms): Promise<object>;
  pause(container: NamedContainer): Promise<object>;
  resume(container: NamedContainer): Promise<object>;
  /** The other container is deleted if asked for. */
  cancel(container: NamedContainer, deletesTarget: boolean): Promise<object>;
  complete(container: NamedContainer, deletesFormer: boolean): Promise<object>;
}

export interface KeyDesks {
  readonly advice: AdviceDesk;
  readonly moves: MoveDesk;
}
