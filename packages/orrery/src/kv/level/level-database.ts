/**
 * One LevelDB, and how it comes back after a failed write.
 *
 * After a failed write LevelDB's log may end in a part of a record. Records that follow it would be lost at
 * the next start, and the C library may still push the missing part out of its buffer when the file is closed,
 * so that a write that was reported as failed appears after all. Therefore, after a failure:
 *
 * - nothing is written through this handle any more; reads go on with it;
 * - before the next write the database is opened anew, which leaves that log behind, once it is sure that there is
 *   room for it (opening needs room itself, and a database that cannot be opened cannot be read);
 * - the first write to it puts back what every key of the failed write held before, and only then does anybody
 *   read from it.
 */
import { join } from "node:path";
import { inTurns } from "../../schedule/in-turns.ts";
import type { Scheduler } from "../../schedule/scheduler.ts";
import { KeyValueError } from "../key-value-store.ts";
import { SPACE_BYTES, spaceOf } from "../space-key.ts";
import { Write } from "../write.ts";
import { makeCheckpoint } from "./files/checkpoint.ts";
import { writeCloseMark } from "./files/close-mark.ts";
import { filesWithKey } from "./files/folder-files.ts";
import { toKeyValueError } from "./level-error.ts";
import { assertWhole, type Database, openDatabase } from "./level-folder.ts";
import { type FreeBytes, LevelRoom } from "./level-room.ts";
import { type SealedKinds, storedValue } from "./level-seals.ts";
import { TableWatch } from "./table-watch.ts";

/** LevelDB delays each write from eight new files on, and lets none through from twelve on, until they are merged. */
const FILES_BEFORE_DELAY = 7;

/**
 * How many rows are put into a batch in a piece of the work, which takes less than a millisecond. An item of 2 MB may have
 * hundreds of thousands; a hundred creates of 1 KB are one piece.
 */
const PIECE_WRITES = 2_048;

type Batch = ReturnType<Database["batch"]>;

export interface LevelDatabaseOptions {
  /** Created if it does not exist. */
  readonly folder: string;
  /** Whether a write waits for the disk. */
  readonly sync: boolean;
  /** Which rows get a checksum of their own. */
  readonly isSealedKind: SealedKinds;
  /** Told in a sentence what the operator should know about the folder. */
  readonly notice: (sentence: string) => void;
  /** By which large writes take turns with everything else. */
  readonly scheduler: Scheduler;
  /** Absent: as the file system says. */
  readonly freeBytes?: FreeBytes | undefined;
  /** For blocks that were read; absent: `DEFAULT_BLOCK_CACHE_BYTES`. */
  readonly cacheBytes?: number | undefined;
}

export class LevelDatabase {
  readonly folder: string;
  readonly isSealedKind: SealedKinds;
  readonly watch: TableWatch;
  readonly #sync: boolean;
  readonly #cacheBytes: number | undefined;
  readonly #scheduler: Scheduler;
  readonly #room: LevelRoom;
  #open: Database | undefined;
  #restarting: Promise<Database> | undefined;
  #isClosed = false;
  /** The keys of a failed write, until what they held before is known. */
  #failedKeys: readonly Buffer[] | undefined;
  /** What must be put back before anybody reads a newly opened database. */
  #undo: readonly Write[] | undefined;

  private constructor(
    { folder, sync, isSealedKind, scheduler, cacheBytes }: LevelDatabaseOptions,
    open: Database,
    watch: TableWatch,
    room: LevelRoom,
  ) {
    this.folder = folder;
    this.watch = watch;
    this.#scheduler = scheduler;
    this.#room = room;
    this.#sync = sync;
    this.#cacheBytes = cacheBytes;
    this.#open = open;
    this.isSealedKind = isSealedKind;
  }

  /** Not before its files are verified. */
  static async open(options: LevelDatabaseOptions): Promise<LevelDatabase> {
    const { folder, notice, scheduler, freeBytes } = options;
    const watch = new TableWatch(folder, await assertWhole(folder, notice), notice);
    const room = new LevelRoom({ folder, notice, now: () => scheduler.now(), freeBytes });
    return new LevelDatabase(options, await openInRoom(options, room), watch, room);
  }

