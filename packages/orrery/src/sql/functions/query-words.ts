/** The words of the language, for editors that complete them. */
import { KEYWORDS } from "../syntax/lexer.ts";
import { aggregateNames } from "./aggregates/aggregates.ts";
import { allFunctions } from "./find-function.ts";
import { RANKING_FUNCTIONS } from "./full-text/full-text-functions.ts";

export interface QueryWords {
  readonly keywords: readonly string[];
  /** As they are usually written; their case does not matter. */
  readonly functions: readonly string[];
}

export function queryWords(): QueryWords {
  const scalars = allFunctions()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("_"));
  return { keywords: KEYWORDS, functions: [...scalars, ...aggregateNames(), ...RANKING_FUNCTIONS].sort() };
}
