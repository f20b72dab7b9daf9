/** One port, both schemes, and a certificate that is made when it is needed. */
import { existsSync } from "node:fs";
import { Agent, get as getSecure } from "node:https";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { CosmosClient } from "@azure/cosmos";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, startProcess } from "../harness/server-process.ts";
import { signedHeaders } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const CERTIFICATE_PATH = "/_explorer/emulator.pem";
const data = join(temporaryFolder("schemes"), "data");
let server: ServerProcess;

beforeAll(async () => {
  // Refused signatures are warnings.
  server = await startProcess(["--data", data, "--log-level", "error"]);
});
afterAll(async () => {
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(server.errors()).toBe("");
});

function certificate(): Promise<string> {
  return fetch(server.endpoint + CERTIFICATE_PATH).then((response) => response.text());
}

interface Account {
  readonly writableLocations: readonly { readonly databaseAccountEndpoint: string }[];
}

function readSecurely(host: string, ca: string): Promise<Account> {
  return new Promise((resolve, reject) => {
    const headers = signedHeaders(server.key, "GET", "/");
    getSecure({ host, port: server.port, path: "/", headers, ca, agent: false }, (response) => {
      json(response).then((body) => resolve(body as Account), reject);
    }).on("error", reject);
  });
}

test("plain HTTP needs no certificate, and none is made", async () => {
  const response = await fetch(`${server.endpoint}/`, { headers: signedHeaders(server.key, "GET", "/") });
  const account = (await response.json()) as Account;
  expect(response.status).toBe(200);
  expect(account.writableLocations[0]!.databaseAccountEndpoint).toBe(`${server.endpoint}/`);
  expect(existsSync(join(data, "certificate.pem"))).toBe(false);
});

test.each([
  ["https", "https"],
  ["https, http", "https"],
  ["http", "http"],
  ["gopher", "http"],
])("behind a proxy that was reached by %j the account is at %s", async (told, scheme) => {
  const headers = { ...signedHeaders(server.key, "GET", "/"), "x-forwarded-proto": told };
  const account = (await (await fetch(`${server.endpoint}/`, { headers })).json()) as Account;
  const { host } = new URL(server.endpoint);
  expect(account.writableLocations[0]!.databaseAccountEndpoint).toBe(`${scheme}://${host}/`);
});

test("the certificate can be fetched by anybody, and is kept", async () => {
  const pem = await certificate();
  expect(pem).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
  expect(await certificate()).toBe(pem);
  expect(existsSync(join(data, "certificate.pem"))).toBe(true);
});

test.each(["127.0.0.1", "localhost"])("whoever trusts it can use https://%s", async (host) => {
  const account = await readSecurely(host, await certificate());
  expect(account.writableLocations[0]!.databaseAccountEndpoint).toBe(`https://${host}:${server.port}/`);
});

test("whoever does not trust it is not fooled", async () => {
  await expect(readSecurely("127.0.0.1", "")).rejects.toMatchObject({ code: expect.stringMatching(/CERT/) });
});

test("the SDK works over both at once", async () => {
  const agent = new Agent({ ca: await certificate() });
  const secure = new CosmosClient({ endpoint: `https://127.0.0.1:${server.port}`, key: server.key, agent });
  const plain = new CosmosClient({ endpoint: server.endpoint, key: server.key });
  await secure.databases.create({ id: "made-over-tls" });
  const { resource } = await plain.database("made-over-tls").read();
  expect(resource!.id).toBe("made-over-tls");
  agent.destroy();
});

test("only reading the certificate is open", async () => {
  for (const [method, path] of [
    ["POST", CERTIFICATE_PATH],
    ["GET", "/_explorer/assets/emulator.key"],
    ["GET", "/_explorer/../dbs"],
  ] as const) {
    const response = await fetch(server.endpoint + path, { method });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.text()).not.toContain("BEGIN");
  }
  // What is no file is an address within the explorer's page.
  const page = await (await fetch(`${server.endpoint}/_explorer/emulator.key`)).text();
  expect(page).toMatch(/^<!doctype html>/i);
  expect(page).not.toContain("BEGIN");
});
