/** Direct mode while things happen: bursts, hang-ups, splits and merges, a server that is started again. */
import type { Container } from "@azure/cosmos";
import { startOrrery } from "orrerydb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";
import { connectToRanges, containerAddresses } from "./addresses.ts";
import { RntbdClient } from "./rntbd-client.ts";
import { RoutingClient } from "./routing-client.ts";

const KEY = 0x2b;
const folder = temporaryFolder("direct");
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});

afterAll(() => server.stop());

function upsert(container: string, id: string, pk: string) {
  const link = `dbs/${DATABASE}/colls/${container}/docs`;
  return { operation: "upsert" as const, link, body: { id, pk }, tokens: { [KEY]: JSON.stringify([pk]) } };
}

test("a thousand upserts at once on one connection are all answered, each in a TLS record of its own", async () => {
  const container = await server.createContainer("burst", { partitions: 1 });
  const [client] = (await connectToRanges(server.orrery, container)).values();
  client!.pieces.length = 0;
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) => client!.send(upsert("burst", `${n}`, `k${n % 20}`))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(1_000).fill(201));
  expect(answers.map(({ body }) => body.id)).toEqual(answers.map((_, n) => `${n}`));
  expect(client!.pieces.length).toBe(1_000);
  client!.close();
});

test("a query of a client that hangs up ends, and the server goes on", async () => {
  const container = await server.createContainer("hang-up", { partitions: 1 });
  await container.items.executeBulkOperations(
    Array.from({ length: 1_500 }, (_, n) => ({
      operationType: "Create" as const,
      partitionKey: "p",
      resourceBody: { id: `${n}`, pk: "p", n, text: "x".repeat(100) },
    })),
  );
  const { addresses } = await containerAddresses(server.orrery, container);
  const query = {
    operation: "query" as const,
    link: `dbs/${DATABASE}/colls/hang-up/docs`,
    body: {
      query:
        "SELECT VALUE COUNT(1) FROM c JOIN a IN (SELECT VALUE d.n FROM d IN [1]) WHERE REGEXMATCH(c.text, 'x+y')",
      parameters: [],
    },
  };
  for (let round = 0; round < 20; round++) {
    const client = await RntbdClient.connect(addresses[0]!.physcialUri, server.orrery.key);
    const answer = client.send(query);
    answer.catch(() => {});
    client.close();
    await expect(answer).rejects.toThrow("the connection was closed");
  }
  const [client] = (await connectToRanges(server.orrery, container)).values();
  expect((await client!.send(upsert("hang-up", "after", "p"))).status).toBe(201);
  client!.close();
});

test("writes and reads pass through splits and merges", async () => {
  const container = await server.createContainer("moving", {
    partitionKey: { paths: ["/pk"], version: 2 },
    throughput: 400,
  });
  const client = new RoutingClient(server.orrery, container);
  const path = `dbs/${DATABASE}/colls/moving`;
  const partitions = async (): Promise<string[]> =>
    (await server.control.get(`${path}/partitions`)).body.partitions.map(({ id }: { id: string }) => id);
  const changes = [
    async () => server.control.post(`${path}/partitions/${(await partitions())[0]}/split`),
    async () => server.control.post(`${path}/partitions/${(await partitions())[1]}/split`),
    async () => server.control.post(`${path}/merge`, { partitions: (await partitions()).slice(0, 2) }),
    async () => server.control.post(`${path}/partitions/${(await partitions())[0]}/split`),
  ];
  const keys = Array.from({ length: 60 }, (_, n) => `key${n}`);
  for (const [round, change] of changes.entries()) {
    const [changed, ...written] = await Promise.all([
      change(),
      ...keys.map((key) => client.send(key, upsert("moving", `${round}`, key))),
    ]);
    expect(changed.status).toBe(200);
    expect(written.map(({ status }) => status)).toEqual(keys.map(() => 201));
    const link = `${path}/docs/${round}`;
    const read = await Promise.all(keys.map((key) => client.send(key, { operation: "read", link })));
    expect(read.map(({ body }) => body.pk)).toEqual(keys);
  }
  expect(client.refreshes).toBeGreaterThan(changes.length - 1);
  expect((await container.items.readAll().fetchAll()).resources.length).toBe(changes.length * keys.length);
  client.close();
});

test("a client finds the server again after a restart, and what it wrote", async () => {
  const start = (ports: { port?: number; direct?: number } = {}) => startOrrery({ data: folder, ...ports });
  let orrery = await start();
  const containerOf = (): Container => orrery.client().database("d").container("c");
  await orrery.client().databases.create({ id: "d" });
  await orrery.client().database("d").containers.create({ id: "c", partitionKey: "/pk" });
  const account = { endpoint: orrery.endpoint, key: orrery.key };
  const ports = { port: Number(new URL(orrery.endpoint).port), direct: orrery.directPort! };
  const link = "dbs/d/colls/c/docs";
  const client = new RoutingClient(account, containerOf());
  const write = (id: string) => client.send("p", { operation: "upsert", link, body: { id, pk: "p" } });
  expect((await write("before")).status).toBe(201);
  await orrery.stop();
  orrery = await start(ports);
  const again = new RoutingClient(account, containerOf());
  expect((await again.send("p", { operation: "read", link: `${link}/before` })).status).toBe(200);
  expect(orrery.directPort).toBe(ports.direct);
  client.close();
  again.close();
  await orrery.stop();
});
