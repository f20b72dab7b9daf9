/**
 * Functions that look for text in text: CONTAINS and its kin, with an optional last argument to ignore case.
 * A needle that is a constant is lower-cased once.
 */
import type { Value } from "@orrerydb/exact-json";
import {
  type BuiltinFunction,
  binaryOrTernary,
  type Constant,
  type FunctionCalls,
  variadic,
} from "../builtin-function.ts";
import { and, or } from "../values/operators.ts";

type Match = (text: string, needle: string) => boolean;

const contains: Match = (text, needle) => text.includes(needle);

/** Cut to the needle's length first, so that a long text is not lower-cased for a short prefix. */
const startsWithIgnoringCase: Match = (text, lowered) =>
  text.slice(0, lowered.length).toLowerCase() === lowered;
const endsWithIgnoringCase: Match = (text, lowered) =>
  text.length >= lowered.length && text.slice(text.length - lowered.length).toLowerCase() === lowered;

/** `ignoringCase` receives the needle in lower case. */
function matcher(name: string, exact: Match, ignoringCase: Match): BuiltinFunction {
  const withCase = (text: Value, needle: Value): Value =>
    typeof text === "string" && typeof needle === "string" ? exact(text, needle) : undefined;

  const withFlag = (text: Value, needle: Value, ignoreCase: Value): Value => {
    if (typeof text !== "string" || typeof needle !== "string") return undefined;
    if (typeof ignoreCase !== "boolean") return undefined;
    return ignoreCase ? ignoringCase(text, needle.toLowerCase()) : exact(text, needle);
  };

  const specialize = ([, needle, ignoreCase]: readonly (Constant | undefined)[]):
    | FunctionCalls
    | undefined => {
    if (ignoreCase?.value !== true || typeof needle?.value !== "string") return undefined;
    const lowered = needle.value.toLowerCase();
    const match = (text: Value): Value =>
      typeof text === "string" ? ignoringCase(text, lowered) : undefined;
    return { call: (args) => match(args[0]), call3: match };
  };

  return binaryOrTernary(name, withCase, withFlag, specialize);
}

/** CONTAINS_ANY and CONTAINS_ALL: the OR or the AND of CONTAINS over the terms; a term that is not a string is unknown. */
function containsMany(name: string, ignoreCase: boolean, combine: typeof and): BuiltinFunction {
  const decisive = combine === or;
  return variadic(name, 2, Number.POSITIVE_INFINITY, (args) => {
    const subject = args[0];
    if (typeof subject !== "string") return undefined;
    const text = ignoreCase ? subject.toLowerCase() : subject;
    let result: Value = !decisive;
    for (let i = 1; i < args.length; i++) {
      const term = args[i];
      const found =
        typeof term === "string" ? text.includes(ignoreCase ? term.toLowerCase() : term) : undefined;
      if (found === decisive) return decisive;
      result = combine(result, found);
    }
    return result;
  });
}

export const STRING_MATCH_FUNCTIONS: readonly BuiltinFunction[] = [
  matcher("CONTAINS", contains, (text, lowered) => text.toLowerCase().includes(lowered)),
  containsMany("CONTAINS_ALL_CI", true, and),
  containsMany("CONTAINS_ALL_CS", false, and),
  containsMany("CONTAINS_ANY_CI", true, or),
  containsMany("CONTAINS_ANY_CS", false, or),
  matcher("ENDSWITH", (text, needle) => text.endsWith(needle), endsWithIgnoringCase),
  matcher("STARTSWITH", (text, needle) => text.startsWith(needle), startsWithIgnoringCase),
  matcher(
    "STRINGEQUALS",
    (text, needle) => text === needle,
    (text, lowered) => text.length === lowered.length && text.toLowerCase() === lowered,
  ),
];
