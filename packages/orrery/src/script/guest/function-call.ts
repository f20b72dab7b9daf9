/**
 * Calls of user-defined functions. Arguments and results that fit a WebAssembly number or string cross as they are;
 * the rest crosses as JSON text.
 */
import type { GuestKit, UseStart } from "./guest-kit.ts";

/** Bit `i` of `jsonArguments` says that argument `i` is JSON text. */
export type CallableFunction = (jsonArguments: number, ...args: unknown[]) => number | string;

/** `ANSWER` of `guest-source.ts`. */
export interface AnswerCode {
  readonly constants: number;
  readonly undefined: number;
  readonly null: number;
  readonly true: number;
  readonly false: number;
  readonly json: string;
}

export function createFunctionWrapper(
  kit: GuestKit,
  answer: AnswerCode,
  configText: string,
): (target: (...args: unknown[]) => unknown) => CallableFunction {
  const { parse } = JSON;
  const { apply } = Reflect; // a third of the cost of a spread
  kit.begin(parse(configText) as UseStart);
  Object.assign(globalThis, { console: { log: () => undefined } });

  return (target) => {
    return (jsonArguments, ...args) => {
      for (let index = 0, rest = jsonArguments; rest !== 0; index++, rest >>>= 1) {
        if (rest & 1) args[index] = parse(args[index] as string);
      }
      const result: unknown = apply(target, undefined, args);
      if (typeof result === "number" && result > -answer.constants && result < answer.constants)
        return result;
      if (result === true) return answer.true;
      if (result === false) return answer.false;
      if (result === null) return answer.null;
      const text = kit.write(result, "The result of the function");
      return text === undefined ? answer.undefined : answer.json + text;
    };
  };
}
