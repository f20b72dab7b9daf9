/**
 * The functions of this folder run inside the sandbox: their text is taken at start-up and compiled there
 * (`guest-source.ts`). So each is complete in itself: it uses its parameters and the language, no import, no value
 * of its module. They make the API comfortable, not safe: a script may break anything they rely on, and what they
 * answer is checked outside.
 */
import type { GuestError } from "./guest-error.ts";

export interface GuestLimits {
  readonly errorCharactersMax: number;
  readonly bodyCharactersMax: number;
}

export interface GuestKit {
  /** An error with a status, as `new Error(number, message)` makes it. */
  failure(number: number, message: string): Error;
  /** An error that, uncaught, ends the script with the code `limit`. */
  overLimit(message: string): Error;
  /** JSON text of a `GuestError`. */
  describe(thrown: unknown): string;
  /** JSON text of a value that leaves the sandbox, or undefined where JSON has none. */
  write(value: unknown, what: string): string | undefined;
}

export function createGuestKit(limits: GuestLimits): GuestKit {
  const { stringify } = JSON; // from before the script, which may replace it
  const overLimits = new WeakSet<Error>();

  // The service's dialect: a first argument that is a number is the error's status.
  const NumberedError = new Proxy(Error, {
    construct(target, args: unknown[], newTarget) {
      const numbered = args.length > 1 && typeof args[0] === "number";
      const error = Reflect.construct(target, numbered ? args.slice(1) : args, newTarget);
      if (numbered) error.number = args[0];
      return error;
    },
    apply(_target, _this, args: unknown[]) {
      return Reflect.construct(NumberedError, args);
    },
  });
  Error.prototype.constructor = NumberedError;
  globalThis.Error = NumberedError;

  function failure(number: number, message: string): Error {
    return Object.assign(new Error(message), { number, body: message });
  }

  function overLimit(message: string): Error {
    const error = failure(413, message);
    overLimits.add(error);
    return error;
  }

  function textOf(thrown: unknown): string {
    if (typeof thrown !== "object" || thrown === null || thrown instanceof Error) return String(thrown);
    return stringify(thrown) ?? String(thrown);
  }

  function describe(thrown: unknown): string {
    const error: { -readonly [Key in keyof GuestError]: GuestError[Key] } = { text: "an error without text" };
    try {
      error.text = textOf(thrown).slice(0, limits.errorCharactersMax);
      if (thrown instanceof Error) {
        const { stack, number } = thrown as { stack?: unknown; number?: unknown };
        if (typeof stack === "string") error.stack = stack.slice(0, limits.errorCharactersMax);
        if (typeof number === "number") error.number = number;
        if (overLimits.has(thrown)) error.overLimit = true;
      }
    } catch {
      // A message that throws when it is read is the script's own doing; what was read so far is told.
    }
    return stringify(error);
  }

  function write(value: unknown, what: string): string | undefined {
    const text = stringify(value);
    if (text !== undefined && text.length > limits.bodyCharactersMax) {
      throw overLimit(`${what} is larger than ${limits.bodyCharactersMax} characters of JSON.`);
    }
    return text;
  }

  return { failure, overLimit, describe, write };
}
