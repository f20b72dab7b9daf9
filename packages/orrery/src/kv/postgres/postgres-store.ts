/**
 * The key-value contract on a PostgreSQL database, of which one process at a time is the owner; or which nodes share, each of
 * which must write to no space that another one writes to (`members.ts`).
 *
 * All spaces are in one table, ordered by space and key, which Citus shares out by space. Transactions take turns by lock in this process, are written in
 * groups, a statement each, and fenced by the term of the owner (`lease.ts`).
 */
import { randomUUID } from "node:crypto";
import type { Durability } from "../durability.ts";
import { GroupCommit } from "../group-commit.ts";
import { KeyValueError, type Snapshot } from "../key-value-store.ts";
import { TransactingStore } from "../transacting-store.ts";
import { Transactions } from "../transactions.ts";
import { bytesOf } from "./bytes-of.ts";
import { COMMIT_LIMITS, CommitLane } from "./commit-lane.ts";
import { Connections } from "./connections.ts";
import { Lease, type LeaseTerms } from "./lease.ts";
import { PostgresMembers } from "./postgres-members.ts";
import { PostgresReader } from "./postgres-reader.ts";
import { prepareSchema } from "./schema.ts";
import { type Statements, statementsOf } from "./statements.ts";

const SCHEMA = "orrery";
/** Writers wait while one statement of a drop runs: a few milliseconds. */
const DROP_ROWS = 1_000;

export interface PostgresStoreOptions extends LeaseTerms {
  /** With all that libpq knows; the password may also come from the environment. */
  readonly url: string;
  readonly durability: Durability;
  /** Where the tables are; a plain name. */
  readonly schema?: string;
  /** How old a snapshot or a long scan may become. */
  readonly momentMs?: number;
  /** Nothing is made where there is nothing: it fails. */
  readonly mustExist?: boolean;
  /** It is to be filled from another store. Any other use is refused until `filled`. */
  readonly isCopyTarget?: boolean;
  /** Others share the store. Only `members` tells who owns what of it. */
  readonly isNode?: boolean;
  /** How long writes wait for a database that does not answer. */
  readonly awayMs?: number;
}

export class PostgresStore extends TransactingStore<PostgresReader> {
  readonly #connections: Connections;
  readonly #statements: Statements;
  readonly #lease: Lease;
  readonly #lane: CommitLane;
  /** Undefined: this process is alone. */
  readonly members: PostgresMembers | undefined;
  #closing: Promise<void> | undefined;

  private constructor(
    connections: Connections,
    statements: Statements,
    lease: Lease,
    { awayMs, isNode }: { readonly awayMs: number; readonly isNode: boolean },
  ) {
    const inside = new PostgresReader(connections, statements, lease);
    const commits = new GroupCommit((group) => lane.write(group));
    const lane = new CommitLane(connections, statements, lease, {
      onAway: (error) => commits.refuse(error),
      onBack: () => commits.accept(),
      awayMs,
    });
    const transactions = new Transactions(inside, (writes, undo) => commits.commit(writes, undo));
    super(new PostgresReader(connections, statements, lease), transactions);
    if (isNode) this.members = new PostgresMembers(connections, statements, lease, lane);
    this.#connections = connections;
    this.#statements = statements;
    this.#lease = lease;
    this.#lane = lane;
  }

  /** Waits for a holder of the store that has fallen silent; fails with `locked` if there is one that has not. */
  static async open({
    url,
    durability,
    schema = SCHEMA,
    momentMs,
    awayMs = COMMIT_LIMITS.awayMs,
    mustExist = false,
    isCopyTarget = false,
    isNode = false,
    ...terms
  }: PostgresStoreOptions): Promise<PostgresStore> {
    const connections = new Connections(url, durability, momentMs);
    const id = randomUUID();
    let statements: Statements;
    let lease: Lease;
    try {
      const isDistributed = await prepareSchema(connections, schema, mustExist);
      statements = statementsOf({ schema, id, isNode, isDistributed });
      lease = await Lease.take(connections, statements, { id, isNode }, terms);
    } catch (error) {
      await connections.close();
      throw error;
    }
    const store = new PostgresStore(connections, statements, lease, { awayMs, isNode });
    try {
      await store.#beginUse(isCopyTarget);
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  /** From here on it is whole, and anybody may open it. */
  async filled(): Promise<void> {
    await this.#connections.ask(this.#statements.fill, [this.#lease.holder, false]);
  }

  async spaces(): Promise<number[]> {
    this.reader.assertOpen();
    const rows = await this.#connections.ask(this.#statements.spaces);
    return rows.map(([space]) => Number(space) >>> 0).sort((a, b) => a - b);
  }

  /** Whether no other process can have changed anything. */
  get isHeld(): boolean {
    return this.#lease.isValid;
  }

  override snapshot(): Snapshot {
    const snapshot = this.reader.snapshot();
    this.#lane.waitFor(snapshot.taken);
    return snapshot;
  }

  override async swap(
    space: number,
    key: Uint8Array,
    from: Uint8Array | undefined,
    to: Uint8Array,
  ): Promise<boolean> {
    const { swap, insert } = this.#statements;
    const values = [space | 0, Buffer.from(key), Buffer.from(to)];
    for (;;) {
      this.reader.assertOpen();
      const asked = [this.#lease.term, ...values, ...(from === undefined ? [] : [Buffer.from(from)])];
      const [row] = await this.#connections.ask(from === undefined ? insert : swap, asked);
      if (row !== undefined) return row[0] === "true";
      // A raise of the own term may have come between, or it is the first that is written there.
      await this.#lease.claim([space]);
    }
  }

  async dropSpace(space: number): Promise<void> {
    // The reader of a partition that was split just now would find it empty, and answer without its items.
    await this.#lane.momentsTaken();
    for (let from: Buffer | undefined = Buffer.alloc(0); from !== undefined; ) {
      this.reader.assertOpen();
      const values = [this.#lease.term, space | 0, from, DROP_ROWS];
      const [row] = await this.#connections.ask(this.#statements.dropRows, values);
      // A raise of the own term may have come between, or it is the first that is written there.
      if (row === undefined) await this.#lease.claim([space]);
      else from = row[0] === null ? undefined : bytesOf(row[0]!);
    }
  }

  /** What an unfinished copy has left is removed by the next one, and by nobody else. */
  async #beginUse(isCopyTarget: boolean): Promise<void> {
    const isFilling = (await this.#connections.ask(this.#statements.filling)).length > 0;
    if (isFilling && !isCopyTarget) {
      throw new KeyValueError(
        "locked",
        `${this.#connections.place} has a part of what was to be copied to it: repeat 'orrery copy'.`,
      );
    }
    if (!isCopyTarget) return;
    if (isFilling) for (const space of await this.spaces()) await this.dropSpace(space);
    else if ((await this.spaces()).length > 0) {
      throw new KeyValueError("locked", `${this.#connections.place} has data already: copy to an empty one.`);
    }
    await this.#connections.ask(this.#statements.fill, [this.#lease.holder, true]);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.reader.close();
    this.#lane.close();
    await this.transactions.close();
    // Where it cannot be released it runs out.
    await this.#lease.release().catch(() => {});
    await this.#connections.close();
  }
}
