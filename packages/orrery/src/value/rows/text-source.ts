/**
 * What a full-text index offers to queries: for each term the texts that have it, with what a score needs to know of
 * them. All of it is of the rows in the request's scope, but for `nearTerms`. Of a text with very many terms the index
 * knows only that it is there: whoever searches has to read it.
 */
import type { FullTextIndex } from "./index-identity.ts";

/** A text in which a term occurs. */
export interface Posting {
  /** As in `row-source.ts`. */
  readonly ref: string;
  /** Of the text, for scoring. */
  readonly length: number;
  /** Where the term stands among the words of the text, ascending. */
  readonly places: readonly number[];
}

export interface PostingScan {
  readonly index: FullTextIndex;
  readonly of:
    | { readonly kind: "term"; readonly term: string }
    /** Every text, whatever is in it; its postings have no places. */
    | { readonly kind: "texts" }
    /** Texts whose terms are not in the index; nor have their postings places. */
    | { readonly kind: "longTexts" };
  /** Strictly after this item, in the direction of the scan. */
  readonly after?: string;
  readonly reverse?: boolean;
}

export interface TextSource {
  /** In the order of refs, or the reverse. */
  postings(scan: PostingScan): AsyncIterable<readonly Posting[]>;
  /** Undefined: nobody knows without looking at each. */
  countPostings(scan: PostingScan): Promise<number | undefined>;
  /** About how many there are, counted up to `max`. */
  estimatePostings(scan: PostingScan, max: number): Promise<number>;
  /** The terms of the index within so many edits of a word; terms of items out of scope may be among them. */
  nearTerms(index: FullTextIndex, word: string, edits: number): Promise<readonly string[]>;
  /** The lengths of all texts together; undefined: nobody knows without looking at each. */
  wordCount(index: FullTextIndex): Promise<number | undefined>;
}
