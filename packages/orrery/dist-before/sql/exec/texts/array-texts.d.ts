import { type FullTextIndex } from "../../../value/index-identity.js";
import type { ItemRow } from "../../../value/row-source.js";
import type { Posting, PostingScan, TextSource } from "../../../value/text-source.js";
export declare class ArrayTexts implements TextSource {
    #private;
    constructor(rows: readonly ItemRow[], chunkRows: number, termsMax: number);
    postings(scan: PostingScan): AsyncGenerator<readonly Posting[]>;
    countPostings(scan: PostingScan): Promise<number>;
    estimatePostings(scan: PostingScan, max: number): Promise<number>;
    nearTerms(index: FullTextIndex, word: string, edits: number): Promise<readonly string[]>;
    wordCount(index: FullTextIndex): Promise<number>;
}
