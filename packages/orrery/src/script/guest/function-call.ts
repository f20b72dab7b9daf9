/**
 * Calls of user-defined functions. Arguments and results that fit a WebAssembly number or string cross as they are;
 * the rest crosses as JSON text.
 */
import type { GuestKit, UseStart } from "./guest-kit.ts";

/** Bit `i` of `jsonArguments` says that argument `i` is JSON text. */
type CallableFunction = (jsonArguments: number, ...args: unknown[]) => number | string;

/** `RESULT_CODE` of `guest-source.ts`. */
interface ResultCode {
  readonly plainNumbersBelow: number;
  readonly undefined: number;
  readonly null: number;
  readonly true: number;
  readonly false: number;
  readonly json: string;
}

export function createFunctionWrapper(
  kit: GuestKit,
  code: ResultCode,
  configText: string,
): (target: (...args: unknown[]) => unknown) => CallableFunction {
  const { parse } = JSON;
  const { apply } = Reflect; // takes less than a third of the time of a spread
  kit.begin(parse(configText) as UseStart);
  Object.assign(globalThis, { console: { log: () => undefined } });

  return (target) => {
    return (jsonArguments, ...args) => {
      for (let index = 0, rest = jsonArguments; rest !== 0; index++, rest >>>= 1) {
        if (rest & 1) args[index] = parse(args[index] as string);
      }
      const result: unknown = apply(target, undefined, args);
      if (typeof result === "number" && result > -code.plainNumbersBelow && result < code.plainNumbersBelow)
        return result;
      if (result === true) return code.true;
      if (result === false) return code.false;
      if (result === null) return code.null;
      const text = kit.write(result, "The result of the function");
      return text === undefined ? code.undefined : code.json + text;
    };
  };
}
