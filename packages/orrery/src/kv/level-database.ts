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
import { KeyValueError } from "./key-value-store.ts";
import { toKeyValueError } from "./level-error.ts";
import { type Database, openDatabase, probeRoom } from "./level-folder.ts";
import type { Write } from "./own-writes.ts";

/** LevelDB delays each write from eight new files on, and lets none through from twelve on, until they are merged. */
const FILES_BEFORE_DELAY = 7;

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
    if (this.#open !== undefined) return this.#open;
    throw this.error(new KeyValueError("unavailable", "The store is not back yet after a failed write."));
  }

  /** Whether so many new files wait to be merged that more of them would hold up writers. */
  get isBehind(): boolean {
    const files = this.#open?.getProperty("leveldb.num-files-at-level0");
    return files !== undefined && Number(files) >= FILES_BEFORE_DELAY;
  }

  /** All writes of a group of transactions in order, or none of them. Not to be called while it is under way. */
  async write(group: readonly (readonly Write[])[]): Promise<void> {
    const database = await (this.#isBroken ? this.#restart() : this.get());
    try {
      await batchOf(database, group).write({ sync: this.#sync });
    } catch (error) {
      this.#failedKeys = group.flatMap((writes) => writes.map(({ key }) => key));
      throw this.error(error);
    }
  }

  async close(): Promise<void> {
    if (this.#isBroken) await this.#restart().catch(() => undefined);
    this.#isClosed = true;
    const database = this.#open;
    this.#open = undefined;
    await database?.close();
  }

  error(error: unknown): unknown {
    if (this.#isClosed) return new KeyValueError("closed", "The store is closed.", { cause: error });
    return toKeyValueError(error, this.folder);
  }

  /** True from a failed write until all of it is undone. */
  get #isBroken(): boolean {
    return this.#failedKeys !== undefined || this.#undo !== undefined;
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
        await batchOf(database, [this.#undo ?? []]).write({ sync: true });
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

function batchOf(database: Database, group: readonly (readonly Write[])[]): ReturnType<Database["batch"]> {
  const batch = database.batch();
  for (const writes of group) {
    for (const { key, value } of writes) {
      if (value === null) batch.del(key);
      else batch.put(key, value);
    }
  }
  return batch;
}
