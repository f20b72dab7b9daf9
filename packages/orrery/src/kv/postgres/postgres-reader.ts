/** Reads of the database, until closed: each of the newest state, or all of that of a snapshot. */
import { KeyValueError, type Reader, type Row, type ScanOptions, type Snapshot } from "../key-value-store.ts";
import type { Connections, Session } from "./connections.ts";
import { GetBatches } from "./get-batches.ts";
import type { Lease } from "./lease.ts";
import { ReadTransaction } from "./read-transaction.ts";
import { isOneStatement, scanChunks } from "./scan-chunks.ts";
import type { Statements } from "./statements.ts";

export class PostgresReader implements Reader {
  readonly #connections: Connections;
  readonly #statements: Statements;
  readonly #lease: Lease;
  /** Each statement on its own. */
  readonly #newest: Session;
  readonly #gets: GetBatches;
  readonly #open = new Set<ReadTransaction>();
  #isClosed = false;

  constructor(connections: Connections, statements: Statements, lease: Lease) {
    this.#connections = connections;
    this.#statements = statements;
    this.#lease = lease;
    this.#newest = { query: connections.ask.bind(connections) };
    this.#gets = new GetBatches(this.#newest, statements);
  }

  async get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    const [value] = await this.getMany(space, [key]);
    return value;
  }

  async getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    this.assertOpen();
    return this.#gets.getMany(space, keys);
  }

  async *scan(space: number, options: ScanOptions = {}): AsyncGenerator<readonly Row[]> {
    this.assertOpen();
    if (isOneStatement(options)) {
      yield* scanChunks(this.#newest, this.#statements, space, options);
      return;
    }
    const transaction = await this.begin();
    try {
      for await (const rows of scanChunks(transaction, this.#statements, space, options)) {
        yield rows;
        this.assertOpen();
      }
    } finally {
      this.end(transaction);
    }
  }

  snapshot(): PostgresSnapshot {
    this.assertOpen();
    return new PostgresSnapshot(this, this.#statements);
  }

  /** Ends what is being read. */
  close(): void {
    this.#isClosed = true;
    for (const transaction of this.#open) transaction.end();
  }

  assertOpen(): void {
    if (this.#isClosed) throw new KeyValueError("closed", "The store or the snapshot is closed.");
    this.#lease.assertHeld();
  }

  /** For what is read at one moment; it ends with the reader if not before. */
  async begin(): Promise<ReadTransaction> {
    const transaction = await ReadTransaction.begin(this.#connections);
    this.#open.add(transaction);
    if (this.#isClosed) this.end(transaction);
    return transaction;
  }

  end(transaction: ReadTransaction): void {
    this.#open.delete(transaction);
    transaction.end();
  }
}

class PostgresSnapshot implements Snapshot {
  readonly #reader: PostgresReader;
  readonly #statements: Statements;
  readonly #transaction: Promise<ReadTransaction>;
  readonly #gets: GetBatches;
  /** Settles when the moment has been taken, or cannot be. */
  readonly taken: Promise<unknown>;
  #isClosed = false;

  constructor(reader: PostgresReader, statements: Statements) {
    this.#reader = reader;
    this.#statements = statements;
    this.#transaction = reader.begin();
    this.taken = this.#transaction.then((transaction) => transaction.query(statements.takeMoment));
    this.taken.catch(() => {});
    const query: Session["query"] = async (...asked) => (await this.#transaction).query(...asked);
    this.#gets = new GetBatches({ query }, statements);
  }

  async get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    const [value] = await this.getMany(space, [key]);
    return value;
  }

  async getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    this.#assertOpen();
    return this.#gets.getMany(space, keys);
  }

  async *scan(space: number, options: ScanOptions = {}): AsyncGenerator<readonly Row[]> {
    this.#assertOpen();
    const transaction = await this.#transaction;
    for await (const rows of scanChunks(transaction, this.#statements, space, options)) {
      yield rows;
      this.#assertOpen();
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#transaction.then((transaction) => this.#reader.end(transaction)).catch(() => {});
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new KeyValueError("closed", "The store or the snapshot is closed.");
    this.#reader.assertOpen();
  }
}
