/** Fills a container of a server that is not ours, by single creates. */
import type { SignedClient } from "../../tests/harness/signed-client.ts";
import { DATABASE, type Filling, partitionKeyOf } from "./fill-container.ts";

const WRITES_AT_ONCE = 16;

export async function fillByRequests(
  client: SignedClient,
  { definition, count, itemOf }: Filling,
): Promise<void> {
  await client.send("POST", "/dbs", { body: { id: DATABASE } });
  const partitionKey = { paths: ["/pk"], kind: "Hash", version: 2 };
  await client.send("POST", `/dbs/${DATABASE}/colls`, { body: { partitionKey, ...definition } });
  let next = 0;
  const work = async () => {
    for (let index = next++; index < count; index = next++) {
      const { status, text } = await client.send("POST", `/dbs/${DATABASE}/colls/${definition.id}/docs`, {
        headers: { "x-ms-documentdb-partitionkey": JSON.stringify([partitionKeyOf(index)]) },
        body: itemOf(index, count),
      });
      if (status !== 201) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: WRITES_AT_ONCE }, work));
}
