/**
 * Finds the texts of a range in which some terms occur, by its full-text index, and counts how often each does: the
 * same numbers as if every text had been read. Texts whose terms the index does not hold are read.
 */

import type { JsonObject, Value } from "@orrerydb/exact-json";
import { wordPieces } from "../../../value/full-text/words.ts";
import { parsePath } from "../../../value/path.ts";
import type { FullTextIndex } from "../../../value/rows/index-identity.ts";
import type { ItemRef, RowSource } from "../../../value/rows/row-source.ts";
import type { Posting, TextSource } from "../../../value/rows/text-source.ts";
import { countTerm, type SearchTerm, type SearchWord } from "../../functions/full-text/search-term.ts";
import type { QueryWork } from "../query-work.ts";

export interface TextMatch {
  readonly ref: ItemRef;
  /** Of the text, for scoring. */
  readonly length: number;
  /** Of each term; at least one is more than zero. */
  readonly occurrences: readonly number[];
}

/** A search that would read more postings of one range does without the index. */
export const POSTINGS_MAX = 1_000_000;
/** Long texts are read so many at a time. */
const LOADED_TEXTS = 16;

interface TextSearch {
  readonly index: FullTextIndex;
  readonly terms: readonly SearchTerm[];
  /** Lets others go first, where it is time to. */
  readonly pause?: Pause;
  readonly postingsMax?: number;
}

type Pause = () => Promise<void>;

/** By ref; undefined: too many postings. */
export async function searchTexts(
  source: RowSource,
  { index, terms, pause = async () => {}, postingsMax = POSTINGS_MAX }: TextSearch,
  work: QueryWork,
): Promise<ReadonlyMap<ItemRef, TextMatch> | undefined> {
  const reader = new PostingReader(source.texts, index, { work, pause, left: postingsMax });
  const matches = new Map<ItemRef, { ref: ItemRef; length: number; occurrences: number[] }>();
  const add = (ref: ItemRef, length: number, term: number, count: number): void => {
    let match = matches.get(ref);
    if (match === undefined) {
      match = { ref, length, occurrences: terms.map(() => 0) };
      matches.set(ref, match);
    }
    match.occurrences[term] = match.occurrences[term]! + count;
  };
  for (const [i, { words }] of terms.entries()) {
    const found = words.length === 1 ? reader.ofWord(words[0]!) : reader.ofPhrase(words);
    for await (const postings of found) {
      for (const { ref, length, places } of postings) add(ref, length, i, places.length);
    }
    if (reader.isExhausted) return undefined;
  }
  for await (const { ref, text } of longTexts(source, index, work)) {
    const words: string[] = [];
    let length = 0;
    for (const piece of wordPieces(text, index.language)) {
      words.push(...piece.words);
      length += piece.length;
      await pause();
    }
    for (const [i, term] of terms.entries()) {
      const count = countTerm(words, term);
      if (count > 0) add(ref, length, i, count);
    }
  }
  return matches;
}

/** Those whose terms the index does not hold. */
async function* longTexts(
  source: RowSource,
  index: FullTextIndex,
  work: QueryWork,
): AsyncGenerator<{ readonly ref: ItemRef; readonly text: string }> {
  for await (const postings of source.texts.postings({ index, of: { kind: "longTexts" } })) {
    work.indexEntries += postings.length;
    for (let at = 0; at < postings.length; at += LOADED_TEXTS) {
      const refs = postings.slice(at, at + LOADED_TEXTS).map(({ ref }) => ref);
      for (const row of await source.load(refs)) {
        work.itemsLoaded++;
        work.bytesLoaded += row.size;
        const text = textAt(row.value(), index);
        if (text !== undefined) yield { ref: row.ref, text };
      }
    }
  }
}

/** The text of an item that an index is of. */
export function textAt(item: JsonObject, { path }: FullTextIndex): string | undefined {
  let value: Value = item;
  for (const name of parsePath(path) ?? []) {
    if (typeof value !== "object" || value === null || Array.isArray(value) || name === null)
      return undefined;
    value = Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
  }
  return typeof value === "string" ? value : undefined;
}

/** Reads the postings of words and phrases, no more than a bound of them. */
class PostingReader {
  readonly #texts: TextSource;
  readonly #index: FullTextIndex;
  readonly #work: QueryWork;
  readonly #pause: Pause;
  #left: number;

  constructor(
    texts: TextSource,
    index: FullTextIndex,
    { work, pause, left }: { readonly work: QueryWork; readonly pause: Pause; readonly left: number },
  ) {
    this.#texts = texts;
    this.#index = index;
    this.#work = work;
    this.#pause = pause;
    this.#left = left;
  }

  get isExhausted(): boolean {
    return this.#left < 0;
  }

  /** Of all terms that match a word; a text may come several times. */
  async *ofWord(word: SearchWord): AsyncGenerator<readonly Posting[]> {
    const terms =
      word.edits === 0 ? [word.word] : await this.#texts.nearTerms(this.#index, word.word, word.edits);
    for (const term of terms) {
      this.#work.indexLookups++;
      for await (const postings of this.#texts.postings({ index: this.#index, of: { kind: "term", term } })) {
        this.#work.indexEntries += postings.length;
        this.#left -= postings.length;
        if (this.isExhausted) return;
        yield postings;
        await this.#pause();
      }
    }
  }

  /** Texts in which words follow each other, with the places of the first. */
  async *ofPhrase(words: readonly SearchWord[]): AsyncGenerator<readonly Posting[]> {
    let phrases:
      | ReadonlyMap<ItemRef, { readonly length: number; readonly places: readonly number[] }>
      | undefined;
    for (const [i, word] of words.entries()) {
      const next = new Map<ItemRef, { length: number; places: number[] }>();
      for await (const postings of this.ofWord(word)) {
        for (const { ref, length, places } of postings) {
          const before = phrases?.get(ref);
          if (phrases !== undefined && before === undefined) continue;
          const known = before && new Set(before.places);
          const starts = places.map((place) => place - i).filter((start) => known?.has(start) ?? true);
          if (starts.length === 0) continue;
          const joined = next.get(ref);
          if (joined === undefined) next.set(ref, { length, places: starts });
          else joined.places.push(...starts);
        }
      }
      if (this.isExhausted) return;
      phrases = next;
    }
    yield [...(phrases ?? [])].map(([ref, { length, places }]) => ({ ref, length, places }));
  }
}
