/** What `--advertise` names is what clients are told, in the account document and in direct mode, and what TLS proves. */
import { get as getSecure } from "node:https";
import { afterAll, describe, expect, test } from "vitest";
import { ControlClient } from "../harness/control-client.ts";
import { PostgresServer } from "../harness/postgres-server.ts";
import { runToEnd, startProcess } from "../harness/server-process.ts";
import { SignedClient, signedHeaders } from "../harness/signed-client.ts";

const HOST = "db.example";
const ENVIRONMENT = { ORRERY_ADVERTISE: `https://${HOST}:9000` };

test.each([
  ["one process", []],
  ["workers", ["--workers", "2"]],
])("clients are told the advertised address: %s", async (_, args) => {
  const server = await startProcess(["--memory", ...args], { environment: ENVIRONMENT });
  const client = new SignedClient(server.endpoint, server.key);
  await client.createContainer("db", "c");
  const account = JSON.parse((await client.send("GET", "/")).text);
  const announced = [{ name: "South Central US", databaseAccountEndpoint: `https://${HOST}:9000/` }];
  expect([account.writableLocations, account.readableLocations]).toEqual([announced, announced]);
  const path = "/addresses/?$resolveFor=dbs/db/colls/c/docs&$partitionKeyRangeIds=0";
  const headers = signedHeaders(server.key, "GET", "/dbs/db/colls/c/docs");
  const { text } = await client.send("GET", path, { headers });
  expect(JSON.parse(text).Addresss[0].physcialUri).toMatch(/^rntbd:\/\/db\.example:\d+\//);
  client.close();
  const ca = await fetch(`${server.endpoint}/_explorer/emulator.pem`).then((response) => response.text());
  const status = await new Promise((resolve, reject) => {
    const signed = signedHeaders(server.key, "GET", "/");
    const options = {
      host: "127.0.0.1",
      port: server.port,
      servername: HOST,
      ca,
      headers: signed,
      agent: false,
    };
    getSecure(options, (response) => resolve(response.resume().statusCode)).on("error", reject);
  });
  expect(status).toBe(200);
  await server.end("SIGTERM");
});

const postgres = await PostgresServer.start("the advertised address of several nodes");

/** Nodes take no workers. */
const hasWorkers = process.env.ORRERY_TEST_WORKERS !== undefined;

describe.skipIf(postgres === undefined || hasWorkers)("several nodes", () => {
  afterAll(() => postgres?.stop());

  test("each announces the advertised address, and they reach each other at their own", async () => {
    const url = await postgres!.newDatabase();
    const start = () =>
      startProcess(["--store", url, "--node", "http://127.0.0.1:0"], { environment: ENVIRONMENT });
    const servers = [await start(), await start()];
    const clients = servers.map(({ endpoint, key }) => new SignedClient(endpoint, key));
    for (let i = 0; i < 8; i++) await clients[i % 2]!.createContainer("db", `c${i}`);
    const control = new ControlClient(servers[0]!);
    const owned = async () => {
      const { nodes } = (await control.get("nodes")).body;
      return nodes.filter(({ containers }: { containers: string[] }) => containers.length > 0);
    };
    await expect.poll(owned).toHaveLength(2);
    const endpoint = `https://${HOST}:9000/`;
    for (const client of clients) {
      const account = JSON.parse((await client.send("GET", "/")).text);
      expect(account.writableLocations).toMatchObject([{ databaseAccountEndpoint: endpoint }]);
      for (let i = 0; i < 8; i++) {
        const headers = { "x-ms-documentdb-partitionkey": '["a"]', "x-ms-documentdb-is-upsert": "true" };
        const options = { headers, body: { id: "1", pk: "a" } };
        const { status } = await client.send("POST", `/dbs/db/colls/c${i}/docs`, options);
        expect([200, 201]).toContain(status);
      }
      client.close();
    }
    for (const server of servers) await server.end("SIGTERM");
  });
});

test("the port of the server can be left open", async () => {
  const server = await startProcess(["--memory", "--advertise", "https://127.0.0.1:0"]);
  const client = new SignedClient(server.endpoint, server.key);
  const account = JSON.parse((await client.send("GET", "/")).text);
  expect(account.writableLocations[0].databaseAccountEndpoint).toBe(`https://127.0.0.1:${server.port}/`);
  client.close();
  await server.end("SIGTERM");
});

test.each(["db.example", "ftp://db.example", "https://db.example/path", "https://user:p@db.example"])(
  "'%s' is refused",
  async (advertised) => {
    const { code, errors } = await runToEnd(["serve", "--memory", "--advertise", advertised]);
    expect(code).not.toBe(0);
    expect(errors).toContain(`--advertise must be an address such as https://db.example:8081`);
    expect(errors).toContain(`'${advertised}'`);
  },
);
