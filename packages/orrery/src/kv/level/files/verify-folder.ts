/**
 * Verifies the checksums of a LevelDB's folder without opening it, since opening alone may destroy: LevelDB drops what
 * it cannot read of the log, then deletes the log; and compactions copy damaged rows into tables with good checksums.
 * Tables that are known to be whole are not read again. Nobody may be writing meanwhile.
 */
import { join } from "node:path";
import { Unreadable } from "./byte-cursor.ts";
import { type CloseMark, readCloseMark } from "./close-mark.ts";
import type { FileDamage } from "./file-damage.ts";
import {
  CURRENT,
  currentManifest,
  type FolderFiles,
  listFiles,
  readManifest,
  readWhole,
} from "./folder-files.ts";
import { readFoundDamage } from "./found-damage.ts";
import { type KnownTables, tableMark } from "./known-tables.ts";
import { type LogStretch, readLog } from "./log-records.ts";
import { type Manifest, type TableEntry, tableName } from "./manifest.ts";
import { type TableDamage, TableFile } from "./table-file.ts";
import { rowsOfBatch } from "./write-batch.ts";

/** The end of a log that is no whole record: a write that a power cut interrupted, or damage to the last write. */
export interface TornLog extends LogStretch {
  readonly file: string;
}

export interface FolderReport {
  readonly damage: readonly FileDamage[];
  readonly torn: readonly TornLog[];
  /** Those that were read. */
  readonly files: number;
  readonly bytes: number;
  /** The tables in use that are whole. */
  readonly tables: KnownTables;
}

export async function verifyFolder(folder: string, known: KnownTables = new Map()): Promise<FolderReport> {
  return new FolderCheck(folder, known).run();
}

/** What does not match its checksum in a table. */
export function damageOfTable(name: string, table: TableEntry, bytes: Buffer): FileDamage[] {
  const keys = { from: table.smallest, last: table.largest };
  if (bytes.length !== table.size) {
    return [{ file: name, finding: `it has ${bytes.length} bytes and should have ${table.size}`, keys }];
  }
  try {
    return new TableFile(bytes).damage().map((found) => ({
      file: name,
      finding: tableFinding(found),
      keys: { from: found.keys?.after ?? keys.from, last: found.keys?.last ?? keys.last },
    }));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return [{ file: name, finding: error.message, keys }];
  }
}

class FolderCheck {
  readonly #folder: string;
  readonly #known: KnownTables;
  readonly #tables = new Map<string, string>();
  readonly #damage: FileDamage[] = [];
  readonly #torn: TornLog[] = [];
  #files = 0;
  #bytes = 0;

  constructor(folder: string, known: KnownTables) {
    this.#folder = folder;
    this.#known = known;
  }

  async run(): Promise<FolderReport> {
    const files = await listFiles(this.#folder);
    if (files.hasCurrent) await this.#checkCurrent(files);
    else if (files.hasData) this.#report(CURRENT, "it is missing");
    for (const found of await readFoundDamage(this.#folder)) {
      if (!this.#damage.some(({ file, finding }) => file === found.file && finding === found.finding)) {
        this.#damage.push(found);
      }
    }
    return {
      damage: this.#damage,
      torn: this.#torn,
      files: this.#files,
      bytes: this.#bytes,
      tables: this.#tables,
    };
  }

  async #checkCurrent(files: FolderFiles): Promise<void> {
    const name = await this.#readable(CURRENT, () => currentManifest(this.#folder));
    if (name === undefined) return;
    const manifest = await this.#readable(name, () => readManifest(this.#folder, name));
    if (manifest === undefined) return;
    const mark = await readCloseMark(this.#folder, name);
    this.#checkLog(name, manifest, mark);
    await this.#checkTables(manifest, files);
    await this.#checkLogs(manifest, files, mark);
  }

  async #checkTables({ tables }: Manifest, files: FolderFiles): Promise<void> {
    for (const table of tables) {
      const name = files.tables.get(table.number);
      const keys = { from: table.smallest, last: table.largest };
      if (name === undefined) this.#report(tableName(table), "it is missing", keys);
      else await this.#checkTable(name, table);
    }
  }

  async #checkTable(name: string, table: TableEntry): Promise<void> {
    const mark = await tableMark(join(this.#folder, name));
    if (mark === undefined || mark !== this.#known.get(name)) {
      const bytes = await this.#read(name);
      if (bytes === undefined) return;
      const found = damageOfTable(name, table, bytes);
      this.#damage.push(...found);
      if (found.length > 0) return;
    }
    if (mark !== undefined) this.#tables.set(name, mark);
  }

  async #checkLogs({ logNumber }: Manifest, files: FolderFiles, mark: CloseMark | undefined): Promise<void> {
    if (logNumber > 0 && !files.logs.has(logNumber) && mark === undefined) {
      this.#report(`${String(logNumber).padStart(6, "0")}.log`, "it is missing");
    }
    const names = new Set(files.logs.values());
    for (const name of Object.keys(mark?.sizes ?? {})) {
      if (name.endsWith(".log") && !names.has(name)) this.#report(name, "it is missing");
    }
    for (const [number, name] of files.logs) {
      // What is in older ones is in tables.
      if (number < logNumber) continue;
      const bytes = await this.#read(name);
      if (bytes === undefined) continue;
      const content = readLog(bytes);
      this.#checkLog(name, { ...content, bytes: bytes.length }, mark);
      await this.#readable(name, async () => {
        for (const record of content.records) rowsOfBatch(record);
      });
    }
  }

  #checkLog(
    name: string,
    { damage, tail, bytes }: Pick<Manifest, "damage" | "tail" | "bytes">,
    mark: CloseMark | undefined,
  ): void {
    for (const stretch of damage) this.#report(name, stretchFinding(stretch));
    const closedAt = mark?.sizes[name];
    if (closedAt !== undefined && closedAt !== bytes) {
      this.#report(name, `it has ${bytes} bytes and had ${closedAt} when the database was closed`);
    } else if (tail !== undefined && closedAt !== undefined) {
      this.#report(name, stretchFinding(tail));
    } else if (tail !== undefined) {
      this.#torn.push({ file: name, ...tail });
    }
  }

  /** Undefined where the disk cannot read it. */
  async #read(name: string): Promise<Buffer | undefined> {
    const bytes = await this.#readable(name, () => readWhole(join(this.#folder, name)));
    this.#files++;
    this.#bytes += bytes?.length ?? 0;
    return bytes;
  }

  /** What is there but cannot be what LevelDB wrote is a finding. */
  async #readable<T>(file: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.#report(file, error.message);
      return undefined;
    }
  }

  #report(file: string, finding: string, keys?: FileDamage["keys"]): void {
    this.#damage.push(keys === undefined ? { file, finding } : { file, finding, keys });
  }
}

function tableFinding({ what, offset }: TableDamage): string {
  return what === "end"
    ? "its end is not that of a table"
    : `the ${what} at byte ${offset} does not match its checksum`;
}

function stretchFinding({ offset, bytes }: LogStretch): string {
  return `${bytes} bytes from byte ${offset} on do not match their checksums`;
}
