/** No request but the documented open ones works without the right signature. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startProcess } from "../harness/server-process.ts";
import { SignedClient, signedHeaders } from "../harness/signed-client.ts";

const SECONDARY = Buffer.from("the second key").toString("base64");
const READ_ONLY = Buffer.from("a key that reads").toString("base64");
const WRONG = Buffer.from("nobody's key").toString("base64");
const MINUTE_MS = 60_000;
const KEY_A = { "x-ms-documentdb-partitionkey": '["a"]' };

let server: ServerProcess;
let client: SignedClient;

beforeAll(async () => {
  server = await startProcess(["--memory", "--log-level", "error", "--secondary-key", SECONDARY], {
    environment: { ORRERY_READONLY_KEY: READ_ONLY },
  });
  client = new SignedClient(server.endpoint, server.key);
  await client.createContainer("db", "c");
  await client.send("POST", "/dbs/db/colls/c/docs", { headers: KEY_A, body: { id: "1", pk: "a" } });
});

afterAll(async () => {
  client.close();
  await server.end("SIGTERM");
  expect(server.errors()).toBe("");
});

async function get(path: string, headers: Record<string, string>) {
  const response = await fetch(server.endpoint + path, { headers });
  return { status: response.status, body: (await response.json()) as { code: string; message: string } };
}

test.each([
  "/",
  "/dbs",
  "/dbs/db",
  "/dbs/db/colls/c/docs/1",
  "/offers",
  "/nothing",
  "/_explorer/assets/secret",
])("%s without a signature", async (path) => {
  const { status, body } = await get(path, {});
  // What is no resource at all may be said to anybody.
  expect([400, 401, 404]).toContain(status);
  if (!/nothing|explorer/.test(path)) expect(status).toBe(401);
  expect(body.message).toContain("ActivityId");
});

test("the wrong key, with what the server signed", async () => {
  const { status, body } = await get("/dbs/db", signedHeaders(WRONG, "GET", "/dbs/db"));
  expect([status, body.code]).toEqual([401, "Unauthorized"]);
  expect(body.message).toContain("get\ndbs\ndbs/db\n");
});

test("a signature of another request", async () => {
  expect((await get("/dbs/db", signedHeaders(server.key, "GET", "/dbs/other"))).status).toBe(401);
  expect((await get("/dbs/db", signedHeaders(server.key, "DELETE", "/dbs/db"))).status).toBe(401);
});

test.each([
  [-16, 401],
  [-14, 200],
  [14, 200],
  [16, 401],
])("a date %d minutes off", async (minutes, status) => {
  const date = new Date(Date.now() + minutes * MINUTE_MS);
  expect((await get("/dbs/db", signedHeaders(server.key, "GET", "/dbs/db", date))).status).toBe(status);
});

test("no date", async () => {
  const { authorization } = signedHeaders(server.key, "GET", "/dbs/db");
  const { status, body } = await get("/dbs/db", { authorization });
  expect(status).toBe(401);
  expect(body.message).toContain("x-ms-date");
});

test.each([
  "",
  "nonsense",
  "type=master",
  "type%3Dmaster%26ver%3D1.0%26sig%3D",
  "type=aad&ver=1.0&sig=x",
  "%ff",
])("the authorization '%s'", async (authorization) => {
  const date = new Date().toUTCString();
  expect((await get("/dbs/db", { authorization, "x-ms-date": date })).status).toBe(401);
});

test("the secondary key may do everything", async () => {
  const second = new SignedClient(server.endpoint, SECONDARY);
  expect((await second.send("POST", "/dbs", { body: { id: "second" } })).status).toBe(201);
  expect((await second.send("DELETE", "/dbs/second")).status).toBe(204);
  second.close();
});

describe("a read-only key", () => {
  let reader: SignedClient;
  beforeAll(() => {
    reader = new SignedClient(server.endpoint, READ_ONLY);
  });
  afterAll(() => reader.close());

  test.each(["/", "/dbs", "/dbs/db/colls/c", "/dbs/db/colls/c/docs", "/dbs/db/colls/c/docs/1"])(
    "reads %s",
    async (path) => {
      expect((await reader.send("GET", path, { headers: KEY_A })).status).toBe(200);
    },
  );

  test("queries", async () => {
    const headers = { "x-ms-documentdb-isquery": "true", "content-type": "application/query+json" };
    const body = { query: "SELECT VALUE c.id FROM c WHERE c.pk = 'a'" };
    const { status, text } = await reader.send("POST", "/dbs/db/colls/c/docs", {
      headers: { ...headers, ...KEY_A },
      body,
    });
    expect([status, JSON.parse(text).Documents]).toEqual([200, ["1"]]);
  });

  test.each([
    ["POST", "/dbs", { id: "x" }],
    ["DELETE", "/dbs/db", undefined],
    ["POST", "/dbs/db/colls/c/docs", { id: "2", pk: "a" }],
    ["PUT", "/dbs/db/colls/c/docs/1", { id: "1", pk: "a" }],
    ["PATCH", "/dbs/db/colls/c/docs/1", { operations: [{ op: "set", path: "/x", value: 1 }] }],
    ["DELETE", "/dbs/db/colls/c/docs/1", undefined],
  ])("may not %s %s", async (method, path, body) => {
    const { status, text } = await reader.send(method, path, { headers: KEY_A, body });
    expect(status).toBe(403);
    expect(JSON.parse(text).message).toContain("may only read");
  });
});
