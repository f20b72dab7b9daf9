/**
 * User-defined functions of one request, called synchronously from the query that names them. Each function is
 * compiled at its first call; all of a request's functions share one realm, and no two requests share any.
 *
 * A call blocks the server while it runs. Steps bound how long (`scriptLimits.functionCallSteps` for one call,
 * `functionQuerySteps` for all): no clock decides, so a query that passes here passes everywhere. When a call is
 * stopped, the realm is gone, and every further call fails the same way.
 *
 * An undefined argument reaches the function as `undefined`; a caller that wants such calls skipped skips them.
 */
import assert from "node:assert/strict";
import type { QuickJSHandle } from "quickjs-emscripten-core";
import type { Json, Value } from "../value/json.ts";
import type { FunctionConfig } from "./guest/function-call.ts";
import type { Seed } from "./guest/guest-kit.ts";
import { ANSWER } from "./guest-source.ts";
import type { Realm } from "./realm.ts";
import type { RealmShelf } from "./realm-shelf.ts";
import { ScriptError } from "./script-error.ts";
import { scriptLimits } from "./script-limits.ts";

export interface UdfSource {
  /** The text of a function; throws the caller's own error for an unknown name. */
  getBody(name: string): string;
}

const NEEDS_JSON = /[\0\uD800-\uDFFF]/;

export class UdfRunner {
  readonly #source: UdfSource;
  readonly #shelf: RealmShelf;
  readonly #realm: Realm;
  readonly #wrap: QuickJSHandle;
  readonly #functions = new Map<string, QuickJSHandle>();
  #stepsLeft: number = scriptLimits.functionQuerySteps;
  #stopped: ScriptError | undefined;
  #disposed = false;

  constructor(source: UdfSource, shelf: RealmShelf, realm: Realm, seed: Seed) {
    this.#source = source;
    this.#shelf = shelf;
    this.#realm = realm;
    this.#wrap = realm.open({ seed } satisfies FunctionConfig);
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
    return this.#spend(scriptLimits.functionCallSteps, (steps) => this.#callWrapped(target, args, steps));
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#shelf.putBack(this.#realm);
  }

  #compile(name: string): QuickJSHandle {
    const body = this.#source.getBody(name);
    const compiled = this.#spend(this.#stepsLeft, (steps) => this.#realm.compile(body, `${name}.js`, steps));
    const target = this.#spend(this.#stepsLeft, (steps) => this.#realm.call(this.#wrap, [compiled], steps));
    this.#functions.set(name, target);
    return target;
  }

  #spend<T>(stepsMax: number, work: (steps: number) => T): T {
    if (this.#stopped !== undefined) throw this.#stopped;
    const steps = Math.min(stepsMax, this.#stepsLeft);
    try {
      return work(steps);
    } catch (error) {
      if (this.#realm.sandbox.broken && error instanceof ScriptError) this.#stopped = error;
      throw error;
    } finally {
      this.#stepsLeft -= steps - this.#realm.sandbox.stepsLeft;
    }
  }

  #callWrapped(target: QuickJSHandle, args: readonly Value[], steps: number): Value {
    const { context } = this.#realm;
    const owned: QuickJSHandle[] = [];
    let jsonArguments = 0;
    const own = (handle: QuickJSHandle): QuickJSHandle => {
      owned.push(handle);
      return handle;
    };
    const toHandle = (value: Value, index: number): QuickJSHandle => {
      if (typeof value === "number") return own(context.newNumber(value));
      if (typeof value === "boolean") return value ? context.true : context.false;
      if (value === undefined) return context.undefined;
      if (value === null) return context.null;
      if (typeof value === "string" && !NEEDS_JSON.test(value)) return own(context.newString(value));
      // JSON text carries what a C string in UTF-8 cannot: structure, the character zero, halves of pairs.
      jsonArguments |= 1 << index;
      return own(context.newString(JSON.stringify(value)));
    };
    const { sandbox } = this.#realm;
    return sandbox.enter(steps, () => {
      const handles = args.map(toHandle);
      handles.unshift(own(context.newNumber(jsonArguments)));
      try {
        return this.#realm.callInside(target, handles).consume((answer) => this.#read(answer));
      } finally {
        if (!sandbox.broken) for (const handle of owned) handle.dispose();
      }
    });
  }

  #read(answer: QuickJSHandle): Value {
    const { context } = this.#realm;
    const number = context.getNumber(answer);
    if (number < ANSWER.constants) return number;
    switch (number) {
      case ANSWER.undefined:
        return undefined;
      case ANSWER.null:
        return null;
      case ANSWER.true:
        return true;
      case ANSWER.false:
        return false;
    }
    return JSON.parse(context.getString(answer).slice(ANSWER.json.length)) as Json;
  }
}
