/** Bodies in which a name comes more than once: the last value counts, in the answer, the partition, the id and every index. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASE, TestServer } from "../harness/test-server.ts";

const COLLECTION = `/dbs/${DATABASE}/colls/repeated`;
const keyHeader = (pk: string) => ({ "x-ms-documentdb-partitionkey": JSON.stringify([pk]) });
const KEY = keyHeader("right");
const QUERY = {
  "content-type": "application/query+json",
  "x-ms-documentdb-isquery": "True",
  "x-ms-documentdb-query-enablecrosspartition": "True",
};

/** The wrong value comes first, and some names are escaped; numbers differ in their digits alone. */
const sent = (filling: string) => String.raw`{
  "\u0069d": "wrong", "pk": "wrong", "n": 9007199254740992, "o": {"p": "wrong", "\u0031\u0030": 1},
  "list": [1.0], "u": 1, "f": "${filling}", "id": "a", "\u0070k": "right", "n": 9007199254740993,
  "o": {"p": "wrong", "b": 1, "10": 2, "p": "right"}, "list": [2.0], "u": 2
}`;
const returned = (filling: string) =>
  `{"id":"a","pk":"right","n":9007199254740993,"o":{"p":"right","b":1,"10":2},"list":[2.0],"u":2,"f":"${filling}"`;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.createContainer("repeated", {
    partitions: 1,
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/u"] }] },
  });
});
afterAll(() => server.stop());

const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  server.raw.send(method, `${COLLECTION}${path}`, { headers, ...(body !== undefined && { body }) });

/** The rows of a query over all partitions, as text. */
async function found(filter: string, selected = "c"): Promise<string> {
  const body = JSON.stringify({ query: `SELECT VALUE ${selected} FROM c WHERE ${filter}` });
  const { status, text } = await send("POST", "/docs", QUERY, body);
  expect(status, text).toBe(200);
  return text.slice(text.indexOf("[") + 1, text.lastIndexOf("]"));
}

async function expectFound(filling: string): Promise<void> {
  const item = `${returned(filling)},"_rid":"`;
  expect((await send("GET", "/docs/a", KEY)).text).toContain(item);
  expect((await send("GET", "/docs/wrong", KEY)).status).toBe(404);
  expect((await send("GET", "/docs/a", keyHeader("wrong"))).status).toBe(404);
  const ranges = JSON.parse((await send("GET", "/pkranges", {})).text).PartitionKeyRanges as { id: string }[];
  const feeds = await Promise.all(
    ranges.map(async ({ id }) => {
      const headers = { "a-im": "Incremental feed", "x-ms-documentdb-partitionkeyrangeid": id };
      return (await send("GET", "/docs", headers)).text;
    }),
  );
  expect(feeds.join("")).toContain(`[${item}`);
  for (const [right, wrong] of [
    ["c.id = 'a'", "c.id = 'wrong'"],
    ["c.pk = 'right'", "c.pk = 'wrong'"],
    ["c.o.p = 'right'", "c.o.p = 'wrong'"],
    ["c.u = 2", "c.u = 1"],
    ["c.o['10'] = 2", "c.o['10'] = 1"],
    ["ARRAY_CONTAINS(c.list, 2)", "ARRAY_CONTAINS(c.list, 1)"],
    // No index answers these.
    ["CONCAT(c.pk, '/', c.id) = 'right/a'", "CONTAINS(CONCAT(c.pk, '/', c.id), 'wrong')"],
    ["c.o['10'] * c.u = 4", "c.o['10'] * c.u < 4"],
  ] as const) {
    expect(await found(right), right).toContain(item);
    expect(await found(wrong), wrong).not.toContain('"_rid":"');
  }
  expect(await found("true", "[c.id, c.pk, c.n, c.o, c.list[0]]")).toBe(
    '["a","right",9007199254740993,{"p":"right","b":1,"10":2},2.0]',
  );
}

