/**
 * The calls of one row that may take long: of user-defined functions, which are made elsewhere then, and of built-in ones
 * that come in pieces, between which others are served. An expression cannot wait for either. So a row that may have such
 * a call is tried before it counts: where it comes to one, the evaluation is left, and begun again with the result. What has been called is remembered in its order, and every evaluation of the same row asks
 * for it in the same order, until another row begins.
 */
import type { Value } from "@orrerydb/exact-json";
import { LARGE_PIECE_BYTES } from "../../schedule/in-turns.ts";
import { atOnce } from "../../value/at-once.ts";
import { parseInPieces } from "../../value/json-text/json-in-pieces.ts";
import type { DistantCall, UdfHost } from "../bind/bind-context.ts";
import type { Pacer } from "./pacer.ts";
import type { QueryTimes, QueryWork } from "./query-work.ts";

type Outcome = { readonly name: string } & ({ readonly value: Value } | { readonly error: unknown });

/** Thrown through an evaluation. */
class LongCall {
  readonly name: string;
  readonly result: () => Promise<Value>;

  constructor(name: string, result: () => Promise<Value>) {
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
  readonly givenBytes: () => number;
}

/** A row that is made of less calls nothing that takes long. */
const LONG_ROW_BYTES = 64 * 1024;

export class RowCalls implements UdfHost {
  readonly #udf: UdfHost | undefined;
  readonly #around: RowCallsSurroundings;
  readonly #outcomes: Outcome[] = [];
  #next = 0;
  #isTried = false;
  #isNeeded: boolean;
  #givenBytes: number | undefined;

  constructor(udf: UdfHost | undefined, around: RowCallsSurroundings) {
    this.#udf = udf;
    this.#around = around;
    this.#isNeeded = udf !== undefined;
  }

  /** False: no row makes a call that may take long. */
  get isNeeded(): boolean {
    return this.#isNeeded;
  }

  /** A built-in function is called that may come in pieces. */
  note(): void {
    this.#isNeeded = true;
  }

  /** The result of a built-in function that comes in pieces. */
  run(name: string, pieces: Generator<void, Value>): Value {
    const known = this.#outcomes[this.#next];
    if (known?.name === name && "value" in known) {
      this.#next++;
      return known.value;
    }
    if (this.#isTried) throw new LongCall(name, () => this.#around.pacer.inTurns(pieces));
    return atOnce(pieces);
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
    const distant = this.#udf!.callDistant?.(name, args);
    if (distant !== undefined) throw new LongCall(name, () => this.#callElsewhere(distant));
    const value = this.#callHere(name, args);
    this.#outcomes.push({ name, value });
    this.#next++;
    return value;
  }

  /** Another row begins, which is made of so many bytes. True: its calls may take long, so `prepare` makes them first. */
  begin(bytes: number): boolean {
    this.end();
    this.#givenBytes ??= this.#around.givenBytes();
    return bytes + this.#givenBytes >= LONG_ROW_BYTES;
  }

  /** No row follows. */
  end(): void {
    this.#outcomes.length = 0;
    this.#next = 0;
  }

  /** `evaluate` makes all calls that the row will make, in their order, and does nothing else. */
  async prepare(evaluate: () => void): Promise<void> {
    const { pacer } = this.#around;
    pacer.hurry();
    if (pacer.isDue()) await pacer.pause();
    for (let call = this.#try(evaluate); call !== undefined; call = this.#try(evaluate))
      this.#outcomes.push(await outcomeOf(call));
    // What was spent on trying is not the row's.
    if (pacer.isDue()) await pacer.pause();
  }

  /** Gives the call that it came to that is made elsewhere. */
  #try(evaluate: () => void): LongCall | undefined {
    this.#isTried = true;
    try {
      evaluate();
    } catch (thrown) {
      // Any other failure comes again when the row counts.
      if (thrown instanceof LongCall) return thrown;
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
      return this.#udf!.call(name, args);
    } finally {
      times.userFunctionMs += now() - beganMs;
    }
  }

  async #callElsewhere(distant: Generator<void, DistantCall>): Promise<Value> {
    const { times, pacer } = this.#around;
    const { result } = await pacer.inTurns(distant);
    const { json, usedMs } = await pacer.waitFor(result);
    times.userFunctionMs += usedMs;
    pacer.useElsewhere(usedMs);
    if (json === undefined) return undefined;
    return json.length < LARGE_PIECE_BYTES
      ? JSON.parse(json)
      : pacer.inTurns(parseInPieces(Buffer.from(json)));
  }
}

/** A failure is the row's when it counts. */
async function outcomeOf({ name, result }: LongCall): Promise<Outcome> {
  try {
    return { name, value: await result() };
  } catch (error) {
    return { name, error };
  }
}