  /** The open database, as soon as it is back after a failure. Not for writing. */
  async get(): Promise<Database> {
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
    this.watch.assertWritable();
    const wasShort = await this.#takeRoom(group);
    const database = await (this.#isBroken || wasShort ? this.#restart() : this.get());
    try {
      const batch = database.batch();
      // All writers wait for it.
      await inTurns(this.#scheduler, this, this.#fill(batch, group), { isUrgent: true });
      await batch.write({ sync: this.#sync });
    } catch (error) {
      this.#failedKeys = group.flatMap((writes) => writes.map(({ key }) => key));
      throw this.error(error);
    }
  }

  /** Of this moment if no write is under way; else something to begin with. */
  async checkpoint(target: string): Promise<void> {
    try {
      this.watch.assertWritable();
      if (this.#isBroken) await this.#restart();
      await makeCheckpoint(this.folder, target);
    } catch (error) {
      throw this.error(error);
    }
  }

  async close(): Promise<void> {
    if (this.#isBroken) await this.#restart().catch(() => undefined);
    this.#isClosed = true;
    const database = this.#open;
    this.#open = undefined;
    await database?.close();
    await this.#room.close();
    // Without it the next start can do as well, but for telling a cut log from an interrupted one.
    if (database === undefined || this.#isBroken) return;
    await writeCloseMark(this.folder).catch(() => undefined);
    await this.watch.close().catch(() => undefined);
  }

  /** Of a row whose seal is not its own. */
  async brokenSeal(fullKey: Buffer): Promise<KeyValueError> {
    const files = await filesWithKey(this.folder, fullKey).catch(() => []);
    const where =
      files.length === 0 ? this.folder : files.map((file) => join(this.folder, file)).join(" or ");
    return new KeyValueError(
      "corrupt",
      `The row ${fullKey.subarray(SPACE_BYTES).toString("hex")} of space ${spaceOf(fullKey)} in ${where} does not match its checksum.`,
    );
  }

  error(error: unknown): unknown {
    if (this.#isClosed) return new KeyValueError("closed", "The store is closed.", { cause: error });
    return toKeyValueError(error, this.folder);
  }

  /** True from a failed write until all of it is undone. */
  get #isBroken(): boolean {
    return this.#failedKeys !== undefined || this.#undo !== undefined;
  }

  async #takeRoom(group: readonly (readonly Write[])[]): Promise<boolean> {
    let bytes = 0;
    for (const writes of group) for (const write of writes) bytes += write.bytes;
    try {
      return await this.#room.take(bytes);
    } catch (error) {
      throw this.error(error);
    }
  }

  *#fill(batch: Batch, group: readonly (readonly Write[])[]): Generator<void, void> {
    let done = 0;
    for (const writes of group) {
      for (const write of writes) {
        putRow(batch, write.key, storedValue(write, this.isSealedKind));
        if (++done % PIECE_WRITES === 0) yield;
      }
    }
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
        await this.#room.assertOpening();
        this.#undo ??= (this.#failedKeys ?? []).map((key) => new Write(old.getSync(key) ?? null, key));
        this.#failedKeys = undefined;
        this.#open = undefined;
        await old.close();
      }
      await this.#room.giveWay();
      const database = await openDatabase(this.folder, this.#cacheBytes);
      await this.#room.opened();
      try {
        await batchOf(database, this.#undo ?? []).write({ sync: true });
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

/** What keeps room for it gives way on a full disk. */
async function openInRoom({ folder, cacheBytes }: LevelDatabaseOptions, room: LevelRoom): Promise<Database> {
  try {
    return await openDatabase(folder, cacheBytes);
  } catch (error) {
    if (!(error instanceof KeyValueError && error.code === "full")) throw error;
    await room.giveWay();
    const database = await openDatabase(folder, cacheBytes);
    await room.opened();
    return database;
  }
}

/** As they are, without a seal or with the one that they had. */
function batchOf(database: Database, writes: readonly Write[]): Batch {
  const batch = database.batch();
  for (const { key, value } of writes) putRow(batch, key, value);
  return batch;
}

function putRow(batch: Batch, key: Buffer, value: Write["value"]): void {
  if (value === null) batch.del(key);
  else batch.put(key, value);
}
