/**
 * Every statement on the tables, prepared once for each connection. Rows are ordered by space and key; bytea compares
 * as unsigned bytes. A space is an integer, of which the upper half of the numbers are the negative ones.
 */

export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface ScanShape {
  readonly reverse: boolean;
  readonly keysOnly: boolean;
  readonly hasEnd: boolean;
  /** Whether a chunk also ends with the row that passes a number of bytes. */
  readonly hasBytes: boolean;
}

interface StatementsOptions {
  /** The name as it stands in a statement, quoted if need be. */
  readonly schema: string;
  /** The process that runs them. */
  readonly id: string;
  /** Whether it is one of several that share the store. Else it is named in the store's row. */
  readonly isNode: boolean;
  /** Whether Citus has shared out the rows (`schema.ts`). A statement must then name one space to go to one shard. */
  readonly isDistributed: boolean;
}

export type Statements = ReturnType<typeof statementsOf>;

export function statementsOf({ schema, id, isNode, isDistributed }: StatementsOptions) {
  const kv = `${schema}.kv`;
  const store = `${schema}.store`;
  const nodes = `${schema}.node`;
  const owners = `${schema}.owner`;
  /** Where the term of this process stands. */
  const holders = isNode ? nodes : store;
  const holderId = isNode ? "id" : "holder";
  /** The beginning of a condition. The id is no parameter, so that statements have the same ones in both cases. */
  const isHolder = isNode ? `id = '${id}' AND ` : "";
  const alone = `SELECT holder_name AS name, expires_at FROM ${store} WHERE holder IS NOT NULL`;
  const shared = isNode ? "" : ` UNION ALL SELECT name, expires_at FROM ${nodes}`;
  return {
    isDistributed,
    ...prepared({
      /**
       * 1: term. 2: number of the group. 3 to 5: spaces, keys and values to put. 6, 7: spaces and keys to delete. No key twice.
       * Answers one row if the term is that of the holder, else none, and then nothing is written. The row of the holder is
       * updated, not only locked, because it also notes which group came last. Where rows are distributed, also none if the holder
       * has not claimed one of the spaces.
       */
      commit: isDistributed
        ? `SELECT ${schema}.commit('${id}', $1::int8, $2::int8, $3::int4[], $4::bytea[], $5::bytea[], $6::int4[], $7::bytea[])`
        : `WITH fence AS (
  UPDATE ${holders} SET last_group = $2::int8 WHERE ${isHolder}term = $1::int8 RETURNING term
), deleted AS (
  DELETE FROM ${kv} kv USING unnest($6::int4[], $7::bytea[]) AS d(space, key)
  WHERE kv.space = d.space AND kv.key = d.key AND EXISTS (SELECT FROM fence)
), put AS (
  INSERT INTO ${kv} (space, key, value)
  SELECT p.space, p.key, p.value FROM unnest($3::int4[], $4::bytea[], $5::bytea[]) AS p(space, key, value)
  WHERE EXISTS (SELECT FROM fence)
  ON CONFLICT (space, key) DO UPDATE SET value = excluded.value
) SELECT term FROM fence`,
      /** In a transaction. Answers the term of this process, which it keeps until the end; nothing if the store is another's. */
      lockHolder: `SELECT term FROM ${holders} WHERE ${holderId} = '${id}' FOR SHARE`,
      /** 1: space. 2: term. From then on the holder may write to it. */
      claim: `INSERT INTO ${schema}.fence (space, id, term) VALUES ($1::int4, '${id}', $2::int8)
ON CONFLICT (space, id) DO UPDATE SET term = excluded.term`,
      /** 1, 2: spaces and keys, or where rows are distributed, one space. A row for each key, in their order. */
      getMany: isDistributed
        ? `SELECT (SELECT value FROM ${kv} kv WHERE kv.space = $1::int4 AND kv.key = k.key)
FROM unnest($2::bytea[]) AS k(key)`
        : `SELECT (SELECT value FROM ${kv} kv WHERE kv.space = k.space AND kv.key = k.key)
FROM unnest($1::int4[], $2::bytea[]) AS k(space, key)`,
      /** 1: term. 2: space. 3: first key. 4: rows. Deletes that many and answers the last key; nothing if there are none. */
      dropRows: isDistributed
        ? `SELECT ${schema}.drop_rows('${id}', $1::int8, $2::int4, $3::bytea, $4::int4)`
        : `WITH fence AS MATERIALIZED (
  SELECT term FROM ${holders} WHERE ${isHolder}term = $1::int8 FOR SHARE
), doomed AS MATERIALIZED (
  SELECT key FROM ${kv} WHERE space = $2::int4 AND key >= $3::bytea ORDER BY key LIMIT $4::int4
), dropped AS (
  DELETE FROM ${kv} kv USING doomed
  WHERE kv.space = $2::int4 AND kv.key = doomed.key AND EXISTS (SELECT FROM fence)
) SELECT (SELECT key FROM doomed ORDER BY key DESC LIMIT 1) FROM fence`,
      /**
       * 1: term. 2: space. 3: key. 4: value. 5: the value that must be there. Answers whether it was; nothing if the term is not that of
       * the holder.
       */
      swap: isDistributed
        ? `SELECT ${schema}.swap_row('${id}', $1::int8, $2::int4, $3::bytea, $4::bytea, $5::bytea)::text`
        : `WITH fence AS MATERIALIZED (
  SELECT term FROM ${holders} WHERE ${isHolder}term = $1::int8 FOR SHARE
), changed AS (
  UPDATE ${kv} SET value = $4::bytea
  WHERE space = $2::int4 AND key = $3::bytea AND value = $5::bytea AND EXISTS (SELECT FROM fence) RETURNING space
) SELECT (EXISTS (SELECT FROM changed))::text FROM fence`,
      /** As `swap`, where nothing must be there. */
      insert: isDistributed
        ? `SELECT ${schema}.swap_row('${id}', $1::int8, $2::int4, $3::bytea, $4::bytea, NULL)::text`
        : `WITH fence AS MATERIALIZED (
  SELECT term FROM ${holders} WHERE ${isHolder}term = $1::int8 FOR SHARE
), changed AS (
  INSERT INTO ${kv} (space, key, value) SELECT $2::int4, $3::bytea, $4::bytea FROM fence
  ON CONFLICT (space, key) DO NOTHING RETURNING space
) SELECT (EXISTS (SELECT FROM changed))::text FROM fence`,
      /** What decides who may write waits for this, in a transaction. */
      lockStore: `SELECT term FROM ${store} FOR UPDATE`,
      /** 1: holder. 2: its name. 3: milliseconds. Answers the term and the last group, if nobody holds the store. */
      take: `UPDATE ${store} SET term = term + 1, holder = $1, holder_name = $2, expires_at = ${AFTER_3}
WHERE (holder IS NULL OR holder = $1 OR expires_at < clock_timestamp()) AND NOT EXISTS (SELECT FROM ${nodes})
RETURNING term, last_group`,
      /** Answers one row if no single process holds the store; one that fell silent cannot write from here on. */
      share: `UPDATE ${store} SET term = term + 1, holder = NULL, holder_name = NULL, expires_at = NULL
WHERE holder IS NULL OR expires_at < clock_timestamp() RETURNING term`,
      /** 1: id of a node. 2: its name. 3: milliseconds. Answers the term and the last group. */
      register: `INSERT INTO ${nodes} AS node (id, name, expires_at) VALUES ($1, $2, ${AFTER_3})
ON CONFLICT (id) DO UPDATE SET term = node.term + 1, expires_at = excluded.expires_at RETURNING term, last_group`,
      /**
       * Nodes whose lease is over: what they have sent and not committed never will be. One that is committing just now is left for the
       * next time: if it never ends, because its machine froze in the middle, nobody else must hang on it.
       */
      removeSilent: `DELETE FROM ${nodes} WHERE id IN (
  SELECT id FROM ${nodes} WHERE expires_at < clock_timestamp() FOR UPDATE SKIP LOCKED
)`,
      /** 1: holder. 2: milliseconds. Answers one row, or none if the store is no longer the holder's. */
      renew: `UPDATE ${holders} SET expires_at = ${AFTER_2} WHERE ${holderId} = $1 RETURNING term`,
      /**
       * As `renew`, and what was sent under the old term has either been committed or never will be. Answers the new term and the
       * last group.
       */
      raise: `UPDATE ${holders} SET term = term + 1, expires_at = ${AFTER_2} WHERE ${holderId} = $1
RETURNING term, last_group`,
      /** 1: holder. */
      release: isNode
        ? `DELETE FROM ${nodes} WHERE id = $1`
        : `UPDATE ${store} SET holder = NULL, holder_name = NULL, expires_at = NULL WHERE holder = $1`,
      /** Of nodes: id, name, address, whether it is leaving, milliseconds left. Of units: the unit, its node, the term. At one moment. */
      members: `SELECT 'node', id, name, address, is_leaving::text,
  (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::int8::text FROM ${nodes}
UNION ALL SELECT 'unit', unit, node, term::text, NULL, NULL FROM ${owners}`,
      /** 1: node. 2: where others reach it. */
      announce: `UPDATE ${nodes} SET address = $2 WHERE id = $1`,
      /** 1: node. Nothing is given to it any more. */
      leave: `UPDATE ${nodes} SET is_leaving = true WHERE id = $1`,
      /**
       * 1: unit. 2: node. 3: the term under which it was last owned. Answers the new term, if nobody came first, and who owned it last
       * is this node or gone: whoever asks may not know all nodes yet.
       */
      takeUnit: `INSERT INTO ${owners} AS owner (unit, node, term) VALUES ($1, $2, 1)
ON CONFLICT (unit) DO UPDATE SET node = excluded.node, term = owner.term + 1 WHERE owner.term = $3::int8
AND NOT EXISTS (SELECT FROM ${nodes} AS other WHERE other.id = owner.node AND other.id <> $2) RETURNING term`,
      /** 1: unit. 2: the node that owns it. 3: under which term. 4: who is to own it; null: nobody. */
      passUnit: `UPDATE ${owners} SET node = $4, term = term + 1 WHERE unit = $1 AND node = $2 AND term = $3::int8`,
      /** 1: unit. 2: the node that owns it. 3: under which term. What it stood for is gone. */
      forgetUnit: `DELETE FROM ${owners} WHERE unit = $1 AND node = $2 AND term = $3::int8`,
      /** 1: holder, which is alone. 2: whether it is being filled from another store, so that nobody may take it for whole. */
      fill: `UPDATE ${store} SET is_filling = $2::boolean WHERE holder = $1 RETURNING term`,
    }),
    /** Answers one row if it is being filled. */
    filling: `SELECT term FROM ${store} WHERE is_filling`,
    /** All spaces that have a row, each found by a step in the index; where rows are distributed, by a look at all of it. */
    spaces: isDistributed
      ? `SELECT DISTINCT space FROM ${kv}`
      : `WITH RECURSIVE found AS (
  (SELECT space FROM ${kv} ORDER BY space LIMIT 1)
  UNION ALL
  SELECT (SELECT kv.space FROM ${kv} kv WHERE kv.space > found.space ORDER BY kv.space LIMIT 1)
  FROM found WHERE found.space IS NOT NULL
) SELECT space FROM found WHERE space IS NOT NULL`,
    /** Of whoever keeps the store from being taken: the name, and when the lease is over. The last to go, if there are several. */
    holder: `SELECT name, expires_at::text FROM (${alone}${shared}) AS holders ORDER BY expires_at DESC LIMIT 1`,
    /** In a transaction: what is read later is of this moment, on whichever machine. */
    takeMoment: isDistributed ? `SELECT count(*) FROM ${schema}.fence` : "SELECT 1",
    /** 1: space. 2: first key. 3: rows. Then, where there are such: bytes, the key to end before. */
    scan(shape: ScanShape): Statement {
      return { name: `scan_${Object.values(shape).map(Number).join("")}`, text: scanText(kv, shape) };
    },
  };
}

