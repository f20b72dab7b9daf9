/**
 * One LevelDB, and how it comes back after a failed write.
 *
 * After a failed write LevelDB's log may end in a part of a record. Records that follow it would be lost at
 * the next start, and the C library may still push the missing part out of its buffer when the file is closed,
 * so that a write that was reported as failed appears after all. Therefore, after a failure:
 *
 * - nothing is written through this handle any more; reads go on with it;
 * - before the next write the database is opened anew, which leaves that log behind, once a probe shows that
 *   there is room for it (opening needs room itself, and a database that cannot be opened cannot be read);
 * - the first write to it puts back what every key of the failed write held before, and only then does anybody
 *   read from it.
 */
import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { KeyValueError } from "./key-value-store.ts";
import { toKeyValueError } from "./level-error.ts";
import type { Write } from "./own-writes.ts";

export type Database = ClassicLevel<Uint8Array, Uint8Array>;

const WRITE_BUFFER_BYTES = 4 * 1024 * 1024;

/** LevelDB writes up to two buffers to new files when it opens. */
const PROBE_BYTES = 3 * WRITE_BUFFER_BYTES;
const PROBE_FILE = "room.probe";

export class LevelDatabase {
  readonly folder: string;
  readonly #sync: boolean;
  #open: Database | undefined;
  #restarting: Promise<Database> | undefined;
  #isClosed = false;
  /** The keys of a failed write, until what they held before is known. */
  #failedKeys: readonly Buffer[] | undefined;
  /** What must be put back before anybody reads a newly opened database. */
  #undo: readonly Write[] | undefined;

  private constructor(folder: string, sync: boolean) {
    this.folder = folder;
    this.#sync = sync;
  }

  static async open(folder: string, sync: boolean): Promise<LevelDatabase> {
    const database = new LevelDatabase(folder, sync);
    database.#open = await openDatabase(folder);
    return database;
  }

  /** The open database, or a promise of it while it comes back. Not for writing. */
  get(): Database | Promise<Database> {
    return this.#open ?? this.#restart();
  }

  /** The open database if it is open at this moment. */
  get current(): Database {
    if (this.#open === undefined)
      throw this.error(new KeyValueError("unavailable", "The store is restarting."));
    return this.#open;
  }

  /** All of the entries in order, or none of them. Never two at a time. */
  async write(entries: Iterable<Write>): Promise<void> {
    const isBroken = this.#failedKeys !== undefined || this.#undo !== undefined;
    const database = isBroken ? await this.#restart() : await this.get();
    const batch = database.batch();
    const keys: Buffer[] = [];
    try {
      for (const { key, value } of entries) {
        keys.push(key);
        if (value === null) batch.del(key);
        else batch.put(key, value);
      }
      await batch.write({ sync: this.#sync });
    } catch (error) {
      this.#failedKeys = keys;
      throw this.error(error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#restarting?.catch(() => undefined);
    const database = this.#open;
    this.#open = undefined;
    await database?.close();
  }

  error(error: unknown): unknown {
    if (this.#isClosed) return new KeyValueError("closed", "The store is closed.", { cause: error });
    return toKeyValueError(error, this.folder);
  }

  #restart(): Promise<Database> {
    if (this.#isClosed) throw this.error(undefined);
    this.#restarting ??= this.#openAnew().finally(() => {
      this.#restarting = undefined;
    });
    return this.#restarting;
  }

  async #openAnew(): Promise<Database> {
    try {
      const old = this.#open;
      if (old !== undefined) {
        await probeRoom(this.folder);
        this.#undo ??= (this.#failedKeys ?? []).map((key) => ({ key, value: old.getSync(key) ?? null }));
        this.#failedKeys = undefined;
        this.#open = undefined;
        await old.close();
      }
      const database = await openDatabase(this.folder);
      try {
        await putBack(database, this.#undo ?? []);
      } catch (error) {
        await database.close();
        throw error;
      }
      this.#undo = undefined;
      this.#open = database;
      return database;
    } catch (error) {
      throw this.error(error);
    }
  }
}

async function openDatabase(folder: string): Promise<Database> {
  try {
    await assertNotHeadless(folder);
    const database: Database = new ClassicLevel(folder, {
      keyEncoding: "buffer",
      valueEncoding: "buffer",
      writeBufferSize: WRITE_BUFFER_BYTES,
    });
    await database.open();
    return database;
  } catch (error) {
    throw toKeyValueError(error, folder);
  }
}

/** LevelDB takes a folder that has lost its CURRENT file for a new one, and deletes the rest. */
async function assertNotHeadless(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (!names.includes("CURRENT") && names.some((name) => /^MANIFEST-|\.ldb$|\.log$/.test(name))) {
    const message = `The data folder ${folder} is damaged (CURRENT is missing): restore it from a backup.`;
    throw new KeyValueError("corrupt", message);
  }
}

async function putBack(database: Database, entries: readonly Write[]): Promise<void> {
  const batch = database.batch();
  for (const { key, value } of entries) {
    if (value === null) batch.del(key);
    else batch.put(key, value);
  }
  await batch.write({ sync: true });
}

async function probeRoom(folder: string): Promise<void> {
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
