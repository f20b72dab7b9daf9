/** Two records that are written with every commit: what a logical partition holds, and what a physical one does. */
import type { Reader } from "../../kv/key-value-store.ts";
import { Corruption } from "../../value/corruption.ts";
import { Failure } from "../../value/failure.ts";
import { sizeText } from "../../value/size-text.ts";
import { LOGICAL_NUMBERS, SEQUENCES, SUMMARY_KEY } from "./key-layout.ts";
import { addWords, decodeWordTotals, encodeWordTotals, NO_WORDS, type WordTotals } from "./word-totals.ts";

/** What is kept of a logical partition: its number, where its sequence stands, its totals, its key value. */
export interface LogicalRecord {
  readonly number: number;
  nextSequence: number;
  items: number;
  bytes: number;
  /** The partition key as the JSON array of the protocol; absent components are `{}`. */
  readonly key: string;
  /** The lengths of its texts. */
  words: WordTotals;
}

// On disk: do not change.
const HEADER_BYTES = 20;
/** Between the key, as JSON, and what follows it, if anything does. */
const KEY_END = 0;
const NOTHING = Buffer.alloc(0);

export function encodeLogicalRecord(record: LogicalRecord): Buffer {
  const keyBytes = Buffer.byteLength(record.key);
  const words = record.words.size === 0 ? NOTHING : encodeWordTotals(record.words);
  const end = HEADER_BYTES + keyBytes;
  const bytes = Buffer.allocUnsafe(end + (words.length === 0 ? 0 : 1 + words.length));
  bytes.writeUInt32BE(record.number, 0);
  bytes.writeUInt32BE(record.nextSequence, 4);
  bytes.writeUIntBE(record.items, 8, 6);
  bytes.writeUIntBE(record.bytes, 14, 6);
  bytes.write(record.key, HEADER_BYTES);
  if (words.length > 0) {
    bytes[end] = KEY_END;
    bytes.set(words, end + 1);
  }
  return bytes;
}

export function decodeLogicalRecord(bytes: Buffer): LogicalRecord {
  if (bytes.length <= HEADER_BYTES) throw new Corruption("The record of a logical partition is too short.");
  const number = bytes.readUInt32BE(0);
  const nextSequence = bytes.readUInt32BE(4);
  if (number >= LOGICAL_NUMBERS || nextSequence > SEQUENCES) {
    throw new Corruption(
      `A logical partition cannot have the number ${number} and the sequence ${nextSequence}.`,
    );
  }
  const keyEnd = bytes.indexOf(KEY_END, HEADER_BYTES);
  return {
    number,
    nextSequence,
    items: bytes.readUIntBE(8, 6),
    bytes: bytes.readUIntBE(14, 6),
    key: bytes.toString("utf8", HEADER_BYTES, keyEnd < 0 ? bytes.length : keyEnd),
    words: keyEnd < 0 ? NO_WORDS : decodeWordTotals(bytes.subarray(keyEnd + 1)),
  };
}

/** Of an encoded record. */
export function numberOfLogicalRecord(bytes: Buffer): number {
  return bytes.readUInt32BE(0);
}

/** A logical partition lives on one physical partition, and no further than that can it grow. */
export function checkRoom({ bytes, key }: LogicalRecord, bytesMax: number): void {
  if (bytes <= bytesMax) return;
  throw new Failure(
    "partitionKeyFull",
    `Partition key reached maximum size of ${sizeText(bytesMax)}: nothing can be added to ${key}. Delete items of this key, or move to a key with more values.`,
  );
}

/** The LSN and the totals of a whole physical partition. */
export interface PartitionSummary {
  readonly lsn: number;
  readonly items: number;
  readonly bytes: number;
  /** Every write after this LSN is in the version log. */
  readonly versionsAfter: number;
  readonly words: WordTotals;
}

// On disk: do not change.
const SUMMARY_BYTES = 24;

/** That of a partition into which nothing was written yet is not there. */
export async function readSummary(reader: Reader, space: number): Promise<PartitionSummary> {
  const bytes = await reader.get(space, SUMMARY_KEY);
  return bytes === undefined ? EMPTY_SUMMARY : decodeSummary(bytes);
}

export const EMPTY_SUMMARY: PartitionSummary = {
  lsn: 0,
  items: 0,
  bytes: 0,
  versionsAfter: 0,
  words: NO_WORDS,
};

export function encodeSummary(summary: PartitionSummary): Buffer {
  const bytes = Buffer.allocUnsafe(SUMMARY_BYTES);
  bytes.writeUIntBE(summary.lsn, 0, 6);
  bytes.writeUIntBE(summary.items, 6, 6);
  bytes.writeUIntBE(summary.bytes, 12, 6);
  bytes.writeUIntBE(summary.versionsAfter, 18, 6);
  return summary.words.size === 0 ? bytes : Buffer.concat([bytes, encodeWordTotals(summary.words)]);
}

export function decodeSummary(bytes: Buffer): PartitionSummary {
  if (bytes.length < SUMMARY_BYTES) {
    throw new Corruption(`The summary of a partition has ${bytes.length} bytes instead of ${SUMMARY_BYTES}.`);
  }
  return {
    lsn: bytes.readUIntBE(0, 6),
    items: bytes.readUIntBE(6, 6),
    bytes: bytes.readUIntBE(12, 6),
    versionsAfter: bytes.readUIntBE(18, 6),
    words: decodeWordTotals(bytes.subarray(SUMMARY_BYTES)),
  };
}

/** What the totals of a partition change by. */
export interface TotalsDelta {
  readonly items: number;
  readonly bytes: number;
  readonly words: WordTotals;
}

export function addTotals<T extends TotalsDelta>(totals: T, { items, bytes, words }: TotalsDelta): T {
  return {
    ...totals,
    items: totals.items + items,
    bytes: totals.bytes + bytes,
    words: addWords(totals.words, words),
  };
}