/** Each is known to the database by its key here. */
function prepared<Texts extends Record<string, string>>(
  texts: Texts,
): { readonly [Name in keyof Texts]: Statement } {
  const statements = Object.entries(texts).map(([name, text]) => [name, { name, text }]);
  return Object.fromEntries(statements);
}

function scanText(kv: string, { reverse, keysOnly, hasEnd, hasBytes }: ScanShape): string {
  const order = reverse ? "DESC" : "ASC";
  const end = hasEnd ? ` AND key < $${hasBytes ? 5 : 4}::bytea` : "";
  const columns = keysOnly ? "key" : "key, value";
  const rows = `SELECT ${columns} FROM ${kv}
WHERE space = $1::int4 AND key >= $2::bytea${end} ORDER BY key ${order} LIMIT $3::int4`;
  if (!hasBytes) return rows;
  return `SELECT key, value FROM (
  SELECT key, value, sum(octet_length(value)) OVER (ORDER BY key ${order} ROWS UNBOUNDED PRECEDING) - octet_length(value) AS before
  FROM (${rows}) AS limited
) AS measured WHERE before < $4::int8 ORDER BY key ${order}`;
}

const AFTER_2 = "clock_timestamp() + $2::float8 * interval '1 millisecond'";
const AFTER_3 = "clock_timestamp() + $3::float8 * interval '1 millisecond'";
