/**
 * Items are fetched in batches that grow, so that whoever stops early has not read much ahead, as long as they are not too
 * large together. Nobody knows how large the first are, and a page may have room for two.
 */
export const FIRST_BATCH = 2;
const BATCH_MAX = 256;
/** What a batch should have at most, if its items are like those of the one before. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** How many to fetch after a batch of `size`, in which these were found. */
export function nextBatch(size: number, found: readonly { readonly size: number }[]): number {
  let bytes = 0;
  for (const item of found) bytes += item.size;
  const fitting = bytes === 0 ? BATCH_MAX : Math.floor((BATCH_BYTES * found.length) / bytes);
  return Math.max(1, Math.min(size * 2, BATCH_MAX, fitting));
}
