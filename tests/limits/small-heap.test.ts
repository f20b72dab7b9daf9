/**
 * Large writes and queries against servers with a small JavaScript heap: they are done or refused with 429, the process
 * stays alive, and every acknowledged write can be read.
 */
import { afterEach, expect, test } from "vitest";
import { type ServerProcess, startProcess } from "../harness/server-process.ts";
import { type Answer, SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const ITEMS = "/dbs/db/colls/c/docs";
const CLIENTS = 40;
const ITEM_BYTES = 1_900_000;

let server: ServerProcess;
afterEach(() => server.end("SIGKILL"));

function keyOf(value: string) {
  return { "x-ms-documentdb-partitionkey": JSON.stringify([value]) };
}

const TEXT = "x".repeat(ITEM_BYTES);
/** Each value takes many times its JSON while it is written. */
const MANY_VALUES = Array.from({ length: ITEM_BYTES / 30 }, (_, i) => ({ a: i, b: `v${i}` }));

type Send = (client: SignedClient, item: { id: string; pk: string }) => Promise<Answer>;

const single =
  (headers: Record<string, string>, more: object): Send =>
  (client, item) =>
    client.send("POST", ITEMS, { headers: { ...keyOf(item.pk), ...headers }, body: { ...item, ...more } });

const batch =
  (headers: Record<string, string>): Send =>
  (client, item) =>
    client.send("POST", ITEMS, {
      headers: { ...keyOf(item.pk), "x-ms-cosmos-is-batch-request": "true", ...headers },
      body: [{ operationType: "Upsert", resourceBody: { ...item, text: TEXT } }],
    });

const WRITES: Record<string, Send> = {
  create: single({}, { text: TEXT }),
  upsert: single({ "x-ms-documentdb-is-upsert": "true" }, { text: TEXT }),
  batch: batch({ "x-ms-cosmos-batch-atomic": "true" }),
  bulk: batch({ "x-ms-cosmos-batch-continue-on-error": "true" }),
  values: single({}, { list: MANY_VALUES }),
};

const QUERIES = [
  "SELECT * FROM c",
  "SELECT * FROM c ORDER BY c._ts DESC",
  "SELECT VALUE UPPER(c.text) FROM c",
  "SELECT * FROM c WHERE CONTAINS(c.text, 'y')",
  "SELECT DISTINCT VALUE CONCAT(c.id, c.text) FROM c",
];

function query(client: SignedClient, text: string): Promise<Answer> {
  return client.send("POST", ITEMS, {
    headers: {
      "content-type": "application/query+json",
      "x-ms-documentdb-isquery": "true",
      "x-ms-documentdb-query-enablecrosspartition": "true",
    },
    body: { query: text },
  });
}

async function atOnce<T>(count: number, send: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => send(i)));
}

test.each([32, 96, 256])("a heap of %i MB", { timeout: 300_000 }, async (megabytes) => {
  const environment = { NODE_OPTIONS: `--max-old-space-size=${megabytes}` };
  const data = temporaryFolder("small-heap");
  server = await startProcess(["--data", data, "--log-level", "error"], { environment });
  const client = new SignedClient(server.endpoint, server.key, CLIENTS);
  await client.createContainer("db", "c");
  const acknowledged: { id: string; pk: string }[] = [];
  for (const [name, send] of Object.entries(WRITES)) {
    const statuses = await atOnce(name === "values" ? CLIENTS / 4 : CLIENTS, async (i) => {
      const item = { id: `${name}-${i}`, pk: `k${i % 4}` };
      const { status } = await send(client, item);
      if (status === 200 || status === 201) acknowledged.push(item);
      return status;
    });
    expect([...new Set(statuses)].filter((status) => ![200, 201, 429].includes(status))).toEqual([]);
  }
  expect(acknowledged.length).toBeGreaterThan(4);
  const answers = await atOnce(CLIENTS, (i) => query(client, QUERIES[i % QUERIES.length]!));
  const refused = answers.filter(
    ({ status, text }) => status !== 200 && status !== 429 && !/DISTINCT/.test(text),
  );
  expect(refused.map(({ text }) => text)).toEqual([]);
  for (const { id, pk } of acknowledged)
    expect((await client.send("GET", `${ITEMS}/${id}`, { headers: keyOf(pk) })).status).toBe(200);
  client.close();
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(server.errors()).toBe("");
});
