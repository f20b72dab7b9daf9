/**
 * What is loaded when it is first needed is there when it is: each of these is the first request of a server that was just
 * started, on data that another one left.
 */
import { beforeAll, expect, test } from "vitest";
import { ControlClient } from "../harness/control-client.ts";
import { startProcess } from "../harness/server-process.ts";
import { type Answer, type RequestOptions, SignedClient } from "../harness/signed-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

const folder = temporaryFolder("first-requests");
const CONTAINER = "/dbs/db/colls/c";
const KEY = { "x-ms-documentdb-partitionkey": '["x"]' };
const QUERY = { ...KEY, "x-ms-documentdb-isquery": "true", "content-type": "application/query+json" };
const COMPUTED = [{ name: "lowered", query: "SELECT VALUE LOWER(c.name) FROM c" }];

/** One server for one request. */
async function first(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
  return (await served([[method, path, options]]))[0]!;
}

async function served(requests: readonly [string, string, RequestOptions?][]): Promise<Answer[]> {
  const server = await startProcess(["--data", folder]);
  const client = new SignedClient(server.endpoint, server.key);
  const answers: Answer[] = [];
  for (const [method, path, options] of requests) answers.push(await client.send(method, path, options));
  client.close();
  await server.end("SIGTERM");
  return answers;
}

beforeAll(async () => {
  const answers = await served([
    ["POST", "/dbs", { body: { id: "db" } }],
    [
      "POST",
      "/dbs/db/colls",
      {
        body: {
          id: "c",
          partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 },
          computedProperties: COMPUTED,
          indexingPolicy: { includedPaths: [{ path: "/*" }, { path: "/lowered/?" }] },
        },
      },
    ],
    ["POST", "/dbs/db/colls", { body: { id: "plain", partitionKey: { paths: ["/pk"], kind: "Hash" } } }],
    ["POST", `${CONTAINER}/docs`, { headers: KEY, body: { id: "1", pk: "x", name: "Ada", n: 1 } }],
    [
      "POST",
      `${CONTAINER}/sprocs`,
      { body: { id: "p", body: "function () { getContext().getResponse().setBody('ran'); }" } },
    ],
    ["POST", `${CONTAINER}/udfs`, { body: { id: "twice", body: "function (n) { return 2 * n; }" } }],
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
});

test("an item of a container with computed properties, which a query then finds by them", async () => {
  const body = { id: "2", pk: "x", name: "Grace" };
  expect((await first("POST", `${CONTAINER}/docs`, { headers: KEY, body })).status).toBe(201);
  const query = "SELECT VALUE c.id FROM c WHERE c.lowered = 'grace'";
  const { text } = await first("POST", `${CONTAINER}/docs`, { headers: QUERY, body: { query } });
  expect(JSON.parse(text).Documents).toEqual(["2"]);
});

test("computed properties for a container that had none", async () => {
  const body = { id: "plain", partitionKey: { paths: ["/pk"], kind: "Hash" }, computedProperties: COMPUTED };
  const [replaced, refused] = await served([
    ["PUT", "/dbs/db/colls/plain", { body }],
    [
      "PUT",
      "/dbs/db/colls/plain",
      { body: { ...body, computedProperties: [{ name: "a", query: "SELECT" }] } },
    ],
  ]);
  expect([replaced!.status, refused!.status]).toEqual([200, 400]);
  expect(JSON.parse(replaced!.text).computedProperties).toEqual(COMPUTED);
});

test("a patch with a condition, right and wrong", async () => {
  const patch = (condition: string) => ({
    headers: KEY,
    body: { operations: [{ op: "incr", path: "/n", value: 1 }], condition },
  });
  const [patched, unmet, wrong] = await served([
    ["PATCH", `${CONTAINER}/docs/1`, patch("from c where c.n = 1")],
    ["PATCH", `${CONTAINER}/docs/1`, patch("from c where c.n = 1")],
    ["PATCH", `${CONTAINER}/docs/1`, patch("from c where")],
  ]);
  expect([patched!.status, unmet!.status, wrong!.status]).toEqual([200, 412, 400]);
});

test("a stored procedure", async () => {
  const { status, text } = await first("POST", `${CONTAINER}/sprocs/p`, { headers: KEY, body: [] });
  expect([status, text]).toEqual([200, '"ran"']);
});

test("a query with a function of the user's", async () => {
  const query = "SELECT VALUE udf.twice(21) FROM c WHERE c.id = '1'";
  const { status, text } = await first("POST", `${CONTAINER}/docs`, { headers: QUERY, body: { query } });
  expect([status, JSON.parse(text).Documents]).toEqual([200, [42]]);
});

test.each([
  ["the control API", "dbs/db/colls/c/partitions", { partitions: [{ id: "0" }] }],
  ["the words of queries", "query-words", { functions: expect.arrayContaining(["CONTAINS"]) }],
])("%s", async (_, path, expected) => {
  const server = await startProcess(["--data", folder]);
  expect(await new ControlClient(server).get(path)).toMatchObject({ status: 200, body: expected });
  await server.end("SIGTERM");
});
