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
  return {
    number: bytes.readUInt32BE(0),
    nextSequence: bytes.readUInt32BE(4),
    items: bytes.readUIntBE(8, 6),
    bytes: bytes.readUIntBE(14, 6),
    key: bytes.toString("utf8", HEADER_BYTES),
  };
}

/** Of an encoded record. */
export function numberOfLogicalRecord(bytes: Buffer): number {
  return bytes.readUInt32BE(0);
}

/** Totals of a whole physical partition, written with every commit. */
export interface PartitionSummary {
  lsn: number;
  items: number;
  bytes: number;
  /** Every write after this LSN is in the version log. */
  versionsAfter: number;
}

export function emptySummary(): PartitionSummary {
  return { lsn: 0, items: 0, bytes: 0, versionsAfter: 0 };
}

export function encodeSummary(summary: PartitionSummary): Buffer {
  const bytes = Buffer.allocUnsafe(24);
  bytes.writeUIntBE(summary.lsn, 0, 6);
  bytes.writeUIntBE(summary.items, 6, 6);
  bytes.writeUIntBE(summary.bytes, 12, 6);
  bytes.writeUIntBE(summary.versionsAfter, 18, 6);
  return bytes;
}

export function decodeSummary(bytes: Buffer): PartitionSummary {
  return {
    lsn: bytes.readUIntBE(0, 6),
    items: bytes.readUIntBE(6, 6),
    bytes: bytes.readUIntBE(12, 6),
    versionsAfter: bytes.readUIntBE(18, 6),
  };
}
