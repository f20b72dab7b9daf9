/** What the full-text functions of a filter, and the order by a score, say about a full-text index. */
import type { FullTextIndex } from "../../value/index-identity.js";
import type { Value } from "../../value/json.js";
import type { Scope } from "../bind/scope.js";
import type { FunctionContext } from "../functions/builtin-function.js";
import { type TextScoring } from "../functions/full-text/full-text-functions.js";
import { type SearchTerm } from "../functions/full-text/search-term.js";
import type { Expression } from "../syntax/ast.js";
import type { IndexingView } from "./indexing-view.js";
/** Items whose text has all of some terms, or any of them. */
export interface TextPredicate {
    readonly kind: "text";
    readonly index: FullTextIndex;
    /** At least one, each of at least one word. */
    readonly terms: readonly SearchTerm[];
    readonly isAny: boolean;
    readonly exact: boolean;
}
export declare function isTextFilter(name: string): boolean;
interface TextContext {
    readonly scope: Scope;
    readonly indexing: IndexingView;
    readonly functions: FunctionContext;
}
/** The index of the texts that an expression reads, if there is one. */
export declare function fullTextIndexOf(text: Expression, { scope, indexing, functions }: TextContext): FullTextIndex | undefined;
/** For a call of `name`; "none": it is never true; undefined: the index cannot tell. */
export declare function textPredicate(name: string, index: FullTextIndex, values: readonly Value[]): TextPredicate | "none" | undefined;
/** What `_FullTextScore` computes from values that are not of the row; undefined: the index cannot tell. */
export declare function indexedScoring(values: readonly Value[], language: string): TextScoring | undefined;
export {};
