/** Okapi BM25: how well a text answers a list of search terms, given what is known of all texts. */

/** Of all texts under one path, in every partition. */
export interface FullTextStatistics {
  readonly documentCount: number;
  /** The lengths of all texts together. */
  readonly totalWordCount: number;
  /** For each search term, in how many texts it occurs. */
  readonly hitCounts: readonly number[];
}

/** The usual k1: how soon repeating a term stops helping. */
const SATURATION = 1.2;
/** The usual b: how much a text is marked down for its length. */
const LENGTH_WEIGHT = 0.75;

/** `occurrences` of each term in the text, `wordCount` its length. Zero where no term occurs. */
export function bm25(
  occurrences: readonly number[],
  wordCount: number,
  { documentCount, totalWordCount, hitCounts }: FullTextStatistics,
): number {
  const relativeLength = totalWordCount > 0 ? (wordCount * documentCount) / totalWordCount : 1;
  const lengthFactor = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * relativeLength);
  let score = 0;
  occurrences.forEach((count, term) => {
    if (count > 0) {
      const hits = Math.min(hitCounts[term] ?? 0, documentCount);
      const rarity = Math.log(1 + (documentCount - hits + 0.5) / (hits + 0.5));
      score += (rarity * count * (SATURATION + 1)) / (count + lengthFactor);
    }
  });
  return score;
}
