/**
 * The tables: one of rows; one with a single row that says who may write, if it is one process; one of the nodes that share the
 * store, and one of what each of them owns. They are made when they are not there.
 */

import { KeyValueError } from "../key-value-store.ts";
import type { Connections } from "./connections.ts";

/** In the database: do not change. Raised when an older program could not use the tables. */
const VERSION = 2;
/** Without nodes. */
const FIRST_VERSION = 1;

/** Someone else has made, or is making, the same. */
const MADE_MEANWHILE = new Set(["23505", "42P06", "42P07", "40P01", "40001"]);
const DENIED = "42501";
const MAKE_TRIES = 5;

const nodeTablesOf = (schema: string) => `CREATE TABLE ${schema}.node (
  id text PRIMARY KEY,
  name text NOT NULL,
  address text,
  is_leaving boolean NOT NULL DEFAULT false,
  term bigint NOT NULL DEFAULT 1,
  expires_at timestamptz NOT NULL,
  last_group bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
CREATE TABLE ${schema}.owner (unit text PRIMARY KEY, node text, term bigint NOT NULL)`;

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
  version integer NOT NULL,
  term bigint NOT NULL DEFAULT 0,
  holder text,
  holder_name text,
  expires_at timestamptz,
  last_group bigint NOT NULL DEFAULT 0,
  is_filling boolean NOT NULL DEFAULT false
) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
INSERT INTO ${schema}.store (version) VALUES (${VERSION});
${nodeTablesOf(schema)}`;

const upgradeOf = (schema: string) => `UPDATE ${schema}.store SET version = ${VERSION};
${nodeTablesOf(schema)}`;

/** `schema` as it stands in a statement. With `mustExist` nothing is made: it fails where there are no tables. */
export async function prepareSchema(
  connections: Connections,
  schema: string,
  mustExist: boolean,
): Promise<void> {
  for (let left = MAKE_TRIES; ; left--) {
    const version = await versionOf(connections, schema);
    if (version === VERSION) return;
    if (version !== undefined && version !== FIRST_VERSION) throw refused(connections.place, version);
    if (version === undefined && mustExist) throw absent(connections.place);
    try {
      if (version === FIRST_VERSION) await connections.ask(upgradeOf(schema));
      else await makeTables(connections, schema);
    } catch (error) {
      const { code, message } = (error as KeyValueError).cause as { code?: string; message: string };
      if (code === DENIED) throw denied(connections.place, schema, message);
      if (left === 1 || !MADE_MEANWHILE.has(code ?? "")) throw error;
    }
  }
}

async function versionOf(connections: Connections, schema: string): Promise<number | undefined> {
  const [found] = await connections.ask(`SELECT to_regclass('${schema}.store')::text`);
  if (found![0] === null) return undefined;
  const [row] = await connections.ask(`SELECT version FROM ${schema}.store`);
  return Number(row![0]);
}

/** All of it or nothing: several statements in one text are one transaction. */
async function makeTables(connections: Connections, schema: string): Promise<void> {
  const [found] = await connections.ask(`SELECT to_regnamespace('${schema}')::text`);
  // A role that owns the schema need not be allowed to make one.
  const makesSchema = found![0] === null ? `CREATE SCHEMA ${schema};\n` : "";
  await connections.ask(makesSchema + tablesOf(schema));
}

function absent(place: string): KeyValueError {
  return new KeyValueError("unavailable", `${place} has no data of Orrery: name another.`);
}

function refused(place: string, version: number): KeyValueError {
  return new KeyValueError(
    "locked",
    `${place} has tables of version ${version}, and this program knows ${VERSION}: use a newer one.`,
  );
}

function denied(place: string, schema: string, reason: string): KeyValueError {
  return new KeyValueError(
    "unavailable",
    `${place} does not let this role make its tables (${reason}): let its owner run CREATE SCHEMA ${schema} AUTHORIZATION and the role's name.`,
  );
}
