/** What requests may ask for beside their operation: sessions, conditions, heads, quotas. */
import type { Container } from "@azure/cosmos";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASE, TestServer } from "../harness/test-server.ts";

const PATH = `/dbs/${DATABASE}/colls/requests`;
const KEY = { "x-ms-documentdb-partitionkey": '["a"]' };
const QUERY = { "content-type": "application/query+json", "x-ms-documentdb-isquery": "true" };
const SELECT = { query: "SELECT * FROM c", parameters: [] };

let server: TestServer;
let container: Container;
beforeAll(async () => {
  server = await TestServer.start();
  container = await server.createContainer("requests");
  await container.items.create({ id: "1", pk: "a", n: 1 });
});
afterAll(() => server.stop());

test("an item that was read says where it is", async () => {
  const answer = await server.raw.send("GET", `${PATH}/docs/1`, { headers: KEY });
  const location = answer.headers["content-location"] as string;
  expect(new URL(location).pathname).toBe(`${PATH}/docs/1`);
  expect(location).toMatch(/^https?:\/\/[^/]+:\d+\//);
});

describe("session tokens", () => {
  test("one that the server gave is good, one ahead of it is 404 with 1002", async () => {
    const answer = await server.raw.send("GET", `${PATH}/docs/1`, { headers: KEY });
    const token = answer.headers["x-ms-session-token"] as string;
    const [range, position = ""] = token.split(":");
    const [version, lsn] = position.split("#");
    const ahead = `${range}:${version}#${Number(lsn) + 1}`;
    const read = async (session: string) => {
      const { status, headers } = await server.raw.send("GET", `${PATH}/docs/1`, {
        headers: { ...KEY, "x-ms-session-token": session },
      });
      return [status, headers["x-ms-substatus"]];
    };
    expect(await read(token)).toEqual([200, undefined]);
    expect(await read(ahead)).toEqual([404, "1002"]);
    expect(await read(`9999:${position},${token}`)).toEqual([200, undefined]);
    expect((await read("nonsense"))[0]).toBe(400);
    const { status } = await server.raw.send("POST", `${PATH}/docs`, {
      headers: { ...KEY, ...QUERY, "x-ms-session-token": ahead },
      body: SELECT,
    });
    expect(status).toBe(404);
  });

  test("a session reads what it wrote", async () => {
    const client = server.connect({ consistencyLevel: "Session" });
    const own = client.database(DATABASE).container("requests");
    for (let n = 0; n < 20; n++) {
      await own.items.upsert({ id: "session", pk: "a", n });
      expect((await own.item("session", "a").read()).resource).toMatchObject({ n });
    }
    await own.item("session", "a").delete();
    client.dispose();
  });
});

describe("what an answer is about", () => {
  const itemOwner = { "x-ms-alt-content-path": PATH.slice(1) };

  test("a refused request on an item says how far its partition has come, as one that is answered does", async () => {
    const seen = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
      const answer = await server.raw.send(method, `${PATH}/docs${path}`, {
        headers: { ...KEY, ...headers },
        ...(body === undefined ? {} : { body }),
      });
      const names = ["x-ms-session-token", "lsn", "x-ms-alt-content-path", "x-ms-content-path"];
      return [answer.status, ...names.map((name) => answer.headers[name])];
    };
    const [, ...read] = await seen("GET", "/1", {});
    expect(read[2]).toBe(itemOwner["x-ms-alt-content-path"]);
    const [session, lsn, names] = read;
    expect(await seen("GET", "/absent", {})).toEqual([404, session, lsn, names, undefined]);
    expect(await seen("POST", "", {}, { id: "1", pk: "a" })).toEqual([409, ...read]);
    expect(await seen("PUT", "/1", { "if-match": '"other"' }, { id: "1", pk: "a" })).toEqual([412, ...read]);
    expect(await seen("DELETE", "/absent", {})).toEqual([404, session, lsn, names, undefined]);
  });

  test("a partition without items says how far it is, but not to the JavaScript SDK, which takes that for a session", async () => {
    const empty = await server.createContainer("empty");
    const read = (agent = "azure-cosmos-js/4.10.0") => {
      const headers = { ...KEY, "user-agent": agent };
      return server.raw.send("GET", `/dbs/${DATABASE}/colls/empty/docs/absent`, { headers });
    };
    const before = await read();
    expect([before.status, before.headers["x-ms-session-token"]]).toEqual([404, undefined]);
    expect((await read("azsdk-python-cosmos/4.9.0")).headers).toHaveProperty("x-ms-session-token");
    expect(before.headers["x-ms-alt-content-path"]).toBe(`dbs/${DATABASE}/colls/empty`);
    expect(before.headers).toHaveProperty("lsn");
    await empty.items.create({ id: "1", pk: "a" });
    expect((await read()).headers).toHaveProperty("x-ms-session-token");
  });

  test("a container's answer names its database", async () => {
    const database = await server.raw.send("GET", `/dbs/${DATABASE}`);
    const { _rid } = JSON.parse(database.text) as { _rid: string };
    const owner = { "x-ms-alt-content-path": `dbs/${DATABASE}`, "x-ms-content-path": _rid };
    for (const path of [PATH, `/dbs/${_rid}/colls/requests`, `/dbs/${DATABASE}/colls`])
      expect((await server.raw.send("GET", path)).headers).toMatchObject(owner);
    const { headers } = await server.raw.send("GET", `${PATH}/sprocs`);
    expect(headers).toMatchObject(itemOwner);
    expect(database.headers).not.toHaveProperty("x-ms-alt-content-path");
  });
});

