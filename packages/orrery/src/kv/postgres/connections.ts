/**
 * The connections to one PostgreSQL database, in pools, so that none of these waits for another: the one that commits; the one
 * of the lease; that by which a node looks at the others; a few for reads of single moments; those that hold a moment while it is
 * read.
 *
 * A connection that fails is left, and the next use makes another, so that a server that was away is found again.
 */
import pg from "pg";
import type { Durability } from "../durability.ts";
import { isPassing, isRefusal, toKeyValueError } from "./postgres-error.ts";
import type { Statement } from "./statements.ts";

export const CONNECTION_LIMITS = {
  /** Connections for gets and small scans. */
  readsMax: 4,
  /** Snapshots and long scans at a time; more wait. */
  momentsMax: 32,
  /** How long to wait for a connection, made or free. */
  connectMs: 10_000,
  /** An answer that takes longer is taken for a lost connection. */
  answerMs: 60_000,
  /** How old a moment may become; what it reads later fails. PostgreSQL keeps what was deleted since. */
  momentMs: 60 * 60 * 1000,
} as const;

/**
 * The fence needs READ COMMITTED. All statements find their rows by the key; on a table that was empty when the statement was
 * prepared, PostgreSQL would choose to read all of it. Citus finds the shard from the values of each call, and with one connection
 * to a worker all that a transaction reads there is of one moment; to others its setting means nothing.
 */
const SESSION = `SET default_transaction_isolation = 'read committed';
SET bytea_output = hex;
SET jit = off;
SELECT set_config('plan_cache_mode', CASE WHEN EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')
  THEN 'auto' ELSE 'force_generic_plan' END, false);
SET citus.max_adaptive_executor_pool_size = 1;
SET enable_seqscan = off;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET idle_in_transaction_session_timeout = ${CONNECTION_LIMITS.momentMs}`;

/** Acknowledges before the disk has it; what PostgreSQL had then is lost if it crashes. */
const NOT_SYNCED = "; SET synchronous_commit = off";

/** Connections that were not used for so long are closed. */
const IDLE_MS = 60_000;

/** That a connection was lost shows only when it is used: the next try makes another. */
const ASK_TRIES = 3;

/** Of columns as text. */
export type Answer = readonly (readonly (string | null)[])[];

/** Runs statements one after another. */
export interface Session {
  query(statement: Statement | string, values?: readonly unknown[]): Promise<Answer>;
}

/** What a pool lends: to be given back once, and with the error if there was one. */
export interface Lent extends Session {
  giveBack(error?: unknown): void;
}

export type Purpose = "commits" | "lease" | "members" | "reads" | "moments";

const AS_TEXT = { getTypeParser: () => (text: string) => text };

export class Connections {
  /** The database in words, for messages. */
  readonly place: string;
  readonly #pools: Readonly<Record<Purpose, pg.Pool>>;

  /** How old a moment may become. */
  readonly momentMs: number;

  constructor(url: string, durability: Durability, momentMs: number = CONNECTION_LIMITS.momentMs) {
    this.momentMs = momentMs;
    const settings: pg.PoolConfig = {
      connectionString: withLibpqRules(url),
      // Else as PGAPPNAME says.
      ...(process.env.PGAPPNAME === undefined && { fallback_application_name: "orrery" }),
      keepAlive: true,
      pipeline: true,
      connectionTimeoutMillis: CONNECTION_LIMITS.connectMs,
      idleTimeoutMillis: IDLE_MS,
      query_timeout: CONNECTION_LIMITS.answerMs,
      // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool waits for this promise; its types omit that
      onConnect: async (client) => {
        // A connection that fails while nobody waits for an answer must not end the process.
        client.on("error", () => {});
        await client.query(SESSION + (durability === "process" ? NOT_SYNCED : ""));
      },
    };
    this.#pools = {
      commits: pool(settings, 1),
      lease: pool(settings, 1),
      members: pool(settings, 1),
      reads: pool(settings, CONNECTION_LIMITS.readsMax),
      moments: pool(settings, CONNECTION_LIMITS.momentsMax),
    };
    this.place = placeOf(url);
  }

  /** Nothing has been sent if it fails. */
  async lend(purpose: Purpose): Promise<Lent> {
    let client: pg.PoolClient;
    try {
      client = await this.#pools[purpose].connect();
    } catch (error) {
      throw toKeyValueError(error, this.place);
    }
    return {
      query: (statement, values) => run(client, statement, values),
      giveBack: (error) => client.release(error !== undefined),
    };
  }

  /** One statement that only reads, or that may be done twice. */
  async ask(
    statement: Statement | string,
    values?: readonly unknown[],
    purpose: Purpose = "reads",
  ): Promise<Answer> {
    return this.#repeat(purpose, (session) => session.query(statement, values));
  }

  /** Several statements, which may be done twice, all or none of them. */
  inTransaction<T>(purpose: Purpose, work: (session: Session) => Promise<T>): Promise<T> {
    return this.#repeat(purpose, async (session) => {
      await session.query("BEGIN");
      const result = await work(session);
      await session.query("COMMIT");
      return result;
    });
  }

  async #repeat<T>(purpose: Purpose, work: (session: Session) => Promise<T>): Promise<T> {
    for (let left = ASK_TRIES; ; left--) {
      const session = await this.lend(purpose);
      try {
        const result = await work(session);
        session.giveBack();
        return result;
      } catch (error) {
        // Which ends the connection, and with it a transaction.
        session.giveBack(error);
        if (left === 1 || (isRefusal(error) && !isPassing(error))) throw toKeyValueError(error, this.place);
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((each) => each.end()));
  }
}

async function run(
  client: pg.PoolClient,
  statement: Statement | string,
  values: readonly unknown[] = [],
): Promise<Answer> {
  if (typeof statement === "string") return (await client.query({ text: statement, rowMode: "array" })).rows;
  const query = { ...statement, values: [...values], rowMode: "array" as const, types: AS_TEXT };
  return (await client.query(query)).rows;
}

function pool(settings: pg.PoolConfig, max: number): pg.Pool {
  const made = new pg.Pool({ ...settings, max });
  // Of a connection that nobody uses: it is replaced when it is needed.
  made.on("error", () => {});
  return made;
}

/** `sslmode` and its kin as all of PostgreSQL's own programs understand them. */
function withLibpqRules(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has("uselibpqcompat")) parsed.searchParams.set("uselibpqcompat", "true");
  return parsed.href;
}

function placeOf(url: string): string {
  const { user, host, port, database } = new pg.Client({
    connectionString: withLibpqRules(url),
  }) as pg.Client & {
    user?: string;
  };
  return `The database ${database ?? user} at ${host}:${port}`;
}
