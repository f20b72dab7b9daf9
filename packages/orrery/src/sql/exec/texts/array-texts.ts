/** Full-text indexes over objects in memory, for tests; computed when they are asked for. */
import { NearWords } from "../../../value/full-text/edit-distance.ts";
import { textTerms } from "../../../value/full-text/text-terms.ts";
import { type FullTextIndex, indexName } from "../../../value/rows/index-identity.ts";
import type { ItemRow } from "../../../value/rows/row-source.ts";
import type { Posting, PostingScan, TextSource } from "../../../value/rows/text-source.ts";
import { textAt } from "./search-texts.ts";

interface Postings {
  readonly texts: Posting[];
  readonly longTexts: Posting[];
  readonly terms: Map<string, Posting[]>;
}

export class ArrayTexts implements TextSource {
  /** In the order of refs. */
  readonly #rows: readonly ItemRow[];
  readonly #chunkRows: number;
  /** A text with more terms is a long one. */
  readonly #termsMax: number;
  readonly #indexes = new Map<string, Postings>();

  constructor(rows: readonly ItemRow[], chunkRows: number, termsMax: number) {
    this.#rows = rows;
    this.#chunkRows = chunkRows;
    this.#termsMax = termsMax;
  }

  async *postings(scan: PostingScan): AsyncGenerator<readonly Posting[]> {
    const found = this.#scan(scan);
    for (let at = 0; at < found.length; at += this.#chunkRows) yield found.slice(at, at + this.#chunkRows);
  }

  async countPostings(scan: PostingScan): Promise<number> {
    return this.#scan(scan).length;
  }

  async estimatePostings(scan: PostingScan, max: number): Promise<number> {
    return Math.min(this.#scan(scan).length, max);
  }

  async nearTerms(index: FullTextIndex, word: string, edits: number): Promise<readonly string[]> {
    const near = new NearWords(word, edits);
    return [...this.#postingsOf(index).terms.keys()].filter((term) => near.has(term));
  }

  async wordCount(index: FullTextIndex): Promise<number> {
    return this.#postingsOf(index).texts.reduce((sum, { length }) => sum + length, 0);
  }

  #scan({ index, of, after, reverse = false }: PostingScan): readonly Posting[] {
    const postings = this.#postingsOf(index);
    const all = of.kind === "term" ? (postings.terms.get(of.term) ?? []) : postings[of.kind];
    const left = all.filter(({ ref }) => after === undefined || (reverse ? ref < after : ref > after));
    return reverse ? left.reverse() : left;
  }

  #postingsOf(index: FullTextIndex): Postings {
    const known = this.#indexes.get(indexName(index));
    if (known !== undefined) return known;
    const made: Postings = { texts: [], longTexts: [], terms: new Map() };
    for (const row of this.#rows) {
      const text = textAt(row.value(), index);
      if (text === undefined) continue;
      const { ref } = row;
      const { length, places = new Map<string, number[]>() } = textTerms(text, index.language);
      made.texts.push({ ref, length, places: [] });
      if (places.size > this.#termsMax) {
        made.longTexts.push({ ref, length, places: [] });
        continue;
      }
      for (const [term, at] of places) {
        const list = made.terms.get(term) ?? [];
        list.push({ ref, length, places: at });
        made.terms.set(term, list);
      }
    }
    this.#indexes.set(indexName(index), made);
    return made;
  }
}
