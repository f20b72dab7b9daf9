/** Totals, or what they change by: of each index that has any, by the digest in its keys as latin1. */
export type WordTotals = ReadonlyMap<string, number>;
export declare const NO_WORDS: WordTotals;
export declare function addWords(a: WordTotals, b: WordTotals): WordTotals;
export declare function negatedWords(totals: WordTotals): WordTotals;
export declare function isSameWords(a: WordTotals, b: WordTotals): boolean;
/** In the order of the digests. */
export declare function encodeWordTotals(totals: WordTotals): Buffer;
export declare function decodeWordTotals(bytes: Buffer): WordTotals;
