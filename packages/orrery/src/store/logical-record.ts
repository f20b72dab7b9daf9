/** Two records that are written with every commit: what a logical partition holds, and what a physical one does. */
import type { Reader } from "../kv/key-value-store.ts";
import { Corruption } from "../value/corruption.ts";
import { LOGICAL_NUMBERS, SEQUENCES, SUMMARY_KEY } from "./key-layout.ts";

/** What is kept of a logical partition: its number, where its sequence stands, its totals, its key value. */
export interface LogicalRecord {
  readonly number: number;
  nextSequence: number;
  items: number;
  bytes: number;
  /** The partition key as the JSON array of the protocol; absent components are `{}`. */
  readonly key: string;
}

// On disk: do not change.
const HEADER_BYTES = 20;

export function encodeLogicalRecord(record: LogicalRecord): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + Buffer.byteLength(record.key));
  bytes.writeUInt32BE(record.number, 0);
  bytes.writeUInt32BE(record.nextSequence, 4);
  bytes.writeUIntBE(record.items, 8, 6);
  bytes.writeUIntBE(record.bytes, 14, 6);
  bytes.write(record.key, HEADER_BYTES);
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
  return {
    number,
    nextSequence,
    items: bytes.readUIntBE(8, 6),
    bytes: bytes.readUIntBE(14, 6),
    key: bytes.toString("utf8", HEADER_BYTES),
  };
}

/** Of an encoded record. */
export function numberOfLogicalRecord(bytes: Buffer): number {
  return bytes.readUInt32BE(0);
}

/** The LSN and the totals of a whole physical partition. */
export interface PartitionSummary {
  readonly lsn: number;
  readonly items: number;
  readonly bytes: number;
  /** Every write after this LSN is in the version log. */
  readonly versionsAfter: number;
}

// On disk: do not change.
const SUMMARY_BYTES = 24;

/** That of a partition into which nothing was written yet is not there. */
export async function readSummary(reader: Reader, space: number): Promise<PartitionSummary> {
  const bytes = await reader.get(space, SUMMARY_KEY);
  return bytes === undefined ? EMPTY_SUMMARY : decodeSummary(bytes);
}

const EMPTY_SUMMARY: PartitionSummary = { lsn: 0, items: 0, bytes: 0, versionsAfter: 0 };

export function encodeSummary(summary: PartitionSummary): Buffer {
  const bytes = Buffer.allocUnsafe(SUMMARY_BYTES);
  bytes.writeUIntBE(summary.lsn, 0, 6);
  bytes.writeUIntBE(summary.items, 6, 6);
  bytes.writeUIntBE(summary.bytes, 12, 6);
  bytes.writeUIntBE(summary.versionsAfter, 18, 6);
  return bytes;
}

export function decodeSummary(bytes: Buffer): PartitionSummary {
  if (bytes.length !== SUMMARY_BYTES) {
    throw new Corruption(`The summary of a partition has ${bytes.length} bytes instead of ${SUMMARY_BYTES}.`);
  }
  return {
    lsn: bytes.readUIntBE(0, 6),
    items: bytes.readUIntBE(6, 6),
    bytes: bytes.readUIntBE(12, 6),
    versionsAfter: bytes.readUIntBE(18, 6),
  };
}