test("the account's answer says that it has no attachments", async () => {
  const { headers } = await server.raw.send("GET", "/");
  expect(headers).toMatchObject({
    "x-ms-media-storage-usage-mb": "0",
    "x-ms-max-media-storage-usage-mb": "0",
  });
});

describe("the change feed", () => {
  test("has its metadata beside the item for a client that asks for that form", async () => {
    const read = async (headers: Record<string, string>) => {
      const { text } = await server.raw.send("GET", `${PATH}/docs`, {
        headers: { ...KEY, "a-im": "Incremental feed", ...headers },
      });
      return (JSON.parse(text) as { Documents: Record<string, unknown>[] }).Documents;
    };
    const [plain] = await read({});
    const { _lsn, ...item } = plain!;
    expect(await read({ "x-ms-cosmos-changefeed-wire-format-version": "2021-09-15" })).toEqual([
      { current: item, metadata: { lsn: _lsn, crts: item._ts } },
    ]);
  });
});

test("an indexing directive is one of three", async () => {
  const create = async (directive: string) => {
    const headers = { ...KEY, "x-ms-indexing-directive": directive };
    return (await server.raw.send("POST", `${PATH}/docs`, { headers, body: { id: directive, pk: "a" } }))
      .status;
  };
  expect(await Promise.all(["Default", "include", "Exclude", "None"].map(create))).toEqual([
    201, 201, 201, 400,
  ]);
});

describe("conditions", () => {
  test("a read that knows the ETag gets 304 and no body", async () => {
    for (const [path, headers] of [
      [`${PATH}/docs/1`, KEY],
      [PATH, {}],
      [`/dbs/${DATABASE}`, {}],
    ] as [string, Record<string, string>][]) {
      const first = await server.raw.send("GET", path, { headers });
      const etag = first.headers.etag as string;
      const again = await server.raw.send("GET", path, { headers: { ...headers, "if-none-match": etag } });
      expect([path, again.status, again.text, again.headers.etag]).toEqual([path, 304, "", etag]);
      const stale = await server.raw.send("GET", path, {
        headers: { ...headers, "if-none-match": '"other"' },
      });
      expect([path, stale.status]).toEqual([path, 200]);
    }
  });

  test("a write that expects another ETag gets 412 and changes nothing", async () => {
    for (const [method, body] of [
      ["PUT", { id: "1", pk: "a", n: 2 }],
      ["PATCH", [{ op: "set", path: "/n", value: 2 }]],
      ["DELETE", undefined],
    ] as [string, unknown][]) {
      const answer = await server.raw.send(method, `${PATH}/docs/1`, {
        headers: { ...KEY, "if-match": '"other"' },
        ...(body === undefined ? {} : { body }),
      });
      expect([method, answer.status]).toEqual([method, 412]);
    }
    expect((await container.item("1", "a").read()).resource).toMatchObject({ n: 1 });
  });
});

