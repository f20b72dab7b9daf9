/**
 * The user-defined functions that one row calls. An expression cannot wait for a call that takes long and is made elsewhere.
 * So a row that may have such a call is tried before it counts: where it comes to one, the evaluation is left, and
 * begun again with the result. What has been called is remembered in its order, and every evaluation of the same row asks
 * for it in the same order, until another row begins.
 */
import type { Value } from "../../value/json.ts";
import type { UdfHost } from "../bind/bind-context.ts";
import type { Pacer } from "./pacer.ts";
import type { QueryTimes, QueryWork } from "./query-work.ts";

type Outcome = { readonly name: string } & ({ readonly value: Value } | { readonly error: unknown });

/** Thrown through an evaluation. */
class DistantCall {
  readonly name: string;
  readonly result: Promise<Value>;

  constructor(name: string, result: Promise<Value>) {
    this.name = name;
    this.result = result;
  }
}

interface RowCallsSurroundings {
  readonly work: QueryWork;
  readonly times: QueryTimes;
  readonly pacer: Pacer;
  readonly now: () => number;
  /** What every row may hand over besides what it is made of: parameters. */
  readonly givenBytes: number;
}

/** A row that is made of less calls nothing that takes long. */
const LONG_ROW_BYTES = 64 * 1024;

export class RowCalls implements UdfHost {
  readonly #udf: UdfHost;
  readonly #around: RowCallsSurroundings;
  readonly #outcomes: Outcome[] = [];
  #next = 0;
  #isTried = false;

  constructor(udf: UdfHost, around: RowCallsSurroundings) {
    this.#udf = udf;
    this.#around = around;
  }

  call(name: string, args: readonly Value[]): Value {
    const { work } = this.#around;
    if (!this.#isTried) work.functionCalls++;
    const known = this.#outcomes[this.#next];
    if (known?.name === name) {
      this.#next++;
      if ("error" in known) throw known.error;
      return known.value;
    }
    if (!this.#isTried) return this.#callHere(name, args);
    const distant = this.#udf.callDistant?.(name, args);
    if (distant !== undefined) throw new DistantCall(name, this.#counted(distant));
    const value = this.#callHere(name, args);
    this.#outcomes.push({ name, value });
    this.#next++;
    return value;
  }

  /**
   * Another row begins, which is made of so many bytes. If calls may take long, they are made before it counts:
   * `evaluate` makes all that it will make, in their order, and does nothing else.
   */
  start(bytes: number, evaluate: () => void): Promise<void> | undefined {
    this.end();
    return bytes + this.#around.givenBytes < LONG_ROW_BYTES ? undefined : this.#prepare(evaluate);
  }

  /** No row follows. */
  end(): void {
    this.#outcomes.length = 0;
    this.#next = 0;
  }

  async #prepare(evaluate: () => void): Promise<void> {
    const { pacer } = this.#around;
    for (let call = this.#try(evaluate); call !== undefined; call = this.#try(evaluate))
      this.#outcomes.push(await pacer.waitFor(outcomeOf(call)));
    // What was spent on trying is not the row's.
    if (pacer.isDue()) await pacer.pause();
  }

  /** Gives the call that it came to that is made elsewhere. */
  #try(evaluate: () => void): DistantCall | undefined {
    this.#isTried = true;
    try {
      evaluate();
    } catch (thrown) {
      // Any other failure comes again when the row counts.
      if (thrown instanceof DistantCall) return thrown;
    } finally {
      this.#isTried = false;
      this.#next = 0;
    }
    return undefined;
  }

  /** A call may take as long as a thousand rows. */
  #callHere(name: string, args: readonly Value[]): Value {
    const { times, pacer, now } = this.#around;
    pacer.hurry();
    const beganMs = now();
    try {
      return this.#udf.call(name, args);
    } finally {
      times.userFunctionMs += now() - beganMs;
    }
  }

  async #counted(distant: Promise<{ readonly value: Value; readonly usedMs: number }>): Promise<Value> {
    const { times, pacer } = this.#around;
    const { value, usedMs } = await distant;
    times.userFunctionMs += usedMs;
    pacer.useElsewhere(usedMs);
    return value;
  }
}

/** A failure is the row's when it counts. */
async function outcomeOf({ name, result }: DistantCall): Promise<Outcome> {
  try {
    return { name, value: await result };
  } catch (error) {
    return { name, error };
  }
}
