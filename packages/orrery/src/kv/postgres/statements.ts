/**
 * Every statement on the tables, prepared once for each connection. Rows are ordered by space and key; bytea compares
 * as unsigned bytes. A space is an integer, of which the upper half of the numbers are the negative ones.
 */

export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A statement without parameters that is not worth preparing. */
export type Text = string;

export interface ScanShape {
  readonly reverse: boolean;
  readonly keysOnly: boolean;
  readonly hasEnd: boolean;
  /** Whether a chunk also ends with the row that passes a number of bytes. */
  readonly hasBytes: boolean;
}

export class Statements {
  readonly #schema: string;
  readonly #scans = new Map<string, Statement>();

  /** The name as it stands in a statement, quoted if need be. */
  constructor(schema: string) {
    this.#schema = schema;
  }

  /**
   * 1: term. 2: number of the group. 3 to 5: spaces, keys and values to put. 6, 7: spaces and keys to delete. No key twice.
   * Answers one row if the term is that of the owner, else none, and then nothing is written. The row of the store is
   * updated, not only locked, because it also notes which group came last.
   */
  get commit(): Statement {
    return {
      name: "commit",
      text: `WITH fence AS (
  UPDATE ${this.#store} SET last_group = $2::int8 WHERE term = $1::int8 RETURNING term
), deleted AS (
  DELETE FROM ${this.#kv} kv USING unnest($6::int4[], $7::bytea[]) AS d(space, key)
  WHERE kv.space = d.space AND kv.key = d.key AND EXISTS (SELECT FROM fence)
), put AS (
  INSERT INTO ${this.#kv} (space, key, value)
  SELECT p.space, p.key, p.value FROM unnest($3::int4[], $4::bytea[], $5::bytea[]) AS p(space, key, value)
  WHERE EXISTS (SELECT FROM fence)
  ON CONFLICT (space, key) DO UPDATE SET value = excluded.value
) SELECT term FROM fence`,
    };
  }

  /** 1, 2: spaces and keys. A row for each, in their order. */
  get getMany(): Statement {
    return {
      name: "get",
      text: `SELECT (SELECT value FROM ${this.#kv} kv WHERE kv.space = k.space AND kv.key = k.key)
FROM unnest($1::int4[], $2::bytea[]) AS k(space, key)`,
    };
  }

  /** 1: space. 2: first key. 3: rows. Then, where there are such: bytes, the key to end before. */
  scan(shape: ScanShape): Statement {
    const name = `scan_${Object.values(shape).map(Number).join("")}`;
    let statement = this.#scans.get(name);
    if (statement === undefined) this.#scans.set(name, (statement = { name, text: this.#scanText(shape) }));
    return statement;
  }

  /** 1: term. 2: space. 3: first key. 4: rows. Deletes that many and answers the last key; nothing if there are none. */
  get dropRows(): Statement {
    return {
      name: "drop",
      text: `WITH fence AS MATERIALIZED (
  SELECT term FROM ${this.#store} WHERE term = $1::int8 FOR SHARE
), doomed AS MATERIALIZED (
  SELECT key FROM ${this.#kv} WHERE space = $2::int4 AND key >= $3::bytea ORDER BY key LIMIT $4::int4
), dropped AS (
  DELETE FROM ${this.#kv} kv USING doomed
  WHERE kv.space = $2::int4 AND kv.key = doomed.key AND EXISTS (SELECT FROM fence)
) SELECT (SELECT key FROM doomed ORDER BY key DESC LIMIT 1) FROM fence`,
    };
  }

  /** 1: holder. 2: its name. 3: milliseconds. Answers the term and the last group, if nobody holds the store. */
  get take(): Statement {
    return {
      name: "take",
      text: `UPDATE ${this.#store} SET term = term + 1, holder = $1, holder_name = $2, expires_at = ${AFTER_3}
WHERE holder IS NULL OR holder = $1 OR expires_at < clock_timestamp() RETURNING term, last_group`,
    };
  }

  /** 1: holder. 2: milliseconds. Answers one row, or none if the store is no longer the holder's. */
  get renew(): Statement {
    return {
      name: "renew",
      text: `UPDATE ${this.#store} SET expires_at = ${AFTER_2} WHERE holder = $1 RETURNING term`,
    };
  }

  /**
   * As `renew`, and what was sent under the old term has either been committed or never will be. Answers the new term and the
   * last group.
   */
  get raise(): Statement {
    return {
      name: "raise",
      text: `UPDATE ${this.#store} SET term = term + 1, expires_at = ${AFTER_2} WHERE holder = $1
RETURNING term, last_group`,
    };
  }

  get release(): Statement {
    return {
      name: "release",
      text: `UPDATE ${this.#store} SET holder = NULL, holder_name = NULL, expires_at = NULL WHERE holder = $1`,
    };
  }

  /** 1: holder. 2: whether it is being filled from another store, so that nobody may take it for whole. */
  get fill(): Statement {
    return {
      name: "fill",
      text: `UPDATE ${this.#store} SET is_filling = $2::boolean WHERE holder = $1 RETURNING term`,
    };
  }

  /** Answers one row if it is being filled. */
  get filling(): Text {
    return `SELECT term FROM ${this.#store} WHERE is_filling`;
  }

  /** All spaces that have a row, each found by a step in the index. */
  get spaces(): Text {
    return `WITH RECURSIVE found AS (
  (SELECT space FROM ${this.#kv} ORDER BY space LIMIT 1)
  UNION ALL
  SELECT (SELECT kv.space FROM ${this.#kv} kv WHERE kv.space > found.space ORDER BY kv.space LIMIT 1)
  FROM found WHERE found.space IS NOT NULL
) SELECT space FROM found WHERE space IS NOT NULL`;
  }

  /** Its name, and when its lease is over. */
  get holder(): Text {
    return `SELECT holder_name, expires_at::text FROM ${this.#store}`;
  }

  #scanText({ reverse, keysOnly, hasEnd, hasBytes }: ScanShape): Text {
    const order = reverse ? "DESC" : "ASC";
    const end = hasEnd ? ` AND key < $${hasBytes ? 5 : 4}::bytea` : "";
    const columns = keysOnly ? "key" : "key, value";
    const rows = `SELECT ${columns} FROM ${this.#kv}
WHERE space = $1::int4 AND key >= $2::bytea${end} ORDER BY key ${order} LIMIT $3::int4`;
    if (!hasBytes) return rows;
    return `SELECT key, value FROM (
  SELECT key, value, sum(octet_length(value)) OVER (ORDER BY key ${order} ROWS UNBOUNDED PRECEDING) - octet_length(value) AS before
  FROM (${rows}) AS limited
) AS measured WHERE before < $4::int8 ORDER BY key ${order}`;
  }

  get #kv(): string {
    return `${this.#schema}.kv`;
  }

  get #store(): string {
    return `${this.#schema}.store`;
  }
}

const AFTER_2 = "clock_timestamp() + $2::float8 * interval '1 millisecond'";
const AFTER_3 = "clock_timestamp() + $3::float8 * interval '1 millisecond'";
