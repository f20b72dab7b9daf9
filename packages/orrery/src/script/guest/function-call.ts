/**
 * Calls of user-defined functions. Arguments and results that fit a WebAssembly number or string cross as they are;
 * the rest crosses as JSON text.
 */
import type { GuestKit, Seed } from "./guest-kit.ts";

/** Bit `i` of `jsonArguments` says that argument `i` is JSON text. */
export type CallableFunction = (jsonArguments: number, ...args: unknown[]) => number | string;

/** First character of an answer that is not a finite number; JSON text follows `json`. */
export interface AnswerTags {
  readonly undefined: string;
  readonly null: string;
  readonly true: string;
  readonly false: string;
  readonly json: string;
}

export interface FunctionConfig {
  readonly seed: Seed;
}

export function createFunctionWrapper(
  kit: GuestKit,
  tags: AnswerTags,
  configText: string,
): (target: (...args: unknown[]) => unknown) => CallableFunction {
  const { parse } = JSON;
  const { apply } = Reflect; // a third of the cost of a spread
  const config: FunctionConfig = parse(configText);
  kit.seedRandom(config.seed);
  Object.assign(globalThis, { console: { log: () => undefined } });

  return (target) => {
    return (jsonArguments, ...args) => {
      for (let index = 0, rest = jsonArguments; rest !== 0; index++, rest >>>= 1) {
        if (rest & 1) args[index] = parse(args[index] as string);
      }
      const result: unknown = apply(target, undefined, args);
      if (typeof result === "number") return result - result === 0 ? result : tags.null; // as JSON has it
      if (typeof result === "boolean") return result ? tags.true : tags.false;
      if (result === null) return tags.null;
      const text = kit.write(result, "The result of the function");
      return text === undefined ? tags.undefined : tags.json + text;
    };
  };
}
