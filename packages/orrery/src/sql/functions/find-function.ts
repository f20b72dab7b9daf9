/** The table of all built-in scalar functions. Names are found in any case. */
import { ARRAY_FUNCTIONS } from "./arrays/array-functions.ts";
import { SET_FUNCTIONS } from "./arrays/set-functions.ts";
import type { BuiltinFunction } from "./builtin-function.ts";
import { DATE_TIME_FUNCTIONS } from "./dates/date-time-functions.ts";
import { FULL_TEXT_FUNCTIONS } from "./full-text/full-text-functions.ts";
import { INTEGER_FUNCTIONS } from "./numbers/integer-functions.ts";
import { MATH_FUNCTIONS } from "./numbers/math-functions.ts";
import { SPATIAL_FUNCTIONS } from "./spatial/spatial-functions.ts";
import { REGEX_FUNCTIONS } from "./text/regex-match.ts";
import { STRING_FUNCTIONS } from "./text/string-functions.ts";
import { STRING_MATCH_FUNCTIONS } from "./text/string-match.ts";
import { STRING_PARSE_FUNCTIONS } from "./text/string-parse.ts";
import { CONDITIONAL_FUNCTIONS } from "./values/conditional.ts";
import { ITEM_FUNCTIONS } from "./values/document-id.ts";
import { TYPE_CHECK_FUNCTIONS } from "./values/type-check.ts";
import { VECTOR_FUNCTIONS } from "./vectors/vector-functions.ts";

const FAMILIES: readonly (readonly BuiltinFunction[])[] = [
  ARRAY_FUNCTIONS,
  CONDITIONAL_FUNCTIONS,
  DATE_TIME_FUNCTIONS,
  FULL_TEXT_FUNCTIONS,
  INTEGER_FUNCTIONS,
  ITEM_FUNCTIONS,
  MATH_FUNCTIONS,
  REGEX_FUNCTIONS,
  SET_FUNCTIONS,
  SPATIAL_FUNCTIONS,
  STRING_FUNCTIONS,
  STRING_MATCH_FUNCTIONS,
  STRING_PARSE_FUNCTIONS,
  TYPE_CHECK_FUNCTIONS,
  VECTOR_FUNCTIONS,
];

const BY_NAME: ReadonlyMap<string, BuiltinFunction> = new Map(
  FAMILIES.flat().map((fn) => [fn.name.toUpperCase(), fn]),
);

export function findFunction(name: string): BuiltinFunction | undefined {
  return BY_NAME.get(name.toUpperCase());
}

/** Every built-in function, also those that begin with an underscore and are for rewritten queries. */
export function allFunctions(): readonly BuiltinFunction[] {
  return [...BY_NAME.values()];
}
