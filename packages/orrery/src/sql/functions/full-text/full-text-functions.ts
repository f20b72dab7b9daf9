/**
 * The full-text functions of WHERE, and the hidden helpers of queries rewritten for ORDER BY RANK. FULLTEXTSCORE and
 * RRF are not functions of one row: `plan/rewrite/hybrid-search.ts` makes queries of them that call these helpers.
 */
import type { Value } from "@orrerydb/exact-json";
import { tokenize, wordsAndLength } from "../../../value/full-text/words.ts";
import {
  type BuiltinFunction,
  type Constant,
  type FunctionCalls,
  unary,
  variadic,
} from "../builtin-function.ts";
import { and, or } from "../values/operators.ts";
import { bm25, type FullTextStatistics } from "./bm25.ts";
import { countTerm, hasTerm, type SearchTerm, searchTerm } from "./search-term.ts";

/** The OR or the AND, in three-valued logic, over whether each term occurs in the text. */
function matchTerms(
  text: string,
  terms: readonly (SearchTerm | undefined)[],
  combine: typeof and,
  language: string,
): Value {
  const decisive = combine === or;
  const words = tokenize(text, language);
  let result: Value = !decisive;
  for (const term of terms) {
    const found = term && hasTerm(words, term);
    if (found === decisive) return decisive;
    result = combine(result, found);
  }
  return result;
}

/** For ORDER BY RANK alone. */
export const RANKING_FUNCTIONS: readonly string[] = ["FullTextScore", "RRF"];

function contains(name: string, maxArgs: number, combine: typeof and): BuiltinFunction {
  /** Terms that are constants are taken apart once, in the language of the first row, which is that of all. */
  const specialize = ([, ...constants]: readonly (Constant | undefined)[]): FunctionCalls | undefined => {
    if (constants.some((term) => term === undefined)) return undefined;
    let terms: readonly (SearchTerm | undefined)[] | undefined;
    return {
      call: ([text], { fullTextLanguage }) => {
        if (typeof text !== "string") return undefined;
        terms ??= constants.map((term) => searchTerm(term!.value, fullTextLanguage));
        return matchTerms(text, terms, combine, fullTextLanguage);
      },
    };
  };
  return variadic(
    name,
    2,
    maxArgs,
    ([text, ...values], { fullTextLanguage }) => {
      if (typeof text !== "string") return undefined;
      const terms = values.map((value) => searchTerm(value, fullTextLanguage));
      return matchTerms(text, terms, combine, fullTextLanguage);
    },
    specialize,
  );
}

/** What a full-text score is made of, beside the text. */
export interface TextScoring {
  readonly terms: readonly SearchTerm[];
  readonly statistics: FullTextStatistics;
}

/** From all arguments of `_FullTextScore` but the text: `[terms], documentCount, totalWordCount, [hitCounts]`. */
export function textScoring(args: readonly Value[], language: string): TextScoring | undefined {
  const [terms, documentCount, totalWordCount, hitCounts] = args;
  if (typeof documentCount !== "number" || typeof totalWordCount !== "number") return undefined;
  if (!Array.isArray(terms) || !isNumbers(hitCounts)) return undefined;
  const found = terms.map((term: Value) => searchTerm(term, language));
  if (!found.every((term) => term !== undefined)) return undefined;
  return { terms: found, statistics: { documentCount, totalWordCount, hitCounts } };
}

function isNumbers(value: Value): value is readonly number[] {
  return Array.isArray(value) && value.every((item) => typeof item === "number");
}

function scoreText(text: string, { terms, statistics }: TextScoring, language: string): number {
  const { words, length } = wordsAndLength(text, language);
  return bm25(
    terms.map((term) => countTerm(words, term)),
    length,
    statistics,
  );
}

/** `_FullTextScore(text, [terms], documentCount, totalWordCount, [hitCounts])`. */
function fullTextScore(): BuiltinFunction {
  const specialize = ([, ...constants]: readonly (Constant | undefined)[]): FunctionCalls | undefined => {
    if (constants.some((constant) => constant === undefined)) return undefined;
    const values = constants.map((constant) => constant!.value);
    let scoring: TextScoring | undefined;
    return {
      call: ([text], { fullTextLanguage }) => {
        scoring ??= textScoring(values, fullTextLanguage);
        if (typeof text !== "string" || scoring === undefined) return undefined;
        return scoreText(text, scoring, fullTextLanguage);
      },
    };
  };
  return variadic(
    "_FullTextScore",
    5,
    5,
    ([text, ...rest], { fullTextLanguage }) => {
      const scoring = textScoring(rest, fullTextLanguage);
      if (typeof text !== "string" || scoring === undefined) return undefined;
      return scoreText(text, scoring, fullTextLanguage);
    },
    specialize,
  );
}

export const FULL_TEXT_FUNCTIONS: readonly BuiltinFunction[] = [
  contains("FULLTEXTCONTAINS", 2, and),
  contains("FULLTEXTCONTAINSALL", Number.POSITIVE_INFINITY, and),
  contains("FULLTEXTCONTAINSANY", Number.POSITIVE_INFINITY, or),
  fullTextScore(),
  unary("_FullTextWordCount", (text, { fullTextLanguage }) =>
    typeof text === "string" ? wordsAndLength(text, fullTextLanguage).length : undefined,
  ),
];
