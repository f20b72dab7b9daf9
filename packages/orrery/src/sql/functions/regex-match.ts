/**
 * REGEXMATCH, on an engine that matches in time linear in the text (RE2), because a pattern comes from the user and
 * a backtracking engine could not be stopped. What such an engine cannot do, look-around and back references, is
 * refused with a message, as is a pattern that is no regular expression at all.
 */
import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";
import type { Value } from "../../value/json.ts";
import { QueryError } from "../query-error.ts";
import {
  type BuiltinFunction,
  binaryOrTernary,
  type Constant,
  type FunctionCalls,
} from "./builtin-function.ts";

const PATTERN_LENGTH_MAX = 4096;
/** Compiled patterns to keep, for patterns that are no constants; each may hold up to 8 MB of automaton. */
const PATTERNS_KEPT_MAX = 32;

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  x: 0, // the engine does not know it: the pattern is rewritten instead
};

const compiledPatterns = new LRUCache<string, RE2JS>({ max: PATTERNS_KEPT_MAX });

/** `undefined` for arguments of a wrong type and for a modifier that does not exist. */
function compile(pattern: Value, modifiers: Value): RE2JS | undefined {
  if (typeof pattern !== "string" || typeof modifiers !== "string") return undefined;
  const key = `${modifiers}/${pattern}`;
  let compiled = compiledPatterns.get(key);
  if (compiled === undefined) {
    let flags = 0;
    for (const modifier of modifiers) {
      if (!Object.hasOwn(FLAGS, modifier)) return undefined;
      flags |= FLAGS[modifier]!;
    }
    compiled = compileChecked(modifiers.includes("x") ? withoutSpace(pattern) : pattern, flags);
    compiledPatterns.set(key, compiled);
  }
  return compiled;
}

function compileChecked(pattern: string, flags: number): RE2JS {
  if (pattern.length > PATTERN_LENGTH_MAX) {
    throw new QueryError(
      "InvalidPattern",
      `The pattern of REGEXMATCH is longer than ${PATTERN_LENGTH_MAX} characters.`,
    );
  }
  try {
    return RE2JS.compile(pattern, flags);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new QueryError(
      "InvalidPattern",
      `REGEXMATCH cannot use this pattern: ${reason}. Look-around and back references are not supported.`,
    );
  }
}

/** The pattern of modifier `x`: white space and `#` comments dropped, except escaped ones and those in a class. */
function withoutSpace(pattern: string): string {
  let result = "";
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern[i]!;
    if (character === "\\") {
      result += character + (pattern[++i] ?? "");
      continue;
    }
    if (!inClass && character === "#") {
      const end = pattern.indexOf("\n", i);
      i = end < 0 ? pattern.length : end;
      continue;
    }
    if (!inClass && /\s/.test(character)) continue;
    if (character === "[") inClass = true;
    else if (character === "]") inClass = false;
    result += character;
  }
  return result;
}

function regexMatch(text: Value, pattern: Value, modifiers: Value): Value {
  return typeof text === "string" ? compile(pattern, modifiers)?.test(text) : undefined;
}

function specialize(constants: readonly (Constant | undefined)[]): FunctionCalls | undefined {
  const pattern = constants[1];
  const modifiers = constants.length === 2 ? { value: "" } : constants[2];
  if (pattern === undefined || modifiers === undefined) return undefined;
  const compiled = compile(pattern.value, modifiers.value);
  if (compiled === undefined) return undefined;
  const match = (text: Value): Value => (typeof text === "string" ? compiled.test(text) : undefined);
  return { call: (args) => match(args[0]), call2: match, call3: match };
}

export const REGEX_FUNCTIONS: readonly BuiltinFunction[] = [
  binaryOrTernary("REGEXMATCH", (text, pattern) => regexMatch(text, pattern, ""), regexMatch, specialize),
];
