/**
 * The tables: one of rows; one with a single row that says who may write, if it is one process; one of the nodes that share the
 * store, and one of what each of them owns. They are made when they are not there.
 *
 * On Citus the rows are shared out over its workers, all of a space together, and the other tables are on the coordinator. A commit
 * must find its fence where its rows are: so each space has a row for whoever writes to it, in a shard beside the rows. A process
 * claims it before its first commit there, and triggers take it away with the row of the process, or raise its term. A commit of
 * one space is then a transaction of one worker; one of several is done by Citus in two phases.
 */

import { developmentDataSentence } from "../development-data.ts";
import { KeyValueError } from "../key-value-store.ts";
import type { Connections } from "./connections.ts";

/** In the database: do not change. Raised when an older program could not use the tables. */
const FORMAT = 1;

/** Someone else has made, or is making, the same. */
const MADE_MEANWHILE = new Set(["23505", "42P06", "42P07", "40P01", "40001"]);
const DENIED = "42501";
/** Answers rows if the database is one of Citus. */
const HAS_CITUS = "SELECT FROM pg_proc WHERE proname = 'create_distributed_table'";
const MAKE_TRIES = 5;

/**
 * Values are kept as they are: they do not compress, or not enough. Large ones leave the row later than PostgreSQL would have it.
 * Pages are vacuumed early, because scans of keys alone are then served from the index; those of the store have room for the
 * versions of their row.
 */
const tablesOf = (schema: string) => `CREATE TABLE ${schema}.kv (
  space integer NOT NULL,
  key bytea NOT NULL,
  value bytea NOT NULL,
  PRIMARY KEY (space, key)
) WITH (toast_tuple_target = 8160, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE ${schema}.kv ALTER value SET STORAGE EXTERNAL;
CREATE TABLE ${schema}.store (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  format integer NOT NULL,
  is_distributed boolean NOT NULL DEFAULT false,
  term bigint NOT NULL DEFAULT 0,
  holder text,
  holder_name text,
  expires_at timestamptz,
  last_group bigint NOT NULL DEFAULT 0,
  is_filling boolean NOT NULL DEFAULT false
) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
INSERT INTO ${schema}.store (format) VALUES (${FORMAT});
CREATE TABLE ${schema}.node (
  id text PRIMARY KEY,
  name text NOT NULL,
  address text,
  is_leaving boolean NOT NULL DEFAULT false,
  term bigint NOT NULL DEFAULT 1,
  expires_at timestamptz NOT NULL,
  last_group bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
CREATE TABLE ${schema}.owner (unit text PRIMARY KEY, node text, term bigint NOT NULL)`;

/** What differs on Citus. The statements that only insert and delete find their shard by the one space that they name. */
const distributionOf = (schema: string) => `UPDATE ${schema}.store SET is_distributed = true;
CREATE TABLE ${schema}.fence (
  space integer NOT NULL,
  id text NOT NULL,
  term bigint NOT NULL,
  last_group bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (space, id)
) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
SELECT create_distributed_table('${schema}.kv', 'space', colocate_with => 'none');
SELECT create_distributed_table('${schema}.fence', 'space', colocate_with => '${schema}.kv');

CREATE FUNCTION ${schema}.commit(
  holder text, held bigint, number bigint,
  put_spaces integer[], put_keys bytea[], put_values bytea[], deleted_spaces integer[], deleted_keys bytea[]
) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
  spaces integer[] := ARRAY(SELECT DISTINCT s FROM unnest(put_spaces || deleted_spaces) s ORDER BY s);
  one integer;
  keys bytea[];
  vals bytea[];
BEGIN
  FOREACH one IN ARRAY spaces LOOP
    UPDATE ${schema}.fence SET last_group = number WHERE space = one AND id = holder AND term = held;
    IF NOT FOUND THEN RETURN; END IF;
  END LOOP;
  FOREACH one IN ARRAY spaces LOOP
    keys := ARRAY(SELECT d.key FROM unnest(deleted_spaces, deleted_keys) AS d(space, key) WHERE d.space = one);
    IF cardinality(keys) > 0 THEN
      DELETE FROM ${schema}.kv WHERE space = one AND key = ANY (keys);
    END IF;
    IF one = ANY (put_spaces) THEN
      SELECT array_agg(p.key), array_agg(p.value) INTO keys, vals
      FROM unnest(put_spaces, put_keys, put_values) AS p(space, key, value) WHERE p.space = one;
      INSERT INTO ${schema}.kv (space, key, value)
      SELECT f.space, p.key, p.value
      FROM (SELECT space FROM ${schema}.fence WHERE space = one AND id = holder) AS f, unnest(keys, vals) AS p(key, value)
      ON CONFLICT (space, key) DO UPDATE SET value = excluded.value;
    END IF;
  END LOOP;
  RETURN NEXT held;
END $$;

CREATE FUNCTION ${schema}.drop_rows(holder text, held bigint, one integer, from_key bytea, most integer)
RETURNS SETOF bytea LANGUAGE plpgsql AS $$
DECLARE
  keys bytea[];
BEGIN
  PERFORM 1 FROM ${schema}.fence WHERE space = one AND id = holder AND term = held FOR SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  keys := ARRAY(SELECT key FROM ${schema}.kv WHERE space = one AND key >= from_key ORDER BY key LIMIT most);
  DELETE FROM ${schema}.kv WHERE space = one AND key = ANY (keys);
  RETURN NEXT keys[cardinality(keys)];
END $$;

CREATE FUNCTION ${schema}.swap_row(holder text, held bigint, one integer, its_key bytea, new_value bytea, old_value bytea)
RETURNS SETOF boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM ${schema}.fence WHERE space = one AND id = holder AND term = held FOR SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  IF old_value IS NULL THEN
    INSERT INTO ${schema}.kv (space, key, value) VALUES (one, its_key, new_value) ON CONFLICT (space, key) DO NOTHING;
  ELSE
    UPDATE ${schema}.kv SET value = new_value WHERE space = one AND key = its_key AND value = old_value;
  END IF;
  RETURN NEXT FOUND;
END $$;

CREATE FUNCTION ${schema}.raise_fences(holder text, held bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ${schema}.fence SET term = held WHERE id = holder;
  RETURN (SELECT coalesce(max(last_group), 0) FROM ${schema}.fence WHERE id = holder);
END $$;

CREATE FUNCTION ${schema}.follow_node() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM ${schema}.fence WHERE id = OLD.id;
    RETURN OLD;
  END IF;
  NEW.last_group := ${schema}.raise_fences(NEW.id, NEW.term);
  RETURN NEW;
END $$;
CREATE TRIGGER follow BEFORE DELETE OR UPDATE OF term ON ${schema}.node
FOR EACH ROW EXECUTE FUNCTION ${schema}.follow_node();

CREATE FUNCTION ${schema}.follow_store() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.holder IS NOT DISTINCT FROM NEW.holder THEN
    NEW.last_group := ${schema}.raise_fences(NEW.holder, NEW.term);
  ELSE
    DELETE FROM ${schema}.fence WHERE id = OLD.holder;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER follow BEFORE UPDATE OF term, holder ON ${schema}.store
FOR EACH ROW EXECUTE FUNCTION ${schema}.follow_store()`;

