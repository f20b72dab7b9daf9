/**
 * The full-text functions of WHERE, and the hidden helpers of queries rewritten for ORDER BY RANK. FULLTEXTSCORE and
 * RRF are not functions of one row: `plan/rewrite/hybrid-search.ts` makes queries of them that call these helpers.
 */
import type { JsonArray, Value } from "../../../value/json.ts";
import {
  type BuiltinFunction,
  type Constant,
  type FunctionCalls,
  unary,
  variadic,
} from "../builtin-function.ts";
import { and, or } from "../values/operators.ts";
import { bm25, type FullTextStatistics } from "./bm25.ts";
import { countPhrase, scoringLength, tokenize } from "./words.ts";

/** The words of a search term, or `undefined` for a term that is not text. */
type Phrase = readonly string[] | undefined;

function toPhrase(term: Value, language: string): Phrase {
  return typeof term === "string" ? tokenize(term, language) : undefined;
}

/** The OR or the AND, in three-valued logic, over whether each phrase occurs in the text. */
function matchPhrases(
  text: string,
  phrases: readonly Phrase[],
  combine: typeof and,
  language: string,
): Value {
  const decisive = combine === or;
  const words = tokenize(text, language);
  let result: Value = !decisive;
  for (const phrase of phrases) {
    const found = phrase === undefined ? undefined : countPhrase(words, phrase) > 0;
    if (found === decisive) return decisive;
    result = combine(result, found);
  }
  return result;
}

function contains(name: string, maxArgs: number, combine: typeof and): BuiltinFunction {
  /** Terms that are constants become phrases once, in the language of the first row, which is that of all. */
  const specialize = ([, ...terms]: readonly (Constant | undefined)[]): FunctionCalls | undefined => {
    if (terms.some((term) => term === undefined)) return undefined;
    let phrases: readonly Phrase[] | undefined;
    return {
      call: ([text], { fullTextLanguage }) => {
        if (typeof text !== "string") return undefined;
        phrases ??= terms.map((term) => toPhrase(term!.value, fullTextLanguage));
        return matchPhrases(text, phrases, combine, fullTextLanguage);
      },
    };
  };
  return variadic(
    name,
    2,
    maxArgs,
    ([text, ...terms], { fullTextLanguage }) => {
      if (typeof text !== "string") return undefined;
      const phrases = terms.map((term) => toPhrase(term, fullTextLanguage));
      return matchPhrases(text, phrases, combine, fullTextLanguage);
    },
    specialize,
  );
}

/** What one text scores for its search terms; each may be of several words. */
export function scoreText(
  text: string,
  terms: readonly string[],
  statistics: FullTextStatistics,
  language: string,
): number {
  const words = tokenize(text, language);
  const occurrences = terms.map((term) => countPhrase(words, tokenize(term, language)));
  return bm25(occurrences, scoringLength(text, words), statistics);
}

/** `_FullTextScore(text, [terms], documentCount, totalWordCount, [hitCounts])`. */
function fullTextScore(args: readonly Value[], language: string): Value {
  const [text, terms, documentCount, totalWordCount, hitCounts] = args;
  if (typeof text !== "string" || typeof documentCount !== "number" || typeof totalWordCount !== "number") {
    return undefined;
  }
  if (!isArrayOf(terms, "string") || !isArrayOf(hitCounts, "number")) return undefined;
  const statistics = { documentCount, totalWordCount, hitCounts: hitCounts as readonly number[] };
  return scoreText(text, terms as readonly string[], statistics, language);
}

function isArrayOf(value: Value, type: "string" | "number"): value is JsonArray {
  return Array.isArray(value) && value.every((item) => typeof item === type);
}

export const FULL_TEXT_FUNCTIONS: readonly BuiltinFunction[] = [
  contains("FULLTEXTCONTAINS", 2, and),
  contains("FULLTEXTCONTAINSALL", Number.POSITIVE_INFINITY, and),
  contains("FULLTEXTCONTAINSANY", Number.POSITIVE_INFINITY, or),
  variadic("_FullTextScore", 5, 5, (args, { fullTextLanguage }) => fullTextScore(args, fullTextLanguage)),
  unary("_FullTextWordCount", (text, { fullTextLanguage }) =>
    typeof text === "string" ? scoringLength(text, tokenize(text, fullTextLanguage)) : undefined,
  ),
];
