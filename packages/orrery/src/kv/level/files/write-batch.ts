/** A record of LevelDB's write-ahead log: the number of its first write, how many there are, and the writes. */
import { ByteCursor, Unreadable } from "./byte-cursor.ts";
import type { LevelRow } from "./level-row.ts";

const HEADER_BYTES = 12;

export function rowsOfBatch(record: Buffer): LevelRow[] {
  if (record.length < HEADER_BYTES) throw new Unreadable("a record of the log is too short");
  const first = record.readUIntLE(0, 6) + record.readUInt16LE(6) * 2 ** 48;
  const count = record.readUInt32LE(8);
  const cursor = new ByteCursor(record.subarray(HEADER_BYTES));
  const rows: LevelRow[] = [];
  while (!cursor.isAtEnd) {
    const isPut = cursor.byte() === 1;
    const key = cursor.text();
    rows.push({ key, value: isPut ? cursor.text() : null, sequence: first + rows.length });
  }
  if (rows.length !== count)
    throw new Unreadable("a record of the log has another number of writes than it says");
  return rows;
}
