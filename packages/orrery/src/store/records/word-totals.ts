/**
 * How long the texts of each full-text index are together: kept for every logical partition and for the physical one,
 * in the records of their other totals, because a score needs it before the first text is looked at. Beside them, under
 * a digest that no index has, the number of items whose JSON has digits that no index entry holds.
 */
import { type ByteString, toByteString, writeByteString } from "../../value/byte-string.ts";
import { Corruption } from "../../value/corruption.ts";

/** Totals, or what they change by: of each index that has any, by the digest in its keys. */
export type WordTotals = ReadonlyMap<ByteString, number>;

export const NO_WORDS: WordTotals = new Map();

// On disk: do not change.
const ITEMS_WITH_FORM = "\0".repeat(8);

/** What an item with digits that no index entry holds adds to the totals, and what it takes away. */
export const ONE_WITH_FORM: WordTotals = new Map([[ITEMS_WITH_FORM, 1]]);
export const ONE_LESS_WITH_FORM: WordTotals = new Map([[ITEMS_WITH_FORM, -1]]);

export function hasItemsWithForm(totals: WordTotals): boolean {
  return totals.has(ITEMS_WITH_FORM);
}

// On disk: do not change.
const DIGEST_BYTES = 8;
const ENTRY_BYTES = DIGEST_BYTES + 6;

export function addWords(a: WordTotals, b: WordTotals): WordTotals {
  if (b.size === 0) return a;
  const sum = new Map(a);
  for (const [digest, words] of b) {
    const total = (sum.get(digest) ?? 0) + words;
    if (total === 0) sum.delete(digest);
    else sum.set(digest, total);
  }
  return sum;
}

export function negatedWords(totals: WordTotals): WordTotals {
  return new Map([...totals].map(([digest, words]) => [digest, -words]));
}

export function isSameWords(a: WordTotals, b: WordTotals): boolean {
  return a.size === b.size && [...a].every(([digest, words]) => b.get(digest) === words);
}

/** In the order of the digests. */
export function encodeWordTotals(totals: WordTotals): Buffer {
  const bytes = Buffer.allocUnsafe(totals.size * ENTRY_BYTES);
  const sorted = [...totals].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [i, [digest, words]] of sorted.entries()) {
    writeByteString(digest, bytes, i * ENTRY_BYTES);
    bytes.writeUIntBE(words, i * ENTRY_BYTES + DIGEST_BYTES, 6);
  }
  return bytes;
}

export function decodeWordTotals(bytes: Buffer): WordTotals {
  if (bytes.length === 0) return NO_WORDS;
  if (bytes.length % ENTRY_BYTES !== 0) throw new Corruption("The totals of words cannot be read.");
  const totals = new Map<string, number>();
  for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
    const digest = toByteString(bytes, at, at + DIGEST_BYTES);
    totals.set(digest, bytes.readUIntBE(at + DIGEST_BYTES, 6));
  }
  return totals;
}
