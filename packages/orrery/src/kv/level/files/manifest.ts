/** Which files of a folder LevelDB uses: CURRENT names the manifest, and that tells which tables there are. */
import { ByteCursor, Unreadable } from "./byte-cursor.ts";
import { type LogStretch, readLog } from "./log-records.ts";

export interface TableEntry {
  readonly level: number;
  readonly number: number;
  readonly size: number;
  /** Full keys. */
  readonly smallest: Buffer;
  readonly largest: Buffer;
}

export interface Manifest {
  readonly tables: readonly TableEntry[];
  /** Logs from this number on hold what is in no table yet; 0 before the first. */
  readonly logNumber: number;
  /** Of the file itself. */
  readonly bytes: number;
  readonly damage: readonly LogStretch[];
  readonly tail: LogStretch | undefined;
}

export function tableName({ number }: Pick<TableEntry, "number">): string {
  return `${String(number).padStart(6, "0")}.ldb`;
}

export function parseManifest(bytes: Buffer): Manifest {
  const { records, damage, tail } = readLog(bytes);
  if (records.length === 0) throw new Unreadable("none of its records is whole");
  const tables = new Map<number, TableEntry>();
  let logNumber = 0;
  for (const record of records) {
    const edit = new ByteCursor(record);
    while (!edit.isAtEnd) logNumber = applyField(edit, tables) ?? logNumber;
  }
  return { tables: [...tables.values()], logNumber, bytes: bytes.length, damage, tail };
}

/** The number of the log, if the field has it. */
function applyField(edit: ByteCursor, tables: Map<number, TableEntry>): number | undefined {
  const tag = edit.varint();
  switch (tag) {
    case 1: // The name of the comparator.
      edit.text();
      return undefined;
    case 2:
      return edit.varint();
    case 3: // The next number of a file.
    case 4: // The last sequence.
    case 9: // The log before, no longer used.
      edit.varint();
      return undefined;
    case 5: // How far compactions have come.
      edit.varint();
      edit.text();
      return undefined;
    case 6:
      edit.varint();
      tables.delete(edit.varint());
      return undefined;
    case 7: {
      const [level, number, size] = [edit.varint(), edit.varint(), edit.varint()];
      const [smallest, largest] = [edit.text().subarray(0, -8), edit.text().subarray(0, -8)];
      // A table that only moves to another level is deleted and added again, in this order.
      tables.set(number, { level, number, size, smallest, largest });
      return undefined;
    }
    default:
      throw new Unreadable(`the manifest has a field of the unknown kind ${tag}`);
  }
}
