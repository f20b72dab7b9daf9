/** Requests on items of a container that the benches of PostgreSQL share. */
import type { SignedClient } from "../../tests/harness/signed-client.ts";
import { idOf, itemText, keyOf } from "../spine/item.ts";

/** Among so many logical partitions the items are shared out. */
const KEYS = 1_000;

export const DOCS = "/dbs/db/colls/c/docs";

/** The number of the operation, from 0 on in each round. */
export type Operation = (client: SignedClient, index: number) => Promise<{ readonly status: number }>;

export function headersOf(index: number): Record<string, string> {
  return { "x-ms-documentdb-partitionkey": JSON.stringify([keyOf(index, KEYS)]) };
}

export function create(client: SignedClient, index: number) {
  return client.send("POST", DOCS, { headers: headersOf(index), body: itemText(index, KEYS) });
}

export function read(client: SignedClient, index: number) {
  return client.send("GET", `${DOCS}/${idOf(index)}`, { headers: headersOf(index) });
}

export async function run(
  client: SignedClient,
  clients: number,
  count: number,
  operation: Operation,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < count) {
        const { status } = await operation(client, next++);
        if (status >= 300) throw new Error(`An operation was answered with ${status}.`);
      }
    }),
  );
}
