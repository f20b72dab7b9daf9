/** The container that clients write to while a server is killed or loses its power, and what must hold of its items. */
import { expect } from "vitest";
import type { ServerProcess } from "../harness/server-process.ts";
import { SignedClient } from "../harness/signed-client.ts";
import { ITEM_INDEXES, type ItemBody } from "./ledger.ts";
import { isPaired } from "./writer.ts";

/** Several physical partitions. */
const RU_PER_SECOND = 30_000;

export async function createCrashContainer(server: ServerProcess): Promise<void> {
  const client = new SignedClient(server.endpoint, server.key);
  await client.send("POST", "/dbs", { body: { id: "db" } });
  const { status, text } = await client.send("POST", "/dbs/db/colls", {
    headers: { "x-ms-offer-throughput": String(RU_PER_SECOND) },
    body: { id: "c", partitionKey: { paths: ["/pk"], version: 2 }, ...ITEM_INDEXES },
  });
  expect([status, text]).toEqual([201, expect.anything()]);
  client.close();
}

/** Items of a pair are written by one transaction: both have one version, or neither is there. */
export function expectWholePairs(items: readonly ItemBody[]): void {
  const pairs = new Map<string, number[]>();
  for (const { pk, id, version } of items.filter(({ id }) => isPaired(id))) {
    const name = `${pk}/${id.slice(0, id.lastIndexOf("-"))}`;
    pairs.set(name, [...(pairs.get(name) ?? []), version]);
  }
  for (const [name, versions] of pairs) {
    expect([name, ...versions]).toEqual([name, versions[0], versions[0]]);
  }
}
