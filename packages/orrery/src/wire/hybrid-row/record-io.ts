/**
 * HybridRow record I/O: a segment header, then records, each a header with the length and checksum of the row that
 * follows. More segments may follow. The headers are rows themselves, of schemas that never change, so that they are
 * treated as fixed bytes here.
 */
import { crc32 } from "node:zlib";
import { ByteReader } from "../byte-reader.ts";
import { ROW_VERSION } from "./row-layout.ts";

const SEGMENT_SCHEMA = 0x7fffd8f0;
const RECORD_SCHEMA = 0x7fffd8f1;
const ROW_HEAD_BYTES = 5;
/** The row's head, a bitmask, the length of the whole. */
const SEGMENT_BYTES = 10;
const RECORD_BYTES = 13;

/** Every row begins so, and no JSON text does. */
export function isHybridRow(body: Buffer): boolean {
  return body[0] === ROW_VERSION;
}

/** The rows of a body, without copying them. */
export function readRecords(body: Buffer): Buffer[] {
  const reader = new ByteReader(body, "HybridRow record I/O");
  const rows: Buffer[] = [];
  let isInSegment = false;
  while (!reader.isAtEnd) {
    const start = reader.position;
    const schema = readHead(reader);
    if (schema === SEGMENT_SCHEMA) {
      skipSegment(reader, start);
      isInSegment = true;
    } else if (schema === RECORD_SCHEMA && isInSegment) {
      rows.push(readRecord(reader));
    } else {
      reader.fail(`neither a segment nor a record begins at byte ${start}`);
    }
  }
  return rows;
}

function readHead(reader: ByteReader): number {
  const version = reader.byte();
  if (version !== ROW_VERSION) {
    reader.fail(`byte ${reader.position - 1} is 0x${version.toString(16)}, where a row begins with 0x81`);
  }
  return reader.int(4);
}

/** A segment may carry a comment and a schema of its own; its length tells where it ends. */
function skipSegment(reader: ByteReader, start: number): void {
  reader.byte();
  const length = reader.int(4);
  if (length < SEGMENT_BYTES) reader.fail(`the segment at byte ${start} has a length of ${length}`);
  reader.position = start;
  reader.position = reader.endOf(length);
}

function readRecord(reader: ByteReader): Buffer {
  const length = reader.int(4);
  const checksum = reader.uint(4);
  if (length < ROW_HEAD_BYTES)
    reader.fail(`the record before byte ${reader.position} has a length of ${length}`);
  const start = reader.position;
  const row = reader.slice(length);
  if (crc32(row) !== checksum)
    reader.fail(`the checksum of the row at byte ${start} is not that of its bytes`);
  return row;
}

export function writeRecords(rows: readonly Buffer[]): Buffer {
  return Buffer.concat([segment(), ...rows.flatMap((row) => [recordHead(row), row])]);
}

function segment(): Buffer {
  const bytes = Buffer.alloc(SEGMENT_BYTES);
  writeHead(bytes, SEGMENT_SCHEMA);
  bytes[ROW_HEAD_BYTES] = 1;
  bytes.writeInt32LE(SEGMENT_BYTES, ROW_HEAD_BYTES + 1);
  return bytes;
}

function recordHead(row: Buffer): Buffer {
  const bytes = Buffer.alloc(RECORD_BYTES);
  writeHead(bytes, RECORD_SCHEMA);
  bytes.writeInt32LE(row.length, ROW_HEAD_BYTES);
  bytes.writeUInt32LE(crc32(row), ROW_HEAD_BYTES + 4);
  return bytes;
}

function writeHead(bytes: Buffer, schema: number): void {
  bytes[0] = ROW_VERSION;
  bytes.writeInt32LE(schema, 1);
}