describe("HEAD", () => {
  test.each([`${PATH}/docs/1`, PATH, `/dbs/${DATABASE}`, `${PATH}/docs`, "/"])(
    "%s answers the headers of GET and no body",
    async (path) => {
      const get = await server.raw.send("GET", path, { headers: KEY });
      const head = await server.raw.send("HEAD", path, { headers: KEY });
      expect([head.status, head.text]).toEqual([get.status, ""]);
      expect(head.headers.etag).toBe(get.headers.etag);
      expect(head.headers["x-ms-request-charge"]).toBe(get.headers["x-ms-request-charge"]);
    },
  );

  test("of what is not there is 404", async () => {
    expect((await server.raw.send("HEAD", `${PATH}/docs/nobody`, { headers: KEY })).status).toBe(404);
  });
});

test("computed properties are queried like stored ones, and are in no item", async () => {
  const people = await server.createContainer("people", {
    computedProperties: [
      { name: "lowerName", query: "SELECT VALUE LOWER(c.name) FROM c" },
      { name: "isAdult", query: "SELECT VALUE c.age >= 18 FROM c" },
    ],
  });
  for (const [i, name] of ["Ada", "BOB", "eve"].entries())
    await people.items.create({ id: `${i}`, pk: "a", name, age: 10 * (i + 1) });
  const query = async (text: string) => (await people.items.query(text).fetchAll()).resources;
  expect(await query("SELECT VALUE c.lowerName FROM c ORDER BY c.age DESC")).toEqual(["eve", "bob", "ada"]);
  expect(await query("SELECT VALUE c.id FROM c WHERE c.lowerName = 'bob' AND c.isAdult")).toEqual(["1"]);
  expect(await query("SELECT COUNT(1) AS n, c.isAdult FROM c GROUP BY c.isAdult")).toHaveLength(2);
  expect(await query("SELECT * FROM c WHERE c.lowerName = 'ada'")).toEqual([
    expect.not.objectContaining({ lowerName: expect.anything() }),
  ]);
  expect((await people.item("0", "a").read()).resource).not.toHaveProperty("lowerName");
});

test("quota figures are the container's own", async () => {
  const figures = async () => {
    const { headers } = await server.database.container("quota").read({ populateQuotaInfo: true });
    const usage = Object.fromEntries(
      String(headers["x-ms-resource-usage"])
        .split(";")
        .filter(Boolean)
        .map((pair) => pair.split("=")),
    );
    const scripts = [usage.functions, usage.storedProcedures, usage.triggers].map(Number);
    return { count: Number(usage.documentsCount), kilobytes: Number(usage.documentsSize), scripts };
  };
  const quota = await server.createContainer("quota");
  expect(await figures()).toEqual({ count: 0, kilobytes: 0, scripts: [0, 0, 0] });
  await quota.scripts.userDefinedFunctions.create({ id: "f", body: "function () {}" });
  for (const id of ["p", "q"]) await quota.scripts.storedProcedures.create({ id, body: "function () {}" });
  for (let i = 0; i < 10; i++) await quota.items.create({ id: `${i}`, pk: `${i}`, text: "x".repeat(10_240) });
  const full = await figures();
  expect(full.count).toBe(10);
  expect(full.scripts).toEqual([1, 2, 0]);
  expect(full.kilobytes).toBeGreaterThanOrEqual(100);
  expect(full.kilobytes).toBeLessThan(110);
  await quota.item("0", "0").delete();
  expect((await figures()).count).toBe(9);
  const { headers } = await quota.read();
  expect(headers).not.toHaveProperty("x-ms-resource-usage");
});
