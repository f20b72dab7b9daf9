/**
 * User-defined functions of one request, called synchronously from the query that names them. Each function is
 * compiled at its first call; all of a request's functions share one realm, and no two requests share any.
 *
 * A call blocks the server while it runs. Steps bound how long: `scriptLimits.functionCallSteps` for one call,
 * `functionQuerySteps` for all of a request, and for each a grant to read its arguments. No clock decides, so a query
 * that passes here passes everywhere. When a call is stopped, the realm is gone, and every further call fails alike.
 *
 * An argument that several places of a call have, or the next call has again, is converted once and counted once. What a
 * function gets as an object is its own, so that JSON text is read for each place, and counts there.
 *
 * A call with much to read can be made in another thread instead, where the request has a realm as well.
 *
 * An undefined argument reaches the function as `undefined`; a caller that wants such calls skipped skips them.
 */

import assert from "node:assert/strict";
import type { Json, Value } from "@orrerydb/exact-json";
import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import { isLight, printInPieces } from "../../value/json-text/json-in-pieces.ts";
import type { UseStart } from "../guest/guest-kit.ts";
import { RESULT_CODE } from "../sandbox/guest-source.ts";
import type { Realm } from "../sandbox/realm.ts";
import type { RealmShelf } from "../sandbox/realm-shelf.ts";
import { ScriptError } from "../script-error.ts";
import { scriptLimits } from "../script-limits.ts";
import type { DistantResult, FunctionThread } from "./function-thread.ts";

export interface UdfSource {
  /** The text of a function; throws the caller's own error for an unknown name. */
  getBody(name: string): string;
}

/** What a C string in UTF-8 cannot carry: the character zero, and halves of pairs. */
const NEEDS_JSON = /[\0\uD800-\uDFFF]/;

/** Shorter ones are converted again sooner than they are looked up. */
const KEPT_CHARACTERS_MIN = 1024;

interface UdfSurroundings {
  readonly realm: Realm;
  /** Where the realm goes afterwards. */
  readonly shelf: RealmShelf;
  readonly start: UseStart;
  /** Absent in that thread itself. */
  readonly distant?: { readonly thread: FunctionThread; readonly caller: number };
}

export class UdfRunner {
  readonly #source: UdfSource;
  readonly #start: UseStart;
  readonly #distant: UdfSurroundings["distant"];
  #wasDistant = false;
  readonly #shelf: RealmShelf;
  readonly #realm: Realm;
  readonly #wrap: QuickJSHandle;
  readonly #functions = new Map<string, QuickJSHandle>();
  /** Long arguments of the call before. */
  readonly #kept = new Map<Value, Argument>();
  #stepsLeft: number = scriptLimits.functionQuerySteps;
  #stopped: ScriptError | undefined;
  #disposed = false;

  constructor(source: UdfSource, { shelf, realm, start, distant }: UdfSurroundings) {
    this.#source = source;
    this.#start = start;
    this.#distant = distant;
    this.#shelf = shelf;
    this.#realm = realm;
    this.#wrap = realm.open(start);
  }

