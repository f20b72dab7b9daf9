/** The binary bodies of the .NET client in direct mode, its default: they pass through the same routes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectToRanges } from "../direct/addresses.ts";
import type { RntbdClient } from "../direct/rntbd-client.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";
import { batchBody, readBatchAnswer } from "./dotnet-batch.ts";

const ITEMS = `dbs/${DATABASE}/colls/c/docs`;
const [KEY, RANGE, ATOMIC, CONTINUE, ORDERED, FORMATS] = [0x2b, 0x2c, 0x73, 0x74, 0x75, 0xc4];
const COSMOS_BINARY = { byte: 2 };

let server: TestServer;
let client: RntbdClient;
beforeAll(async () => {
  server = await TestServer.start();
  const container = await server.createContainer("c", { partitions: 1 });
  client = (await connectToRanges(server.orrery, container)).get("0")!;
});
afterAll(async () => {
  client.close();
  await server.stop();
});

test("a transactional batch and a bulk request are answered in rows", async () => {
  const operations = [
    { type: "Create", body: { id: "1", pk: "a" } },
    { type: "Read", id: "1" },
  ] as const;
  const batch = await client.send({
    operation: "batch",
    link: ITEMS,
    body: batchBody(operations),
    tokens: { [KEY]: '["a"]', [ATOMIC]: true, [ORDERED]: true },
  });
  const { status, results } = readBatchAnswer(
    { status: batch.status, subStatus: 0, content: batch.bytes },
    2,
  );
  expect([status, results?.map(({ statusCode }) => statusCode)]).toEqual([200, [201, 200]]);
  const bulk = await client.send({
    operation: "batch",
    link: ITEMS,
    body: batchBody([{ type: "Create", partitionKey: '["a"]', body: { id: "1", pk: "a" } }]),
    tokens: { [RANGE]: "0", [ATOMIC]: false, [CONTINUE]: true },
  });
  expect(readBatchAnswer({ status: bulk.status, subStatus: 0, content: bulk.bytes }, 1).status).toBe(409);
});

test("an item is taken and answered in binary JSON", async () => {
  const created = await client.send({
    operation: "create",
    link: ITEMS,
    body: Buffer.from("80ea0a2c8362696e82706b8161", "hex"),
    tokens: { [KEY]: '["a"]', [FORMATS]: COSMOS_BINARY },
  });
  expect([created.status, created.bytes[0]]).toEqual([201, 0x80]);
  const read = await client.send({ operation: "read", link: `${ITEMS}/bin`, tokens: { [KEY]: '["a"]' } });
  expect(read.body).toMatchObject({ id: "bin", pk: "a" });
});
