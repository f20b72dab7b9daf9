/**
 * Which tables of a folder are known to be whole, so that a start need not read all data again. LevelDB never changes a
 * table: a file of the same size, inode and time of change is the one that was verified, or that LevelDB had written and
 * synced before the record was made. A copied, cut or changed file is another one. What rots below the file system is
 * for the seals of rows and for the verification that goes on while the folder is open.
 */
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { listFiles } from "./folder-files.ts";

const NAME = "tables.json";

/** What tells a file from another, by the names of tables. */
export type KnownTables = ReadonlyMap<string, string>;

/** Undefined if there is no such file. */
export async function tableMark(path: string): Promise<string | undefined> {
  try {
    const { size, ino, mtimeNs } = await stat(path, { bigint: true });
    return `${size} ${ino} ${mtimeNs}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** None where the record is missing, or is not what was written. */
export async function readKnownTables(folder: string): Promise<KnownTables> {
  const text = await readFile(join(folder, NAME), "utf8").catch(() => "");
  const [json = "", crc] = text.split("\n");
  return String(crc32(json)) === crc
    ? new Map(Object.entries(JSON.parse(json) as Record<string, string>))
    : new Map();
}

/** Without it the next start takes longer, so that a failure does no harm. */
export async function writeKnownTables(folder: string, tables: KnownTables): Promise<void> {
  const json = JSON.stringify(Object.fromEntries(tables));
  const path = join(folder, NAME);
  try {
    await writeFile(`${path}.new`, `${json}\n${crc32(json)}\n`);
    await rename(`${path}.new`, path);
  } catch {}
}

/** Of a folder whose tables were linked from one where they are known. */
export async function noteTables(folder: string): Promise<void> {
  const marks = new Map<string, string>();
  for (const name of (await listFiles(folder)).tables.values()) {
    const mark = await tableMark(join(folder, name));
    if (mark !== undefined) marks.set(name, mark);
  }
  await writeKnownTables(folder, marks);
}
