/**
 * The functions of this folder run inside the sandbox: their text is taken at start-up and compiled there
 * (`guest-source.ts`). So each is complete in itself: it uses its parameters and the language, no import, no value
 * of its module. They make the API comfortable, not safe: a script may break anything they rely on, and what they
 * answer is checked outside.
 */
import type { GuestError } from "./guest-error.ts";

export interface KitConfig {
  readonly errorCharactersMax: number;
  readonly bodyCharactersMax: number;
  readonly noText: string;
}

/**
 * Four words of 32 bits as 32 hexadecimal digits. A text of another length would move all that lies behind it in the
 * sandbox, and with it the steps that the interpreter's hash tables and allocator take.
 */
export type Seed = string;

export interface GuestKit {
  /** Starts `Math.random` anew: the interpreter's own would repeat itself in every use of a realm. */
  seedRandom(seed: Seed): void;
  /** An error with a status, as `new Error(number, message)` makes it. */
  failure(number: number, message: string): Error;
  /** An error that, uncaught, ends the script with the code `limit`. */
  overLimit(message: string): Error;
  /** JSON text of a `GuestError`. */
  describe(thrown: unknown): string;
  /** JSON text of a value that leaves the sandbox, or undefined where JSON has none. */
  write(value: unknown, what: string): string | undefined;
}

export function createGuestKit(config: KitConfig): GuestKit {
  const { stringify } = JSON; // from before the script, which may replace them
  const toText = String;
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

  // Small Fast Counting generator, 32 bits (Chris Doty-Humphrey, PractRand).
  let state = [0, 0, 0, 1];
  function nextWord(): number {
    const [a = 0, b = 0, c = 0, counter = 0] = state;
    const word = (a + b + counter) | 0;
    state = [b ^ (b >>> 9), (c + (c << 3)) | 0, (((c << 21) | (c >>> 11)) + word) | 0, (counter + 1) | 0];
    return word >>> 0;
  }
  Math.random = () => (nextWord() * 2 ** 21 + (nextWord() >>> 11)) / 2 ** 53;

  function seedRandom(seed: Seed): void {
    state = [0, 8, 16, 24].map((at) => Number.parseInt(seed.slice(at, at + 8), 16));
    for (let round = 0; round < 12; round++) nextWord();
  }

  function failure(number: number, message: string): Error {
    return Object.assign(new Error(message), { number, body: message });
  }

  function overLimit(message: string): Error {
    const error = failure(413, message);
    overLimits.add(error);
    return error;
  }

  function textOf(thrown: unknown): string {
    if (typeof thrown !== "object" || thrown === null || thrown instanceof Error) return toText(thrown);
    return stringify(thrown) ?? toText(thrown);
  }

  function describe(thrown: unknown): string {
    // Without a prototype, whose toJSON the script may have planted.
    const error: { -readonly [Key in keyof GuestError]: GuestError[Key] } = Object.create(null);
    error.text = config.noText;
    try {
      error.text = textOf(thrown).slice(0, config.errorCharactersMax);
      if (thrown instanceof Error) {
        const { stack, number } = thrown as { stack?: unknown; number?: unknown };
        if (typeof stack === "string") error.stack = stack.slice(0, config.errorCharactersMax);
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
    if (text !== undefined && text.length > config.bodyCharactersMax) {
      throw overLimit(`${what} is larger than ${config.bodyCharactersMax} characters of JSON.`);
    }
    return text;
  }

  return { seedRandom, failure, overLimit, describe, write };
}
