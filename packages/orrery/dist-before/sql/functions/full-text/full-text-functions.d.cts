import type { Value } from "../../../value/json.cjs";
import { type BuiltinFunction } from "../builtin-function.cjs";
import { type FullTextStatistics } from "./bm25.cjs";
import { type SearchTerm } from "./search-term.cjs";
/** For ORDER BY RANK alone. */
export declare const RANKING_FUNCTIONS: readonly string[];
/** What a full-text score is made of, beside the text. */
export interface TextScoring {
    readonly terms: readonly SearchTerm[];
    readonly statistics: FullTextStatistics;
}
/** From all arguments of `_FullTextScore` but the text: `[terms], documentCount, totalWordCount, [hitCounts]`. */
export declare function textScoring(args: readonly Value[], language: string): TextScoring | undefined;
export declare const FULL_TEXT_FUNCTIONS: readonly BuiltinFunction[];
