/**
 * One of many clients that write side by side: creates, replaces, upserts and deletes of its own items, and pairs of
 * items that only ever change together, in one transactional batch. Logical partitions are shared with the others.
 */
import assert from "node:assert/strict";
import { integerBelow } from "../harness/seeded-random.ts";
import type { SignedClient } from "../harness/signed-client.ts";
import { itemBody, type Ledger } from "./ledger.ts";

export const CONTAINER_PATH = "/dbs/db/colls/c";

const LOGICAL_PARTITIONS = 5;
const ITEMS_PER_WRITER = 24;
const BATCH_SHARE = 0.2;
const DELETE_SHARE = 0.15;

export interface WriterOptions {
  readonly name: string;
  readonly client: SignedClient;
  readonly ledger: Ledger;
  readonly random: () => number;
  /** Called after each acknowledged write. */
  readonly onAcknowledged: () => void;
}

/** The ids of the items that a batch changes together. */
export function isPaired(id: string): boolean {
  return id.endsWith("left") || id.endsWith("right");
}

/** Writes until a connection fails. */
export async function write(options: WriterOptions): Promise<void> {
  for (;;) {
    const work = options.random() < BATCH_SHARE ? writePair(options) : writeItem(options);
    const wasAnswered = await work.catch((error: NodeJS.ErrnoException) => {
      if (error instanceof assert.AssertionError) throw error;
      return false;
    });
    if (!wasAnswered) return;
    options.onAcknowledged();
  }
}

async function writeItem({ name, client, ledger, random }: WriterOptions): Promise<true> {
  const item = integerBelow(random, ITEMS_PER_WRITER);
  const id = `${name}-${item}`;
  const pk = `pk-${item % LOGICAL_PARTITIONS}`;
  const version = ledger.current(pk, id);
  const headers = { "x-ms-documentdb-partitionkey": JSON.stringify([pk]) };
  if (version > 0 && random() < DELETE_SHARE) {
    ledger.sent(pk, id, 0);
    const { status, text } = await client.send("DELETE", `${CONTAINER_PATH}/docs/${id}`, { headers });
    assert.equal(status, 204, text);
  } else {
    // Versions grow over deletes too, so that an old one never passes for a new one.
    const next = nextVersion();
    const body = itemBody(pk, id, next);
    ledger.sent(pk, id, next);
    const kind = version === 0 ? "create" : random() < 0.5 ? "replace" : "upsert";
    const { status, text } =
      kind === "replace"
        ? await client.send("PUT", `${CONTAINER_PATH}/docs/${id}`, { headers, body })
        : await client.send("POST", `${CONTAINER_PATH}/docs`, {
            headers: { ...headers, ...(kind === "upsert" ? { "x-ms-documentdb-is-upsert": "true" } : {}) },
            body,
          });
    assert.equal(status, kind === "create" ? 201 : 200, text);
  }
  ledger.acknowledge(pk, id);
  return true;
}

async function writePair({ name, client, ledger, random }: WriterOptions): Promise<true> {
  const pair = integerBelow(random, LOGICAL_PARTITIONS);
  const pk = `pk-${pair}`;
  const version = nextVersion();
  const ids = [`${name}-${pair}-left`, `${name}-${pair}-right`];
  for (const id of ids) ledger.sent(pk, id, version);
  const { status, text } = await client.send("POST", `${CONTAINER_PATH}/docs`, {
    headers: {
      "x-ms-documentdb-partitionkey": JSON.stringify([pk]),
      "x-ms-cosmos-is-batch-request": "true",
      "x-ms-cosmos-batch-atomic": "true",
    },
    body: ids.map((id) => ({ operationType: "Upsert", resourceBody: itemBody(pk, id, version) })),
  });
  assert.equal(status, 200, text);
  for (const id of ids) ledger.acknowledge(pk, id);
  return true;
}

let lastVersion = 0;
function nextVersion(): number {
  return ++lastVersion;
}
