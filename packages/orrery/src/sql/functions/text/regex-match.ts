/**
 * REGEXMATCH, on an engine that matches in time linear in the text (RE2), because a pattern comes from the user and
 * a backtracking engine could not be stopped. What such an engine cannot do, look-around and back references, is
 * refused with a message, as is a pattern that is not a regular expression at all.
 */

import { createRequire } from "node:module";
import type { Value } from "@orrerydb/exact-json";
import { LRUCache } from "lru-cache";
import type { RE2JS } from "re2js";
import { QueryError } from "../../syntax/query-error.ts";
import {
  type BuiltinFunction,
  binaryOrTernary,
  type Constant,
  type FunctionCalls,
  type FunctionContext,
} from "../builtin-function.ts";

const PATTERN_LENGTH_MAX = 4096;
/**
 * States of the pattern times characters of the text. Linear time is bounded only with this: at its worst a step
 * takes some 300 ns, and the process serves nobody else meanwhile.
 */
const STEPS_MAX = 5_000_000;
/** Compiled patterns to keep, for patterns that are not constants; each may hold up to 8 MB of automaton. */
const PATTERNS_KEPT_MAX = 32;

/** Of the engine; it does not know `x`: the pattern is rewritten instead. */
const FLAGS: Readonly<Record<string, "CASE_INSENSITIVE" | "MULTILINE" | "DOTALL" | undefined>> = {
  i: "CASE_INSENSITIVE",
  m: "MULTILINE",
  s: "DOTALL",
  x: undefined,
};

let loaded: typeof RE2JS | undefined;

/** Loaded when the first pattern comes: that takes a fifth of a server's start. */
function engine(): typeof RE2JS {
  loaded ??= (createRequire(import.meta.url)("re2js") as { readonly RE2JS: typeof RE2JS }).RE2JS;
  return loaded;
}

/** So many of these are one of those that a query counts. */
const STEPS_PER_COUNTED = 2;

type Pattern = (text: string, context: FunctionContext) => boolean;

const compiledPatterns = new LRUCache<string, Pattern>({ max: PATTERNS_KEPT_MAX });

/** `undefined` for arguments of a wrong type and for a modifier that does not exist. */
function compile(pattern: Value, modifiers: Value): Pattern | undefined {
  if (typeof pattern !== "string" || typeof modifiers !== "string") return undefined;
  const key = `${modifiers}/${pattern}`;
  let compiled = compiledPatterns.get(key);
  if (compiled === undefined) {
    let flags = 0;
    for (const modifier of modifiers) {
      if (!Object.hasOwn(FLAGS, modifier)) return undefined;
      const name = FLAGS[modifier];
      if (name !== undefined) flags |= engine()[name];
    }
    compiled = compileChecked(modifiers.includes("x") ? withoutSpace(pattern) : pattern, flags);
    compiledPatterns.set(key, compiled);
  }
  return compiled;
}

function compileChecked(pattern: string, flags: number): Pattern {
  if (pattern.length > PATTERN_LENGTH_MAX) {
    throw refusal(`the pattern is longer than ${PATTERN_LENGTH_MAX} characters`);
  }
  const expression = parse(pattern, flags);
  const size = expression.programSize();
  const textLengthMax = Math.floor(STEPS_MAX / size);
  return (text, { spend }) => {
    if (text.length > textLengthMax) {
      throw refusal(
        `a text of ${text.length} characters takes too long; use a simpler pattern or a shorter text`,
      );
    }
    spend?.(Math.floor((text.length * size) / STEPS_PER_COUNTED));
    return expression.test(text);
  };
}

function parse(pattern: string, flags: number): RE2JS {
  try {
    return engine().compile(pattern, flags);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw refusal(`${reason} (look-around and back references are not supported)`);
  }
}

function refusal(reason: string): QueryError {
  return new QueryError("InvalidPattern", `REGEXMATCH cannot use this pattern: ${reason}.`);
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

function regexMatch(text: Value, pattern: Value, modifiers: Value, context: FunctionContext): Value {
  return typeof text === "string" ? compile(pattern, modifiers)?.(text, context) : undefined;
}

function specialize(constants: readonly (Constant | undefined)[]): FunctionCalls | undefined {
  const pattern = constants[1];
  const modifiers = constants.length === 2 ? { value: "" } : constants[2];
  if (pattern === undefined || modifiers === undefined) return undefined;
  const compiled = compile(pattern.value, modifiers.value);
  if (compiled === undefined) return undefined;
  const match = (text: Value, context: FunctionContext): Value =>
    typeof text === "string" ? compiled(text, context) : undefined;
  return {
    call: (args, context) => match(args[0], context),
    call2: (text, _pattern, context) => match(text, context),
    call3: (text, _pattern, _modifiers, context) => match(text, context),
  };
}

export const REGEX_FUNCTIONS: readonly BuiltinFunction[] = [
  binaryOrTernary(
    "REGEXMATCH",
    (text, pattern, context) => regexMatch(text, pattern, "", context),
    regexMatch,
    specialize,
  ),
];