const batch = (operationType: string, headers: Record<string, string>) => async (body: string) => {
  const { text } = await send(
    "POST",
    "/docs",
    { ...KEY, "x-ms-cosmos-is-batch-request": "True", ...headers },
    `[{"operationType":"wrong","operationType":"${operationType}","id":"a","resourceBody":{},"resourceBody":${body}}]`,
  );
  return text;
};

const WRITES: Readonly<Record<string, (body: string) => Promise<string>>> = {
  created: async (body) => (await send("POST", "/docs", KEY, body)).text,
  upserted: async (body) =>
    (await send("POST", "/docs", { ...KEY, "x-ms-documentdb-is-upsert": "True" }, body)).text,
  replaced: async (body) => {
    await send("POST", "/docs", KEY, { id: "a", pk: "right", u: 1 });
    return (await send("PUT", "/docs/a", KEY, body)).text;
  },
  "created in a batch": batch("Create", { "x-ms-cosmos-batch-atomic": "True" }),
  "upserted in bulk": batch("Upsert", { "x-ms-cosmos-batch-continue-on-error": "True" }),
};

describe.each(Object.entries(WRITES))("an item that is %s", (_, write) => {
  test.each([
    ["small", "x"],
    ["large", "x".repeat(200_000)],
  ])("and %s has the last value of each name everywhere", async (_, filling) => {
    expect(await write(sent(filling))).toContain(`${returned(filling)},"_rid":"`);
    await expectFound(filling);
    expect((await send("DELETE", "/docs/a", KEY)).status).toBe(204);
  });
});

test("unique keys are those of the last value", async () => {
  await send("POST", "/docs", KEY, sent("x"));
  const another = (u: number) => send("POST", "/docs", KEY, { id: `u${u}`, pk: "right", u });
  expect([(await another(1)).status, (await another(2)).status]).toEqual([201, 409]);
  await send("DELETE", "/docs/u1", KEY);
  await send("DELETE", "/docs/a", KEY);
});

test("indexes that are made anew, and those of a half after a split, have the last value", async () => {
  await send("POST", "/docs", KEY, sent("x"));
  const container = server.database.container("repeated");
  for (const excludedPaths of [[{ path: "/*" }], []]) {
    const { resource } = await container.read();
    const includedPaths = excludedPaths.length > 0 ? [] : [{ path: "/*" }];
    await container.replace({ ...resource!, indexingPolicy: { includedPaths, excludedPaths } });
    const progress = async () => {
      const { headers } = await container.read({ populateQuotaInfo: true });
      return headers["x-ms-documentdb-collection-index-transformation-progress"];
    };
    await expect.poll(progress, { timeout: 30_000 }).toBe("100");
    await expectFound("x");
  }
  for (const pk of ["b", "c", "d"]) await send("POST", "/docs", keyHeader(pk), { id: pk, pk });
  const control = `dbs/${DATABASE}/colls/repeated/partitions`;
  const split = await server.control.post(`${control}/0/split`, { at: "data" });
  expect(split.status, JSON.stringify(split.body)).toBeLessThan(300);
  const count = async () => (await server.control.get(control)).body.partitions.length;
  await expect.poll(count, { timeout: 30_000 }).toBe(2);
  for (const pk of ["b", "c", "d"]) await send("DELETE", `/docs/${pk}`, keyHeader(pk));
  await expectFound("x");
});

test("a patch takes the last value of an operation's names", async () => {
  await send("DELETE", "/docs/a", KEY);
  await send("POST", "/docs", KEY, sent("x"));
  const operation = String.raw`{"op":"remove","path":"/n","op":"set","value":1,"path":"/o/p","\u0076alue":"patched"}`;
  const patched = await send("PATCH", "/docs/a", KEY, `{"operations":[],"operations":[${operation}]}`);
  expect(patched.text).toContain('"n":9007199254740993,"o":{"p":"patched","b":1,"10":2}');
  expect(await found("c.o.p = 'patched'", "c.o.p")).toBe('"patched"');
});
