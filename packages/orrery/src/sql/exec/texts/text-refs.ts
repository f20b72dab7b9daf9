/** The items that a full-text predicate finds in a range. */
import type { ItemRef, RowSource } from "../../../value/rows/row-source.ts";
import type { TextPredicate } from "../../plan/predicates/text-predicate.ts";
import type { QueryWork } from "../query-work.ts";
import { searchTexts } from "./search-texts.ts";

/** All of them; undefined: too many postings. */
export async function textRefs(
  source: RowSource,
  { index, terms, isAny }: TextPredicate,
  work: QueryWork,
): Promise<ReadonlySet<ItemRef> | undefined> {
  const matches = await searchTexts(source, { index, terms }, work);
  if (matches === undefined) return undefined;
  const refs = new Set<ItemRef>();
  for (const { ref, occurrences } of matches.values()) {
    if (isAny || occurrences.every((count) => count > 0)) refs.add(ref);
  }
  return refs;
}

/** The one term whose postings are what a predicate finds, where that is so. */
export async function onlyTerm(
  source: RowSource,
  { index, terms }: TextPredicate,
): Promise<string | undefined> {
  const [word, ...others] = terms.flatMap(({ words }) => words);
  if (word === undefined || others.length > 0 || word.edits > 0) return undefined;
  const hasLongTexts = (await source.texts.estimatePostings({ index, of: { kind: "longTexts" } }, 1)) > 0;
  return hasLongTexts ? undefined : word.word;
}

/** Chunks of the refs of one term, in their order, strictly after one. */
export async function* termRefs(
  source: RowSource,
  { index }: TextPredicate,
  term: string,
  after: ItemRef | undefined,
): AsyncGenerator<readonly ItemRef[]> {
  const scan = { index, of: { kind: "term", term }, ...(after !== undefined && { after }) } as const;
  for await (const postings of source.texts.postings(scan)) yield postings.map(({ ref }) => ref);
}
