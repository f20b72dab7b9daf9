/**
 * The functions of this folder run inside the sandbox: their text is taken at start-up and compiled there
 * (`guest-source.ts`). So each is complete in itself: it uses its parameters and the language, no import, no value
 * of its module. They make the API comfortable, not safe: a script may break anything they rely on, and what they
 * return is checked outside.
 */
interface KitConfig {
  readonly errorCharactersMax: number;
  readonly bodyCharactersMax: number;
  readonly noText: string;
}

/**
 * Four words of 32 bits as 32 hexadecimal digits. A text of another length would move all that lies behind it in the
 * sandbox, and with it the steps that the interpreter's hash tables and allocator take.
 */
export type Seed = string;

/** The time and the chance that a use of a realm begins with. */
export interface UseStart {
  /** What `Date` says at the beginning, in milliseconds; from there it goes as fast as the real time. */
  readonly startMs: number;
  readonly seed: Seed;
}

export interface GuestKit {
  /** Sets `Date` and `Math.random`: the interpreter's own chance would repeat itself in every use of a realm. */
  begin(start: UseStart): void;
  /** An error with a status, as `new Error(number, message)` makes it. */
  failure(number: number, message: string): Error;
  /** An error that, uncaught, ends the script with the code `limit`. */
  overLimit(message: string): Error;
  /** JSON text of a `GuestError` (`guest-error.ts`). */
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

  // Time comes from outside, as chance does: only how fast it goes is the interpreter's.
  const realNow = Date.now;
  let aheadMs = 0;
  const now = (): number => realNow() + aheadMs;
  const RealDate = Date;
  const GivenDate = new Proxy(RealDate, {
    construct(target, args: unknown[], newTarget) {
      return Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget);
    },
    apply() {
      return new RealDate(now()).toString();
    },
  });
  RealDate.now = now;
  RealDate.prototype.constructor = GivenDate;
  globalThis.Date = GivenDate;

  // Small Fast Counting generator, 32 bits (Chris Doty-Humphrey, PractRand).
  let state = [0, 0, 0, 1];
  function nextWord(): number {
    const [a = 0, b = 0, c = 0, counter = 0] = state;
    const word = (a + b + counter) | 0;
    state = [b ^ (b >>> 9), (c + (c << 3)) | 0, (((c << 21) | (c >>> 11)) + word) | 0, (counter + 1) | 0];
    return word >>> 0;
  }
  Math.random = () => (nextWord() * 2 ** 21 + (nextWord() >>> 11)) / 2 ** 53;

  function begin({ startMs, seed }: UseStart): void {
    aheadMs = startMs - realNow();
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
    let text = config.noText;
    let stack: string | undefined;
    let number: number | undefined;
    let overLimit = false;
    try {
      text = textOf(thrown).slice(0, config.errorCharactersMax);
      if (thrown instanceof Error) {
        const given = thrown as { stack?: unknown; number?: unknown };
        const { stack: givenStack, number: givenNumber } = given;
        if (typeof givenStack === "string") stack = givenStack.slice(0, config.errorCharactersMax);
        if (typeof givenNumber === "number") number = givenNumber;
        overLimit = overLimits.has(thrown);
      }
    } catch {
      // A message that throws when it is read is the script's own doing; what was read so far is told.
    }
    // Without a prototype, whose toJSON the script may have planted. A `GuestError`: undefined entries are left out.
    return stringify({ __proto__: null, text, stack, number, overLimit });
  }

  function write(value: unknown, what: string): string | undefined {
    const text = stringify(value);
    if (text !== undefined && text.length > config.bodyCharactersMax) {
      throw overLimit(`${what} is larger than ${config.bodyCharactersMax} characters of JSON.`);
    }
    return text;
  }

  return { begin, failure, overLimit, describe, write };
}