  /** Throws a `ScriptError` for what the function does wrong. */
  call(name: string, args: readonly Value[]): Value {
    assert(!this.#disposed);
    if (args.length > scriptLimits.functionArgumentsMax) {
      throw new ScriptError(
        "limit",
        `A function takes at most ${scriptLimits.functionArgumentsMax} arguments.`,
      );
    }
    const target = this.#functions.get(name) ?? this.#compile(name);
    const { jsonArguments, places, characters } = this.#encode(args);
    checkCharacters(characters.inCall);
    return this.#spend(characters.read, (steps) => this.#callWrapped(target, jsonArguments, places, steps));
  }

  /** The same call in another thread, in pieces at the end of which it is under way; undefined: make it here. */
  callDistant(
    name: string,
    args: readonly Value[],
  ): Generator<void, { readonly result: Promise<DistantResult> }> | undefined {
    assert(!this.#disposed);
    if (this.#distant === undefined || args.length > scriptLimits.functionArgumentsMax) return undefined;
    const isRead = (value: Value) =>
      value !== undefined && !(typeof value === "string" && this.#kept.has(value));
    const read = args.filter(isRead) as Json[];
    return isLight(read, scriptLimits.functionNearValuesMax) ? undefined : this.#callThere(name, args);
  }

  *#callThere(
    name: string,
    args: readonly Value[],
  ): Generator<void, { readonly result: Promise<DistantResult> }> {
    const printed = new Map<Value, string>();
    let characters = 0;
    for (const value of args) {
      if (value === undefined) continue;
      const isAgain = printed.has(value);
      if (!isAgain) printed.set(value, (yield* printInPieces(value)).text);
      // What a function gets as an object is read for each place.
      if (!isAgain || typeof value === "object") characters += printed.get(value)!.length;
    }
    checkCharacters(characters);
    const { thread, caller } = this.#distant!;
    const call = { caller, start: this.#start, name, body: this.#source.getBody(name) };
    this.#wasDistant = true;
    return { result: thread.call({ ...call, args: args.map((value) => printed.get(value)) }) };
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    if (this.#wasDistant) this.#distant!.thread.forget(this.#distant!.caller);
    this.#shelf.putBack(this.#realm);
  }

  #compile(name: string): QuickJSHandle {
    const body = this.#source.getBody(name);
    const compiled = this.#spend(body.length, (steps) => this.#realm.compile(body, `${name}.js`, steps));
    const target = this.#spend(0, (steps) => this.#realm.call(this.#wrap, [compiled], steps));
    this.#functions.set(name, target);
    return target;
  }

  /** Reading so many characters of text is free; what the function does with them is not. */
  #spend<T>(characters: number, work: (steps: number) => T): T {
    if (this.#stopped !== undefined) throw this.#stopped;
    const free = characters * scriptLimits.functionStepsPerCharacter;
    const steps = Math.min(scriptLimits.functionCallSteps, this.#stepsLeft) + free;
    this.#realm.sandbox.countAnew();
    try {
      return work(steps);
    } catch (error) {
      if (this.#realm.sandbox.broken && error instanceof ScriptError) this.#stopped = error;
      throw error;
    } finally {
      this.#stepsLeft -= Math.max(0, this.#realm.sandbox.stepsTaken - free);
    }
  }

  /** Bit `i` of `jsonArguments` says that place `i` is JSON text, as `CallableFunction` has it. */
  #encode(args: readonly Value[]): EncodedCall {
    let jsonArguments = 0;
    const characters = { inCall: 0, read: 0 };
    const distinct = new Map<Value, Argument>();
    const places = args.map((value, index) => {
      if (typeof value !== "string" && (typeof value !== "object" || value === null)) {
        return { value, plain: value, isJson: false, handle: undefined };
      }
      const sameInCall = distinct.get(value);
      const known = sameInCall ?? this.#kept.get(value);
      const argument = known ?? encodeArgument(value);
      const { plain, isJson } = argument;
      distinct.set(value, argument);
      if (isJson) jsonArguments |= 1 << index;
      if (typeof plain === "string") {
        if (isJson || sameInCall === undefined) characters.inCall += plain.length;
        if (isJson || known === undefined) characters.read += plain.length;
      }
      return argument;
    });
    return { jsonArguments, places, characters };
  }

  #callWrapped(
    target: QuickJSHandle,
    jsonArguments: number,
    places: readonly Argument[],
    steps: number,
  ): Value {
    const { context, sandbox } = this.#realm;
    return sandbox.enter(steps, () => {
      for (const argument of places) argument.handle ??= toHandle(context, argument.plain);
      const bits = context.newNumber(jsonArguments);
      try {
        return this.#realm
          .callInside(target, [bits, ...places.map(({ handle }) => handle!)])
          .consume((result) => this.#read(result));
      } finally {
        if (!sandbox.broken) {
          bits.dispose();
          this.#keep(places);
        }
      }
    });
  }

  /** Long arguments stay for the next call; what it did not have again goes. */
  #keep(places: readonly Argument[]): void {
    const used = new Set(places);
    for (const [value, argument] of this.#kept) {
      if (used.has(argument)) continue;
      argument.handle?.dispose();
      this.#kept.delete(value);
    }
    for (const argument of used) {
      if (typeof argument.plain === "string" && argument.plain.length >= KEPT_CHARACTERS_MIN) {
        this.#kept.set(argument.value, argument);
      } else argument.handle?.dispose(); // the constants ignore it
    }
  }

  /** What `RESULT_CODE` says of a result. */
  #read(result: QuickJSHandle): Value {
    const { context } = this.#realm;
    const number = context.getNumber(result);
    if (number < RESULT_CODE.plainNumbersBelow) return number;
    switch (number) {
      case RESULT_CODE.undefined:
        return undefined;
      case RESULT_CODE.null:
        return null;
      case RESULT_CODE.true:
        return true;
      case RESULT_CODE.false:
        return false;
    }
    return JSON.parse(context.getString(result).slice(RESULT_CODE.json.length)) as Json;
  }
}

type Primitive = undefined | null | boolean | number | string;

interface Argument {
  readonly value: Value;
  readonly plain: Primitive;
  readonly isJson: boolean;
  /** Once it was needed. */
  handle: QuickJSHandle | undefined;
}

interface EncodedCall {
  readonly jsonArguments: number;
  readonly places: readonly Argument[];
  readonly characters: {
    /** That the function is called with. */
    readonly inCall: number;
    /** That have to be converted or read for this call. */
    readonly read: number;
  };
}

function encodeArgument(value: string | object): Argument {
  const isJson = typeof value !== "string" || NEEDS_JSON.test(value);
  return { value: value as Value, plain: isJson ? JSON.stringify(value) : value, isJson, handle: undefined };
}

function checkCharacters(characters: number): void {
  if (characters <= scriptLimits.functionCallCharactersMax) return;
  throw new ScriptError(
    "limit",
    `The arguments of a function have ${characters} characters; ${scriptLimits.functionCallCharactersMax} are allowed. Pass it less of the item.`,
  );
}

function toHandle(context: QuickJSContext, value: Primitive): QuickJSHandle {
  if (typeof value === "number") return context.newNumber(value);
  if (typeof value === "string") return context.newString(value);
  if (typeof value === "boolean") return value ? context.true : context.false;
  return value === null ? context.null : context.undefined;
}
