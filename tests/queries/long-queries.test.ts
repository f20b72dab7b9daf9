/**
 * Long filters, sent with a read-only key to a server with a small heap: their answers are right, others are served while they
 * are planned, and what is too long is refused.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, startProcess } from "../harness/server-process.ts";
import { type Answer, SignedClient } from "../harness/signed-client.ts";

const ITEMS = "/dbs/db/colls/c/docs";
const KEY = { "x-ms-documentdb-partitionkey": '["a"]' };
const READONLY_KEY = Buffer.from("reading").toString("base64");
const HEAP_MB = 256;
const TERMS = 8_000;
/** Planning pauses several times as often. If it never paused, one or two reads would come before it. */
const READS_MIN = 10;

let server: ServerProcess;
let reader: SignedClient;
let attacker: SignedClient;

beforeAll(async () => {
  server = await startProcess(["--memory", "--log-level", "error", "--readonly-key", READONLY_KEY], {
    environment: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
  });
  reader = new SignedClient(server.endpoint, server.key);
  attacker = new SignedClient(server.endpoint, READONLY_KEY);
  await reader.createContainer("db", "c");
  const wide = Object.fromEntries(Array.from({ length: TERMS }, (_, i) => [`p${i}`, i]));
  const items = [
    { id: "-1", n: -1 },
    { id: "3000", n: 3_000 },
    { id: "9000", n: 9_000 },
    { id: "wide", ...wide },
  ];
  for (const item of items) {
    const { status } = await reader.send("POST", ITEMS, { headers: KEY, body: { ...item, pk: "a" } });
    expect(status).toBe(201);
  }
  // Loads the code for queries, which gives way to reads as well.
  await idsOf("true");
});

afterAll(async () => {
  reader.close();
  attacker.close();
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(server.errors()).toBe("");
});

function send(query: string, continuation?: string): Promise<Answer> {
  return attacker.send("POST", ITEMS, {
    headers: {
      "content-type": "application/query+json",
      "x-ms-documentdb-isquery": "true",
      "x-ms-documentdb-query-enablecrosspartition": "true",
      ...(continuation !== undefined && { "x-ms-continuation": continuation }),
    },
    body: { query },
  });
}

/** Of all pages: one that takes long ends before all items were looked at. */
async function idsOf(filter: string, continuation?: string): Promise<string[]> {
  const { status, text, headers } = await send(`SELECT VALUE c.id FROM c WHERE ${filter}`, continuation);
  expect([status, text]).toEqual([200, expect.anything()]);
  const { Documents: ids } = JSON.parse(text) as { Documents: string[] };
  const next = headers["x-ms-continuation"] as string | undefined;
  return next === undefined ? ids : [...ids, ...(await idsOf(filter, next))];
}

/** How many reads of another client, one after the other, are answered while the query is planned: it reads no item. */
async function countReadsBeside(filter: string): Promise<number> {
  let isOver = false;
  const sent = send(`SELECT TOP 0 VALUE c.id FROM c WHERE ${filter}`).finally(() => {
    isOver = true;
  });
  let reads = 0;
  while (!isOver) {
    expect((await reader.send("GET", `${ITEMS}/-1`, { headers: KEY })).status).toBe(200);
    reads++;
  }
  expect((await sent).status).toBe(200);
  return reads;
}

const terms = (count: number, term: (i: number) => string, operator: string) =>
  Array.from({ length: count }, (_, i) => term(i)).join(` ${operator} `);

test.each([
  ["c.n != 0 AND …", terms(TERMS, (i) => `c.n != ${i}`, "AND"), ["-1", "9000"]],
  ["c.p0 = 0 AND …", terms(TERMS, (i) => `c.p${i} = ${i}`, "AND"), ["wide"]],
  ["NOT (c.n = 0 OR …)", `NOT (${terms(TERMS, (i) => `c.n = ${i}`, "OR")})`, ["-1", "9000"]],
  ["NOT (c.n != 0 AND …)", `NOT (${terms(TERMS, (i) => `c.n != ${i}`, "AND")})`, ["3000"]],
  ["NOT (c.n = 0) AND …", terms(TERMS, (i) => `NOT (c.n = ${i})`, "AND"), ["-1", "9000"]],
])("others are served while %s is planned", { timeout: 300_000 }, async (_, filter, ids) => {
  const reads = await countReadsBeside(filter);
  expect(reads).toBeGreaterThanOrEqual(READS_MIN);
  expect(await idsOf(filter)).toEqual(ids);
});

const list = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i).join();

test.each([
  ["IN, twice the same 6,000", `c.n IN (${list(0, 6_000)}) AND c.n IN (${list(0, 6_000)})`, ["3000"]],
  ["IN, 12,000 and 12,000", `c.n IN (${list(0, 12_000)}) AND c.n IN (${list(6_000, 18_000)})`, ["9000"]],
  ["NOT IN", `c.n NOT IN (${list(0, 6_000)}) AND c.n NOT IN (${list(9, 12_000)})`, ["-1"]],
  ["IN of two paths", `c.n IN (${list(0, 6_000)}) AND c.pk IN (${list(0, 6_000)})`, []],
])("two long lists: %s", { timeout: 300_000 }, async (_, filter, ids) => {
  expect(await idsOf(filter)).toEqual(ids);
});

test.each([
  [
    "terms",
    terms(2 * TERMS, (i) => `c.n != ${i}`, "AND"),
    "has more than 65536 names, literals, operators and calls",
  ],
  [
    "texts to search for",
    `FullTextContainsAny(c.text, '${"a".repeat(40_000)}', '${"b".repeat(40_000)}')`,
    "The search terms of a call have at most 65536 characters together.",
  ],
])("more %s are refused", async (_, filter, message) => {
  const { status, text } = await send(`SELECT * FROM c WHERE ${filter}`);
  expect([status, JSON.parse(text).message]).toEqual([400, expect.stringContaining(message)]);
});
