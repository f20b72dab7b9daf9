/**
 * The key-value contract on LevelDB, in one folder that one process holds.
 *
 * All spaces share one database, each under its prefix. Reads see the newest committed state; a scan sees that
 * of its first chunk throughout. Transactions take turns by lock and are written in groups.
 */

import { setTimeout } from "node:timers/promises";
import { PROCESS_SCHEDULER } from "../../schedule/scheduler.ts";
import type { Durability } from "../durability.ts";
import { GroupCommit } from "../group-commit.ts";
import { CHUNK_ROWS } from "../scan-limits.ts";
import { TransactingStore } from "../transacting-store.ts";
import { Transactions } from "../transactions.ts";
import { makeCheckpoint } from "./files/checkpoint.ts";
import { noteTables } from "./files/known-tables.ts";
import { LevelDatabase, type LevelDatabaseOptions } from "./level-database.ts";
import { LevelReader } from "./level-reader.ts";
import type { RoundTerms } from "./table-watch.ts";

const CATCH_UP_POLL_MS = 5;
/** Looking takes LevelDB's lock, which holds up the whole process; a new file is made of more transactions than this. */
const ASKED_PER_LOOK = 16;
/** After so many polls, whoever waits goes on all the same: writers may keep LevelDB busy for hours. */
const CATCH_UP_POLLS_MAX = 50;

interface LevelStoreOptions extends Partial<Omit<LevelDatabaseOptions, "folder" | "sync">> {
  readonly folder: string;
  readonly durability: Durability;
}

const DEFAULTS = { isSealedKind: () => true, notice: () => {}, scheduler: PROCESS_SCHEDULER };

export class LevelStore extends TransactingStore<LevelReader> {
  readonly #database: LevelDatabase;
  readonly #commits: GroupCommit;
  #askedSinceLook = 0;

  private constructor(database: LevelDatabase) {
    const commits = new GroupCommit((group) => database.write(group));
    const transactions = new Transactions(new LevelReader(database), (writes, undo) =>
      commits.commit(writes, undo),
    );
    super(new LevelReader(database), transactions);
    this.#database = database;
    this.#commits = commits;
  }

  static async open({ durability, ...options }: LevelStoreOptions): Promise<LevelStore> {
    const sync = durability === "disk";
    return new LevelStore(await LevelDatabase.open({ ...DEFAULTS, ...options, sync }));
  }

  spaces(): Promise<number[]> {
    return this.reader.spaces();
  }

  async dropSpace(space: number): Promise<void> {
    for await (const rows of this.reader.scan(space, { keysOnly: true, chunkRows: CHUNK_ROWS })) {
      await this.transact(`drop:${space}`, async (transaction) => {
        for (const { key } of rows) transaction.delete(space, key);
      });
      await this.caughtUp();
    }
  }

  override async caughtUp(): Promise<void> {
    if (++this.#askedSinceLook < ASKED_PER_LOOK) return;
    this.#askedSinceLook = 0;
    for (let polls = 0; polls < CATCH_UP_POLLS_MAX && this.#database.isBehind; polls++) {
      await setTimeout(CATCH_UP_POLL_MS);
    }
  }

  /**
   * Makes a folder with the state of this moment, which can be opened like this one. It takes no room of its own where
   * it is on the same file system. Writers wait meanwhile.
   */
  async checkpoint(folder: string): Promise<void> {
    // The second one finds nearly all links made, so that writers wait for a moment only.
    await this.#database.checkpoint(folder);
    await this.#commits.hold(() => this.#database.checkpoint(folder));
  }

  /** As a checkpoint, and ready to be opened at once: its tables are the files that are known here. */
  async fork(folder: string): Promise<void> {
    await this.checkpoint(folder);
    await noteTables(folder);
  }

  /** The same of a folder that no store has open. */
  static async forkFolder(from: string, to: string): Promise<void> {
    await makeCheckpoint(from, to);
    await noteTables(to);
  }

  /** Verifies tables while the store is open. Not to be called while it is under way. */
  verifyTables(terms: RoundTerms): Promise<void> {
    return this.#database.watch.round(terms);
  }

  async close(): Promise<void> {
    this.reader.close();
    await this.transactions.close();
    await this.#database.close();
  }
}
