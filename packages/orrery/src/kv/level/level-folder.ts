/** A LevelDB's folder: opening the database in it, once its files are verified. */
import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { KeyValueError } from "../key-value-store.ts";
import { CURRENT, isManifest } from "./files/folder-files.ts";
import { type KnownTables, readKnownTables, writeKnownTables } from "./files/known-tables.ts";
import { type TornLog, verifyFolder } from "./files/verify-folder.ts";
import { toKeyValueError } from "./level-error.ts";

export type Database = ClassicLevel<Uint8Array, Uint8Array>;

/**
 * Twice LevelDB's default: compactions take half of the time, some 80 µs less of a create. A larger buffer takes longer to
 * read back after a crash, and more room has to be kept for it (`level-room.ts`).
 */
const WRITE_BUFFER_BYTES = 8 * 1024 * 1024;

/** Of uncompressed blocks, filled as they are read. Among 60 MB of rows, gets take about half as long as with 8 MB. */
export const DEFAULT_BLOCK_CACHE_BYTES = 64 * 1024 * 1024;

const WHAT_TO_DO =
  "'orrery check' lists the damage. Restore the folder from a backup, or save what is whole with 'orrery repair'.";

export async function openDatabase(
  folder: string,
  cacheBytes = DEFAULT_BLOCK_CACHE_BYTES,
): Promise<Database> {
  try {
    const database: Database = new ClassicLevel(folder, {
      keyEncoding: "buffer",
      valueEncoding: "buffer",
      writeBufferSize: WRITE_BUFFER_BYTES,
      cacheSize: cacheBytes,
    });
    await database.open();
    return database;
  } catch (error) {
    throw toKeyValueError(error, folder);
  }
}

/**
 * Fails if a checksum of the folder does not match: opening it would drop what cannot be read, and copy what is wrong.
 * Tells `notice` of a write that a power cut interrupted, which nobody was told of as done. Returns the tables, which are
 * all whole.
 */
export async function assertWhole(folder: string, notice: (sentence: string) => void): Promise<KnownTables> {
  if (!existsSync(folder)) return new Map();
  await assertNotInUse(folder);
  const known = await readKnownTables(folder);
  const { damage, torn, tables, files } = await verifyFolder(folder, known).catch((error: unknown) => {
    throw toKeyValueError(error, folder);
  });
  const [first] = damage;
  if (first !== undefined) {
    const more = damage.length === 1 ? "" : ` and in ${damage.length - 1} more places`;
    throw new KeyValueError(
      "corrupt",
      `The data folder ${folder} is damaged in ${first.file}${more}: ${first.finding}. Nothing was changed. ${WHAT_TO_DO}`,
    );
  }
  for (const log of torn) {
    notice(tornSentence(folder, log));
    if (isManifest(log.file)) await cutOff(join(folder, log.file), log.offset);
  }
  if (files > 0) await writeKnownTables(folder, tables);
  return tables;
}

/**
 * LevelDB passes over the torn end of a log, but not of a manifest: it would refuse to open. What the records before it
 * name was found to be there and whole.
 */
async function cutOff(path: string, offset: number): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.truncate(offset);
    await file.sync();
  } finally {
    await file.close();
  }
}

export function tornSentence(folder: string, { file, offset, bytes }: TornLog): string {
  return `The last ${bytes} bytes of ${join(folder, file)}, from byte ${offset} on, are no whole record and are dropped: a write that was under way when the machine stopped, or damage to the last write.`;
}

/** Takes LevelDB's lock and gives it back; what makes it fail after that has changed nothing yet. */
export async function assertNotInUse(folder: string): Promise<void> {
  if (!existsSync(join(folder, CURRENT))) return;
  const probe: Database = new ClassicLevel(folder, { createIfMissing: false, errorIfExists: true });
  const error = await probe.open().then(
    () => probe.close(),
    (error: Error & { cause?: NodeJS.ErrnoException }) => error,
  );
  if (error?.cause?.code === "LEVEL_LOCKED") throw toKeyValueError(error, folder);
}
