/**
 * The rows of a full-text index: for each term of a text, the text's length and where in it the term stands; and one
 * row for the text itself. docs/format.md describes the bytes. On disk: do not change.
 */

import { createHash } from "node:crypto";
import { writeByteString } from "../../../value/byte-string.ts";
import { Corruption } from "../../../value/corruption.ts";
import type { TextTerms } from "../../../value/full-text/text-terms.ts";
import type { ItemRef } from "../../../value/rows/row-source.ts";
import { REF_BYTES, refBytes } from "../../records/key-layout.ts";

export interface TextRow {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Under these, which are no words, there is a row of every text, and of every text with too many terms for rows of theirs. */
export const EVERY_TEXT = "";
export const LONG_TEXTS = "\x01";

/** A longer term ends in a digest. */
export const TERM_BYTES_MAX = 256;
const TERM_DIGEST_BYTES = 16;
const SEPARATOR = Buffer.of(0);

/** All rows of one text. */
export function textRows(prefix: Buffer, ref: ItemRef, { length, places }: TextTerms): TextRow[] {
  const row = (term: string, at: readonly number[]): TextRow => ({
    key: rowKey(prefix, term, ref),
    value: encodePosting(length, at),
  });
  const rows = [row(EVERY_TEXT, [])];
  if (places === undefined) rows.push(row(LONG_TEXTS, []));
  else for (const [term, at] of places) rows.push(row(term, at));
  return rows;
}

/** As `termPrefix` and the ref, in one piece of memory: an item has many of them. */
function rowKey(prefix: Buffer, term: string, ref: ItemRef): Buffer {
  const bytes = Buffer.byteLength(term);
  if (bytes > TERM_BYTES_MAX) return Buffer.concat([termPrefix(prefix, term), refBytes(ref)]);
  const key = Buffer.allocUnsafe(prefix.length + bytes + 1 + REF_BYTES);
  key.set(prefix);
  key.write(term, prefix.length);
  key[prefix.length + bytes] = 0;
  writeByteString(ref, key, prefix.length + bytes + 1);
  return key;
}

/** How the keys of a term begin. */
export function termPrefix(prefix: Buffer, term: string): Buffer {
  return Buffer.concat([prefix, termBytes(term), SEPARATOR]);
}

function termBytes(term: string): Buffer {
  const bytes = Buffer.from(term);
  if (bytes.length <= TERM_BYTES_MAX) return bytes;
  const digest = createHash("sha256").update(bytes).digest().subarray(0, TERM_DIGEST_BYTES);
  return Buffer.concat([bytes.subarray(0, TERM_BYTES_MAX - TERM_DIGEST_BYTES - 1), Buffer.of(1), digest]);
}

/** The term of a key, where it is not too long to be there whole. */
export function termOfKey(key: Buffer, prefixBytes: number): string {
  return key.toString("utf8", prefixBytes, key.length - REF_BYTES - 1);
}

function encodePosting(length: number, places: readonly number[]): Buffer {
  const bytes: number[] = [];
  writeNumber(bytes, length);
  let last = 0;
  for (const place of places) {
    writeNumber(bytes, place - last);
    last = place;
  }
  return Buffer.from(bytes);
}

/** Seven bits in each byte, the lowest first; the last has its top bit clear. */
function writeNumber(bytes: number[], number: number): void {
  let left = number;
  for (; left >= 0x80; left >>>= 7) bytes.push((left & 0x7f) | 0x80);
  bytes.push(left);
}

export function decodePosting(value: Buffer): {
  readonly length: number;
  readonly places: readonly number[];
} {
  const places: number[] = [];
  let length = -1;
  let last = 0;
  let number = 0;
  let unit = 1;
  for (let at = 0; at < value.length; at++) {
    const byte = value[at]!;
    number += (byte & 0x7f) * unit;
    unit *= 0x80;
    if (byte >= 0x80) continue;
    if (length < 0) length = number;
    else places.push((last += number));
    number = 0;
    unit = 1;
  }
  if (length < 0 || unit > 1) throw new Corruption("A row of a full-text index cannot be read.");
  return { length, places };
}
