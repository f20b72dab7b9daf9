/** A LevelDB's folder: opening the database in it, and finding out whether there is room for more. */
import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { KeyValueError } from "./key-value-store.ts";
import { toKeyValueError } from "./level-error.ts";

export type Database = ClassicLevel<Uint8Array, Uint8Array>;

/** LevelDB's default. A larger buffer takes longer to read back after a crash. */
const WRITE_BUFFER_BYTES = 4 * 1024 * 1024;

/** Of uncompressed blocks, filled as they are read. Among 60 MB of rows, gets take about half as long as with 8 MB. */
const CACHE_BYTES = 64 * 1024 * 1024;

/** LevelDB writes up to two buffers to new files when it opens. */
const PROBE_BYTES = 3 * WRITE_BUFFER_BYTES;
const PROBE_FILE = "room.probe";

export async function openDatabase(folder: string): Promise<Database> {
  try {
    await assertNotHeadless(folder);
    const database: Database = new ClassicLevel(folder, {
      keyEncoding: "buffer",
      valueEncoding: "buffer",
      writeBufferSize: WRITE_BUFFER_BYTES,
      cacheSize: CACHE_BYTES,
    });
    await database.open();
    return database;
  } catch (error) {
    throw toKeyValueError(error, folder);
  }
}

/** Fails if the folder has no room for what opening a database may write. */
export async function probeRoom(folder: string): Promise<void> {
  const path = join(folder, PROBE_FILE);
  try {
    const file = await open(path, "w");
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES));
      await file.datasync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

/** LevelDB takes a folder that has lost its CURRENT file for a new one, and deletes the rest. */
async function assertNotHeadless(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  // A manifest alone is what an interrupted first start leaves.
  if (!names.includes("CURRENT") && names.some((name) => /\.(ldb|sst|log)$/.test(name))) {
    const message = `The data folder ${folder} is damaged (CURRENT is missing): restore it from a backup.`;
    throw new KeyValueError("corrupt", message);
  }
}
