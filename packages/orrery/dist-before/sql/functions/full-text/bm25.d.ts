/** Okapi BM25: how well a text answers a list of search terms, given what is known of all texts. */
/** Of all texts under one path, in every partition. */
export interface FullTextStatistics {
    readonly documentCount: number;
    /** The lengths of all texts together. */
    readonly totalWordCount: number;
    /** For each search term, in how many texts it occurs. */
    readonly hitCounts: readonly number[];
}
/** `occurrences` of each term in the text, `wordCount` its length. Zero where no term occurs. */
export declare function bm25(occurrences: readonly number[], wordCount: number, { documentCount, totalWordCount, hitCounts }: FullTextStatistics): number;
