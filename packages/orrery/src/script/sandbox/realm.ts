/**
 * A JavaScript world in a sandbox, with the guest code loaded and nothing else. It is used by one request at a time,
 * and is fresh again after `rewind()`: own globals, own prototypes, nothing left from any other script. It knows
 * values only by handles and texts; every error that leaves it is a `ScriptError`.
 */
import assert from "node:assert/strict";
import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import type { GuestError } from "../guest/guest-error.ts";
import { ScriptError } from "../script-error.ts";
import { scriptLimits } from "../script-limits.ts";
import { GUEST_FILE, NO_TEXT } from "./guest-source.ts";
import { outOfMemory, Sandbox, type SandboxOptions, tooDeep } from "./sandbox.ts";

/** Frames that are not of the script's own text. */
const FOREIGN_FRAME = new RegExp(`\\(native\\)$|<input>|\\b${GUEST_FILE}:`);

export class Realm {
  readonly context: QuickJSContext;
  readonly sandbox: Sandbox;
  #describe: QuickJSHandle | undefined;
  readonly #open: QuickJSHandle;

  private constructor(sandbox: Sandbox, guestSource: string) {
    this.sandbox = sandbox;
    this.context = sandbox.newContext();
    const guest = this.evaluate(guestSource, GUEST_FILE);
    this.#describe = this.property(guest, "describe");
    this.#open = this.property(guest, "open");
    sandbox.keepState();
  }

  /** The guest source is one of `guest-source.ts`. */
  static async create(guestSource: string, options: SandboxOptions): Promise<Realm> {
    return new Realm(await Sandbox.create(options), guestSource);
  }

  /**
   * Begins a use: what the guest code makes of its configuration. Its steps, which depend on the digits of the seed and
   * on whether the realm is new, are not the script's: the count begins after it.
   */
  open(config: object): QuickJSHandle {
    try {
      return this.call(this.#open, [this.string(JSON.stringify(config))]);
    } finally {
      this.sandbox.countAnew();
    }
  }

  /** The value of an expression; like all handles, valid until the realm is rewound. */
  evaluate(source: string, fileName: string, steps: number = scriptLimits.runSteps): QuickJSHandle {
    return this.sandbox.enter(steps, () => {
      const result = this.context.evalCode(source, fileName);
      if (result.error) throw this.#failure(result.error);
      return result.value;
    });
  }

  /** A script's text is one function expression; a semicolon after it is forgiven. */
  compile(body: string, fileName: string, steps: number = scriptLimits.runSteps): QuickJSHandle {
    const expression = body.replace(/[\s;]+$/, "");
    let compiled: QuickJSHandle;
    try {
      compiled = this.evaluate(`(${expression}\n)`, fileName, steps);
    } catch (error) {
      if (!(error instanceof ScriptError) || error.code !== "thrown") throw error;
      const { message, line } = error;
      throw new ScriptError("syntax", `The script cannot be compiled. ${message}`, { line });
    }
    if (this.context.typeof(compiled) === "function") return compiled;
    throw new ScriptError("syntax", "The script is not a function.");
  }

  property(object: QuickJSHandle, name: string): QuickJSHandle {
    return this.context.getProp(object, name);
  }

  string(text: string): QuickJSHandle {
    return this.sandbox.enter(scriptLimits.runSteps, () => this.context.newString(text));
  }

  call(target: QuickJSHandle, args: QuickJSHandle[], steps: number = scriptLimits.runSteps): QuickJSHandle {
    return this.sandbox.enter(steps, () => this.callInside(target, args));
  }

  /** The same for callers that have entered the sandbox already. */
  callInside(target: QuickJSHandle, args: QuickJSHandle[]): QuickJSHandle {
    const result = this.context.callFunction(target, this.context.undefined, args);
    if (result.error) throw this.#failure(result.error);
    return result.value;
  }

  /** Runs what settled promises left to do. */
  runJobs(): void {
    this.sandbox.enter(scriptLimits.runSteps, () => {
      const result = this.context.runtime.executePendingJobs();
      if (result.error) throw this.#failure(result.error);
    });
  }

  /** The text behind a handle, which is measured before a byte of it is copied out. */
  text(handle: QuickJSHandle, charactersMax: number): string {
    if (this.context.typeof(handle) !== "string") throw tampered();
    const length = this.context.getProp(handle, "length").consume((value) => this.context.getNumber(value));
    if (length > charactersMax) {
      throw new ScriptError(
        "limit",
        `The script passed on ${length} characters; ${charactersMax} are allowed.`,
      );
    }
    return this.context.getString(handle);
  }

  #failure(thrown: QuickJSHandle): ScriptError {
    if (this.#describe === undefined)
      assert.fail(`the guest code does not load: ${this.context.getString(thrown)}`);
    const result = this.context.callFunction(this.#describe, this.context.undefined, [thrown]);
    thrown.dispose();
    if (result.error) {
      // With no memory left, an error cannot even be described.
      result.error.dispose();
      return outOfMemory();
    }
    const text = this.text(result.value, 16 * scriptLimits.errorCharactersMax);
    result.value.dispose();
    return explain(readGuestError(text), this.sandbox.enlarged);
  }
}

/** The script reached into the API's own code; whatever it wanted, it is over. */
export function tampered(): ScriptError {
  return new ScriptError("thrown", "The script broke the objects that it runs on.");
}

function readGuestError(text: string): GuestError {
  const error = JSON.parse(text) as { [Key in keyof GuestError]: unknown };
  const { stack, number } = error;
  if (typeof error.text !== "string") throw tampered();
  return {
    text: error.text,
    ...(typeof stack === "string" ? { stack } : {}),
    ...(Number.isSafeInteger(number) ? { number: number as number } : {}),
    overLimit: error.overLimit === true,
  };
}

function explain({ text, stack, number, overLimit }: GuestError, enlarged: boolean): ScriptError {
  if (/^(Internal|Syntax)Error: stack overflow$/.test(text)) return tooDeep();
  // With the memory used up, an error may come out as nothing, as something unreadable, or without its text.
  const lost =
    enlarged &&
    (["null", "undefined", "", "[unsupported type]", NO_TEXT].includes(text) ||
      /^InternalError\b/.test(text));
  if (lost || /^InternalError: (out of memory|string too long)$/.test(text)) return outOfMemory();
  const frames = (stack ?? "").split("\n").filter((frame) => frame !== "" && !FOREIGN_FRAME.test(frame));
  const line = /:(\d{1,9})(?::\d+)?\)?$/.exec(frames[0] ?? "")?.[1];
  return new ScriptError(overLimit ? "limit" : "thrown", [text, ...frames].join("\n"), {
    number,
    line: line === undefined ? undefined : Number(line),
  });
}
