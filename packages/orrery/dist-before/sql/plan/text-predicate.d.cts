/** What the full-text functions of a filter, and the order by a score, say about a full-text index. */
import type { FullTextIndex } from "../../value/index-identity.cjs";
import type { Value } from "../../value/json.cjs";
import type { Scope } from "../bind/scope.cjs";
import type { FunctionContext } from "../functions/builtin-function.cjs";
import { type TextScoring } from "../functions/full-text/full-text-functions.cjs";
import { type SearchTerm } from "../functions/full-text/search-term.cjs";
import type { Expression } from "../syntax/ast.cjs";
import type { IndexingView } from "./indexing-view.cjs";
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
