/**
 * The key-value contract on LevelDB, in one folder that one process holds.
 *
 * All spaces share one database, each under its prefix. Reads see the newest committed state; a scan sees that
 * of its first chunk throughout. Transactions take turns by lock and are written in groups.
 */
import { setTimeout } from "node:timers/promises";
import type { Durability } from "./durability.ts";
import { GroupCommit } from "./group-commit.ts";
import type { KeyValueStore, Row, ScanOptions, Snapshot, Transaction } from "./key-value-store.ts";
import { LevelDatabase } from "./level-database.ts";
import { LevelReader } from "./level-reader.ts";
import { CHUNK_ROWS } from "./scan-limits.ts";
import { Transactions } from "./transactions.ts";

const CATCH_UP_POLL_MS = 5;
/** Looking takes LevelDB's lock, which holds up the whole process; a new file is made of more transactions than this. */
const ASKED_PER_LOOK = 16;
/** After so many polls, whoever waits goes on all the same: writers may keep LevelDB busy for hours. */
const CATCH_UP_POLLS_MAX = 50;

interface LevelStoreOptions {
  /** Created if it does not exist. */
  readonly folder: string;
  readonly durability: Durability;
}

export class LevelStore implements KeyValueStore {
  readonly #database: LevelDatabase;
  readonly #reader: LevelReader;
  readonly #commits: GroupCommit;
  readonly #transactions: Transactions;
  #askedSinceLook = 0;

  private constructor(database: LevelDatabase) {
    this.#database = database;
    this.#reader = new LevelReader(database);
    this.#commits = new GroupCommit((group) => database.write(group));
    this.#transactions = new Transactions(new LevelReader(database), (writes, undo) =>
      this.#commits.commit(writes, undo),
    );
  }

  static async open({ folder, durability }: LevelStoreOptions): Promise<LevelStore> {
    return new LevelStore(await LevelDatabase.open(folder, durability === "disk"));
  }

  get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    return this.#reader.get(space, key);
  }

  getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    return this.#reader.getMany(space, keys);
  }

  scan(space: number, options?: ScanOptions): AsyncIterable<readonly Row[]> {
    return this.#reader.scan(space, options);
  }

  snapshot(): Snapshot {
    return this.#reader.snapshot();
  }

  transact<T>(lock: string, work: (transaction: Transaction) => Promise<T> | T): Promise<T> {
    return this.#transactions.run(lock, work);
  }

  async dropSpace(space: number): Promise<void> {
    for await (const rows of this.#reader.scan(space, { keysOnly: true, chunkRows: CHUNK_ROWS })) {
      await this.transact(`drop:${space}`, (transaction) => {
        for (const { key } of rows) transaction.delete(space, key);
      });
      await this.caughtUp();
    }
  }

  async caughtUp(): Promise<void> {
    if (++this.#askedSinceLook < ASKED_PER_LOOK) return;
    this.#askedSinceLook = 0;
    for (let polls = 0; polls < CATCH_UP_POLLS_MAX && this.#database.isBehind; polls++) {
      await setTimeout(CATCH_UP_POLL_MS);
    }
  }

  async close(): Promise<void> {
    this.#reader.close();
    await this.#transactions.close();
    await this.#database.close();
  }
}