/**
 * `schema` as it stands in a statement. With `mustExist` nothing is made: it fails where there are no tables. Answers whether the
 * rows are distributed.
 */
export async function prepareSchema(
  connections: Connections,
  schema: string,
  mustExist: boolean,
): Promise<boolean> {
  for (let left = MAKE_TRIES; ; left--) {
    const made = await madeTables(connections, schema);
    if (made !== undefined) return made.isDistributed;
    if (mustExist) throw absent(connections.place);
    try {
      await makeTables(connections, schema);
    } catch (error) {
      const { code, message } = (error as KeyValueError).cause as { code?: string; message: string };
      if (code === DENIED) throw denied(connections.place, schema, message);
      if (left === 1 || !MADE_MEANWHILE.has(code ?? "")) throw error;
    }
  }
}

/** Undefined where there are no tables. Fails if they have another format. */
async function madeTables(
  connections: Connections,
  schema: string,
): Promise<{ readonly isDistributed: boolean } | undefined> {
  const [found] = await connections.ask(`SELECT to_regclass('${schema}.store')::text`);
  if (found![0] === null) return undefined;
  // Tables of development versions lack these columns.
  const columns = ["format", "is_distributed"].map((name) => `to_jsonb(store) ->> '${name}'`).join(", ");
  const [row] = await connections.ask(`SELECT ${columns} FROM ${schema}.store`);
  const [format, isDistributed] = row!;
  if (format === null) throw ofDevelopment(connections.place);
  if (Number(format) !== FORMAT) throw refused(connections.place, Number(format));
  return { isDistributed: isDistributed === "true" };
}

/** All of it or nothing: several statements in one text are one transaction. */
async function makeTables(connections: Connections, schema: string): Promise<void> {
  const [found] = await connections.ask(`SELECT to_regnamespace('${schema}')::text`);
  // A role that owns the schema need not be allowed to make one.
  const makesSchema = found![0] === null ? `CREATE SCHEMA ${schema};\n` : "";
  const isCitus = (await connections.ask(HAS_CITUS)).length > 0;
  await connections.ask(makesSchema + tablesOf(schema) + (isCitus ? `;\n${distributionOf(schema)}` : ""));
}

function absent(place: string): KeyValueError {
  return new KeyValueError("unavailable", `${place} has no data of Orrery: name another.`);
}

function ofDevelopment(place: string): KeyValueError {
  return new KeyValueError("locked", developmentDataSentence(`The data in ${place}`, "another database"));
}

function refused(place: string, format: number): KeyValueError {
  return new KeyValueError(
    "locked",
    `The data in ${place} was written by a newer version of Orrery (format ${format}; this one reads ${FORMAT}). Use that version, or another database.`,
  );
}

function denied(place: string, schema: string, reason: string): KeyValueError {
  return new KeyValueError(
    "unavailable",
    `${place} does not let this role make its tables (${reason}): let its owner run CREATE SCHEMA ${schema} AUTHORIZATION and the role's name.`,
  );
}
