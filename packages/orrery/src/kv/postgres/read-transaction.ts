/**
 * One moment of the database, held by a transaction that only reads, until it ends. PostgreSQL takes the moment with the first
 * statement, not with BEGIN.
 */
import { KeyValueError } from "../key-value-store.ts";
import type { Answer, Connections, Lent, Session } from "./connections.ts";
import { toKeyValueError } from "./postgres-error.ts";
import type { Statement } from "./statements.ts";

export class ReadTransaction implements Session {
  readonly #place: string;
  readonly #ageMs: number;
  readonly #expiry: NodeJS.Timeout;
  /** Undefined when it has ended. */
  #lent: Lent | undefined;
  #error: unknown;

  private constructor(lent: Lent, { place, momentMs }: Connections) {
    this.#lent = lent;
    this.#place = place;
    this.#ageMs = momentMs;
    // Without the transaction every statement would read a snapshot of its own: `query` fails then, too.
    lent.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").catch((error) => {
      this.#error ??= error;
    });
    this.#expiry = setTimeout(() => this.end(), momentMs).unref();
  }

  static async begin(connections: Connections): Promise<ReadTransaction> {
    return new ReadTransaction(await connections.lend("moments"), connections);
  }

  async query(statement: Statement | string, values?: readonly unknown[]): Promise<Answer> {
    if (this.#lent === undefined) {
      throw new KeyValueError(
        "unavailable",
        `What was being read is older than ${this.#ageMs / 1000} seconds, and has been given up: begin again.`,
      );
    }
    const answer = await this.#lent.query(statement, values).catch((error) => {
      this.#error ??= error;
    });
    if (answer === undefined || this.#error !== undefined) throw toKeyValueError(this.#error, this.#place);
    return answer;
  }

  /** Statements under way are answered first. */
  end(): void {
    const lent = this.#lent;
    if (lent === undefined) return;
    this.#lent = undefined;
    clearTimeout(this.#expiry);
    if (this.#error !== undefined) {
      lent.giveBack(this.#error);
      return;
    }
    lent.query("COMMIT").then(
      () => lent.giveBack(),
      (error) => lent.giveBack(error),
    );
  }
}
