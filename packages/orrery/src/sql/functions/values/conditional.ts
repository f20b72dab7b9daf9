/** IIF: only exactly true chooses the second argument. */
import { type BuiltinFunction, ternary } from "../builtin-function.ts";

export const CONDITIONAL_FUNCTIONS: readonly BuiltinFunction[] = [
  {
    ...ternary("IIF", (condition, then, otherwise) => (condition === true ? then : otherwise)),
    callExact: ([condition, then, otherwise]) => (condition === true ? then : otherwise),
  },
];
