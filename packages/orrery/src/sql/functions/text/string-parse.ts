/**
 * Functions that read JSON text: strict JSON of the one type that the name says, white space around it allowed;
 * anything else is `undefined`.
 */
import type { Json, Value } from "@orrerydb/exact-json";
import { type BuiltinFunction, unary } from "../builtin-function.ts";
import { isObject } from "../values/type-check.ts";

/** As deep as an item may be; deeper text would overflow the stack of whoever walks the value. */
const NESTING_MAX = 128;

const NUMBER = /^[ \t\n\r]*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?[ \t\n\r]*$/;
const BOOLEAN = /^[ \t\n\r]*(true|false)[ \t\n\r]*$/;
const NULL = /^[ \t\n\r]*null[ \t\n\r]*$/;

function parseNumber(text: Value): Value {
  if (typeof text !== "string" || !NUMBER.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function parseBoolean(text: Value): Value {
  const match = typeof text === "string" ? BOOLEAN.exec(text) : null;
  return match ? match[1] === "true" : undefined;
}

function parseNull(text: Value): Value {
  return typeof text === "string" && NULL.test(text) ? null : undefined;
}

/** Whether brackets outside strings nest deeper than `max`. */
function nestsDeeperThan(text: string, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (inString) {
      if (character === "\\") i++;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = true;
    } else if (character === "[" || character === "{") {
      if (++depth > max) return true;
    } else if (character === "]" || character === "}") {
      depth--;
    }
  }
  return false;
}

/** `opening` is what the first character must be: most text that is not JSON is refused without parsing it. */
function parseComposite(text: Value, opening: "[" | "{", isWanted: (value: Json) => boolean): Value {
  if (typeof text !== "string" || !text.trimStart().startsWith(opening)) return undefined;
  if (nestsDeeperThan(text, NESTING_MAX)) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return isWanted(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const STRING_PARSE_FUNCTIONS: readonly BuiltinFunction[] = [
  unary("STRINGTOARRAY", (text) => parseComposite(text, "[", Array.isArray)),
  unary("STRINGTOBOOLEAN", parseBoolean),
  unary("STRINGTONULL", parseNull),
  unary("STRINGTONUMBER", parseNumber),
  unary("STRINGTOOBJECT", (text) => parseComposite(text, "{", isObject)),
];
