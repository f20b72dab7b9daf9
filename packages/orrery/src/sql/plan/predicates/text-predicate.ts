/** What the full-text functions of a filter, and the order by a score, say about a full-text index. */

import type { Value } from "@orrerydb/exact-json";
import type { FullTextIndex } from "../../../value/rows/index-identity.ts";
import { indexPathOf } from "../../bind/document-path.ts";
import type { Scope } from "../../bind/scope.ts";
import { languageOf } from "../../bind/text-language.ts";
import type { FunctionContext } from "../../functions/builtin-function.ts";
import { type TextScoring, textScoring } from "../../functions/full-text/full-text-functions.ts";
import { type SearchTerm, searchTerm } from "../../functions/full-text/search-term.ts";
import type { Expression } from "../../syntax/ast.ts";
import type { IndexingView } from "./indexing-view.ts";

/** Items whose text has all of some terms, or any of them. */
export interface TextPredicate {
  readonly kind: "text";
  readonly index: FullTextIndex;
  /** At least one, each of at least one word. */
  readonly terms: readonly SearchTerm[];
  readonly isAny: boolean;
  readonly exact: boolean;
}

const COMBINING: ReadonlyMap<string, "all" | "any"> = new Map([
  ["FULLTEXTCONTAINS", "all"],
  ["FULLTEXTCONTAINSALL", "all"],
  ["FULLTEXTCONTAINSANY", "any"],
]);

export const TEXT_FILTER_FUNCTIONS: readonly string[] = [...COMBINING.keys()];

interface TextContext {
  readonly scope: Scope;
  readonly indexing: IndexingView;
  readonly functions: FunctionContext;
}

/** The index of the texts that an expression reads, if there is one. */
export function fullTextIndexOf(
  text: Expression,
  { scope, indexing, functions }: TextContext,
): FullTextIndex | undefined {
  const location = indexPathOf(text, scope);
  if (location === undefined || location.isMany) return undefined;
  const { path } = location;
  const language = languageOf(text, scope, functions);
  const index = indexing.indexAt?.("fullText", path);
  return index?.language === language ? index : undefined;
}

/** Longer words are not looked for with edits: their terms may not be whole in the index. */
const NEAR_CHARACTERS_MAX = 60;

/** Whether the index finds a term. */
function isIndexedTerm({ words }: SearchTerm): boolean {
  return words.every(({ word, edits }) => edits === 0 || word.length <= NEAR_CHARACTERS_MAX);
}

/** For a call of `name`; "none": it is never true; undefined: the index cannot tell. */
export function textPredicate(
  name: string,
  index: FullTextIndex,
  values: readonly Value[],
): TextPredicate | "none" | undefined {
  const isAny = COMBINING.get(name) === "any";
  const found = values.map((value) => searchTerm(value, index.language));
  // A term without words occurs nowhere, and one that is not a text is never true.
  const terms = found.filter((term) => term !== undefined && term.words.length > 0) as readonly SearchTerm[];
  if (terms.length === 0 || (!isAny && terms.length < found.length)) return "none";
  if (!terms.every(isIndexedTerm)) return undefined;
  return { kind: "text", index, terms, isAny, exact: true };
}

/** Numbers from which every text that has a term scores more than nothing. */
const DOCUMENTS_MAX = 1e14;

/** What `_FullTextScore` computes from values that are not of the row; undefined: the index cannot tell. */
export function indexedScoring(values: readonly Value[], language: string): TextScoring | undefined {
  const scoring = textScoring(values, language);
  if (scoring === undefined || !scoring.terms.every(isIndexedTerm)) return undefined;
  const { documentCount, totalWordCount, hitCounts } = scoring.statistics;
  const isSound = [documentCount, totalWordCount, ...hitCounts].every(
    (count) => count >= 0 && count <= DOCUMENTS_MAX,
  );
  return isSound ? scoring : undefined;
}
