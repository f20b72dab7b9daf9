/** Direct mode as its clients speak it: addresses, and every operation that they send there, in frames of our own. */
import type { Container } from "@azure/cosmos";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASE, TestServer } from "../harness/test-server.ts";
import { connectToRanges, containerAddresses, resolveAddresses } from "./addresses.ts";
import { RntbdClient } from "./rntbd-client.ts";

/** Tokens of requests. */
const [PAGE_SIZE, SESSION, CONTINUATION, MATCH, LEVEL, KEY] = [0x04, 0x05, 0x06, 0x08, 0x10, 0x2b];
const [RANGE, LOG, FEED, ATOMIC, MINIMAL, CONTAINER_RID] = [0x2c, 0x3e, 0x3f, 0x73, 0x82, 0x9d];
/** Tokens of answers. */
const [NEXT, ETAG, RETRY_AFTER, LSN, COUNT, CHARGE, OWNER] = [0x03, 0x04, 0x0c, 0x13, 0x14, 0x15, 0x17];
const [OWNER_RID, SUBSTATUS, REPLICAS, RANGE_ID, SESSION_SEEN] = [0x18, 0x1c, 0x1f, 0x21, 0x3e];
const [REFUSED, LOG_RESULTS] = [0x1b, 0x25];

let server: TestServer;
let container: Container;
let client: RntbdClient;
const ITEMS = `dbs/${DATABASE}/colls/c/docs`;
const key = (value: unknown) => ({ [KEY]: JSON.stringify([value]) });

beforeAll(async () => {
  server = await TestServer.start();
  container = await server.createContainer("c", { partitions: 1 });
  const clients = await connectToRanges(server.orrery, container);
  client = clients.get("0")!;
});

afterAll(async () => {
  client.close();
  await server.stop();
});

describe("addresses", () => {
  test("of a container: a primary and three secondaries for each range, in paths of their own", async () => {
    const wide = await server.createContainer("wide", { partitions: 3 });
    const { status, addresses } = await containerAddresses(server.orrery, wide);
    expect(status).toBe(200);
    expect(addresses.map(({ partitionKeyRangeId, isPrimary }) => [partitionKeyRangeId, isPrimary])).toEqual(
      ["0", "1", "2"].flatMap((id) => [
        [id, true],
        [id, false],
        [id, false],
        [id, false],
      ]),
    );
    expect(new Set(addresses.map(({ physcialUri }) => physcialUri)).size).toBe(12);
    for (const { physcialUri, protocol } of addresses) {
      expect(protocol).toBe("rntbd");
      expect(physcialUri).toContain(`rntbd://127.0.0.1:${server.orrery.directPort}/apps/`);
    }
    const some = await containerAddresses(server.orrery, wide, ["1", "7"]);
    expect(some.addresses.map(({ partitionKeyRangeId }) => partitionKeyRangeId)).toEqual([
      "1",
      "1",
      "1",
      "1",
    ]);
  });

  test("of the master", async () => {
    const { addresses } = await resolveAddresses(server.orrery, { link: "dbs/", type: "dbs", signed: "" });
    expect(addresses.map(({ isPrimary }) => isPrimary)).toEqual([true, false, false, false]);
    const master = await RntbdClient.connect(addresses[0]!.physcialUri, server.orrery.key);
    const read = await master.send({ operation: "read", link: `dbs/${DATABASE}` });
    expect([read.status, read.body.id, read.tokens.get(LSN)]).toEqual([200, DATABASE, 1]);
    const list = await master.send({ operation: "readFeed", link: "dbs" });
    expect([list.status, list.body._count]).toEqual([200, 1]);
    const missing = await master.send({ operation: "read", link: "dbs/nowhere" });
    expect([missing.status, missing.tokens.get(LSN)]).toEqual([404, 1]);
    master.close();
  });

  test("are signed as what they resolve, and refused otherwise", async () => {
    const { resource } = await container.read();
    const { _rid: rid, _self: self } = resource as unknown as { _rid: string; _self: string };
    const link = `${self}docs`;
    const status = async (type: string, signed: string) =>
      (await resolveAddresses(server.orrery, { link, type, signed })).status;
    expect(await status("docs", rid)).toBe(200);
    expect(await status("docs", self.replace(/\/$/, ""))).toBe(200);
    expect(await status("addresses", "")).toBe(401);
    expect(await status("colls", rid)).toBe(401);
  });

  test("of another protocol there are none, and of a missing container 404", async () => {
    const all = { link: "dbs", type: "dbs", signed: "" };
    const https = await resolveAddresses(server.orrery, { ...all, filter: "protocol eq https" });
    expect([https.status, https.addresses]).toEqual([200, []]);
    const rid = "AAAAAAAAAAA=";
    const link = `dbs/AAAAAA==/colls/${rid}/docs`;
    expect((await resolveAddresses(server.orrery, { link, type: "docs", signed: rid })).status).toBe(404);
  });

  test("without direct mode are refused with a word on what to do", async () => {
    const gatewayOnly = await TestServer.start({ direct: false });
    const answer = await resolveAddresses(gatewayOnly.orrery, { link: "dbs", type: "dbs", signed: "" });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("gateway mode")]);
    await gatewayOnly.stop();
  });
});

describe("items", () => {
  test("are created, read, replaced, patched, upserted and deleted", async () => {
    const created = await client.send({
      operation: "create",
      link: ITEMS,
      body: { id: "a", pk: "p", n: 1 },
      tokens: key("p"),
    });
    expect([created.status, created.body.n]).toEqual([201, 1]);
    expect(created.tokens.get(CHARGE)).toBeGreaterThan(0);
    expect(created.tokens.get(OWNER)).toBe(`dbs/${DATABASE}/colls/c`);
    expect(created.tokens.get(OWNER_RID)).toBe((await container.read()).resource!._rid);
    expect([created.tokens.get(RANGE_ID), created.tokens.get(REPLICAS)]).toEqual(["0", 4]);
    expect(created.tokens.get(SESSION_SEEN)).toBe(`0#${created.tokens.get(LSN)}`);
    const link = `${ITEMS}/a`;
    const read = await client.send({ operation: "read", link, tokens: key("p") });
    expect([read.status, read.text, read.tokens.get(ETAG)]).toEqual([
      200,
      created.text,
      created.tokens.get(ETAG),
    ]);
    const replaced = await client.send({
      operation: "replace",
      link,
      body: { id: "a", pk: "p", n: 2 },
      tokens: { ...key("p"), [MATCH]: read.tokens.get(ETAG) as string },
    });
    expect([replaced.status, replaced.body.n]).toEqual([200, 2]);
    const patched = await client.send({
      operation: "patch",
      link,
      body: { operations: [{ op: "incr", path: "/n", value: 5 }] },
      tokens: key("p"),
    });
    expect([patched.status, patched.body.n]).toEqual([200, 7]);
    const upserted = await client.send({
      operation: "upsert",
      link: ITEMS,
      body: { id: "a", pk: "p", n: 9 },
      tokens: { ...key("p"), [MINIMAL]: true },
    });
    expect([upserted.status, upserted.text]).toEqual([200, ""]);
    expect((await client.send({ operation: "delete", link, tokens: key("p") })).status).toBe(204);
  });

  test("fail as over HTTP, with a list of errors, an LSN and a session", async () => {
    await container.items.create({ id: "there", pk: "p" });
    const missing = await client.send({ operation: "read", link: `${ITEMS}/missing`, tokens: key("p") });
    expect([missing.status, missing.body]).toEqual([
      404,
      { Errors: [expect.stringMatching(/^Resource Not Found\./)] },
    ]);
    expect(missing.tokens.get(LSN)).toBeGreaterThan(0);
    expect(missing.tokens.get(SESSION_SEEN)).toBe(`0#${missing.tokens.get(LSN)}`);
    const body = { id: "there", pk: "p" };
    const conflict = await client.send({ operation: "create", link: ITEMS, body, tokens: key("p") });
    expect([conflict.status, conflict.tokens.has(LSN)]).toEqual([409, true]);
    expect(conflict.body).toEqual({ Errors: ["Resource with specified id or name already exists."] });
    const stale = { ...key("p"), [MATCH]: '"old"' };
    const changed = await client.send({ operation: "replace", link: `${ITEMS}/there`, body, tokens: stale });
    expect([changed.status, changed.tokens.has(LSN)]).toEqual([412, true]);
    const malformed = await client.send({
      operation: "create",
      link: ITEMS,
      body: Buffer.from("{"),
      tokens: key("p"),
    });
    expect([malformed.status, malformed.tokens.has(LSN)]).toEqual([400, true]);
    const mismatch = await client.send({ operation: "create", link: ITEMS, body, tokens: key("q") });
    expect([mismatch.status, mismatch.tokens.get(SUBSTATUS)]).toEqual([400, 1001]);
  });

  test("that the client has already are 304", async () => {
    const { resource } = await container.items.upsert({ id: "known", pk: "p" });
    const link = `${ITEMS}/known`;
    const tokens = { ...key("p"), [MATCH]: (resource as unknown as { _etag: string })._etag };
    expect(await client.send({ operation: "read", link, tokens })).toMatchObject({ status: 304, text: "" });
  });

  test("of a future session are 404/1002", async () => {
    const tokens = { ...key("p"), [SESSION]: "0:0#999999999" };
    const answer = await client.send({ operation: "read", link: `${ITEMS}/there`, tokens });
    expect([answer.status, answer.tokens.get(SUBSTATUS)]).toEqual([404, 1002]);
    expect(answer.tokens.get(LSN)).toBeLessThan(999_999_999);
  });

  test.each(["with space", "ünï", "100%", "a+b", "q?x=1&y", "#", "a;b,c"])("have any id: %s", async (id) => {
    const encoded = encodeURIComponent(id);
    const tokens = key("odd");
    await client.send({ operation: "create", link: ITEMS, body: { id, pk: "odd" }, tokens });
    const read = await client.send({ operation: "read", link: `${ITEMS}/${encoded}`, tokens });
    expect([read.status, read.body.id]).toEqual([200, id]);
  });

  test("may be large, not too large", async () => {
    const create = (id: string, size: number) =>
      client.send({
        operation: "create",
        link: ITEMS,
        body: { id, pk: "p", x: "x".repeat(size) },
        tokens: key("p"),
      });
    expect((await create("large", 2_000_000)).status).toBe(201);
    const read = await client.send({ operation: "read", link: `${ITEMS}/large`, tokens: key("p") });
    expect(read.body.x).toBe("x".repeat(2_000_000));
    expect((await create("larger", 2_500_000)).status).toBe(413);
    expect((await create("largest", 20_000_000)).status).toBe(413);
    expect((await create("small", 10)).status).toBe(201);
  });

  test("are read at any level, as clients that may ask for it check that themselves", async () => {
    await container.items.upsert({ id: "level", pk: "p" });
    const read = (byte: number) =>
      client.send({ operation: "read", link: `${ITEMS}/level`, tokens: { ...key("p"), [LEVEL]: { byte } } });
    expect([(await read(2)).status, (await read(3)).status, (await read(0)).status]).toEqual([200, 200, 200]);
    expect((await read(9)).status).toBe(400);
  });
});

describe("feeds", () => {
  const FEED_ITEMS = `dbs/${DATABASE}/colls/feeds/docs`;
  let clients: Map<string, RntbdClient>;

  beforeAll(async () => {
    const feeds = await server.createContainer("feeds", { partitions: 2 });
    await feeds.items.executeBulkOperations(
      Array.from({ length: 40 }, (_, n) => ({
        operationType: "Create" as const,
        partitionKey: `k${n}`,
        resourceBody: { id: `${n}`, pk: `k${n}`, n },
      })),
    );
    clients = await connectToRanges(server.orrery, feeds);
  });

  afterAll(() => {
    for (const each of clients.values()) each.close();
  });

  const query = (text: string) => ({
    operation: "query" as const,
    link: FEED_ITEMS,
    body: { query: text, parameters: [] },
  });

  test("a query reads the range that it is sent to, page by page", async () => {
    const numbers: number[] = [];
    for (const each of clients.values()) {
      let tokens: Record<number, string | number> = { [PAGE_SIZE]: 7 };
      for (;;) {
        const page = await each.send({ ...query("SELECT VALUE c.n FROM c"), tokens });
        expect(page.status).toBe(200);
        expect(page.tokens.get(COUNT)).toBe(page.body._count);
        expect(page.body._count).toBeLessThanOrEqual(7);
        numbers.push(...page.body.Documents);
        const next = page.tokens.get(NEXT) as string | undefined;
        if (next === undefined) break;
        tokens = { [PAGE_SIZE]: 7, [CONTINUATION]: next };
      }
    }
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  test("a page of all has the size that stands for none", async () => {
    const counts = await Promise.all(
      [...clients].map(async ([id, each]) => {
        const tokens = { [PAGE_SIZE]: 0xffff_ffff, [RANGE]: id };
        return (await each.send({ operation: "readFeed", link: FEED_ITEMS, tokens })).body._count as number;
      }),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
  });

  test("a query by key, and one that does not parse", async () => {
    const answers = await Promise.all(
      [...clients.values()].map((each) =>
        each.send({ ...query("SELECT VALUE c.n FROM c"), tokens: key("k3") }),
      ),
    );
    expect(answers.map(({ body }) => body.Documents)).toEqual([[3], [3]]);
    const [first] = clients.values();
    const bad = await first!.send(query("SELEKT"));
    expect([bad.status, bad.tokens.has(LSN)]).toEqual([400, true]);
  });

  test("the change feed goes on from its ETag, and ends with 304", async () => {
    let seen = 0;
    for (const each of clients.values()) {
      let etag: string | undefined;
      for (;;) {
        const tokens = {
          [FEED]: "Incremental Feed",
          [PAGE_SIZE]: 9,
          ...(etag === undefined ? {} : { [MATCH]: etag }),
        };
        const page = await each.send({ operation: "readFeed", link: FEED_ITEMS, tokens });
        etag = page.tokens.get(ETAG) as string;
        if (page.status === 304) break;
        expect(page.status).toBe(200);
        seen += page.body._count;
      }
    }
    expect(seen).toBe(40);
  });
});

describe("transactions", () => {
  test("a batch", async () => {
    const answer = await client.send({
      operation: "batch",
      link: ITEMS,
      body: [
        { operationType: "Create", resourceBody: { id: "b1", pk: "b" } },
        { operationType: "Read", id: "b1" },
      ],
      tokens: { ...key("b"), [ATOMIC]: true },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.map(({ statusCode }: { statusCode: number }) => statusCode)).toEqual([201, 200]);
  });

  test("a stored procedure, with its log", async () => {
    await container.scripts.storedProcedures.create({
      id: "sp",
      body: 'function(x) { console.log("seen"); getContext().getResponse().setBody([x, x]); }',
    });
    const answer = await client.send({
      operation: "execute",
      link: `dbs/${DATABASE}/colls/c/sprocs/sp`,
      body: [7],
      tokens: { ...key("p"), [LOG]: true },
    });
    expect([answer.status, answer.body, answer.tokens.get(LOG_RESULTS)]).toEqual([200, [7, 7], "seen"]);
  });
});

describe("what is asked of partitions", () => {
  test("an LSN, by those who wait for copies", async () => {
    const barrier = await client.send({ operation: "head", link: `dbs/${DATABASE}/colls/c` });
    expect([barrier.status, barrier.text, barrier.tokens.get(RANGE_ID)]).toEqual([200, "", "0"]);
    expect(barrier.tokens.get(LSN)).toBeGreaterThan(0);
  });

  test("a range that was split is told to be gone", async () => {
    const parent = await server.createContainer("split", { partitions: 1 });
    await parent.items.create({ id: "a", pk: "p" });
    const [old] = (await connectToRanges(server.orrery, parent)).values();
    const link = `dbs/${DATABASE}/colls/split/docs`;
    const read = () => old!.send({ operation: "read", link: `${link}/a`, tokens: key("p") });
    expect((await read()).status).toBe(200);
    await server.control.post(`dbs/${DATABASE}/colls/split/partitions/0/split`);
    const gone = await read();
    expect([gone.status, gone.tokens.get(SUBSTATUS)]).toEqual([410, 1007]);
    const feed = await old!.send({ operation: "readFeed", link, tokens: { [RANGE]: "0" } });
    expect([feed.status, feed.tokens.get(SUBSTATUS)]).toEqual([410, 1002]);
    const { addresses } = await containerAddresses(server.orrery, parent, ["0"]);
    expect(addresses).toEqual([]);
    const children = await connectToRanges(server.orrery, parent);
    expect([...children.keys()]).toEqual(["1", "2"]);
    const found = await Promise.all(
      [...children.values()].map((each) => each.send({ operation: "readFeed", link })),
    );
    expect(found.map(({ body }) => body._count).sort()).toEqual([0, 1]);
    for (const each of [old!, ...children.values()]) each.close();
  });

  test("a container that was created anew is told to be another", async () => {
    const first = await server.createContainer("again", { partitions: 1 });
    const [old] = (await connectToRanges(server.orrery, first)).values();
    const link = `dbs/${DATABASE}/colls/again/docs`;
    await first.delete();
    const gone = await old!.send({ operation: "readFeed", link });
    expect([gone.status, gone.tokens.get(SUBSTATUS)]).toEqual([410, 1000]);
    await server.createContainer("again", { partitions: 1 });
    const other = await old!.send({
      operation: "create",
      link,
      body: { id: "a", pk: "p" },
      tokens: key("p"),
    });
    expect([other.status, other.tokens.get(SUBSTATUS)]).toEqual([410, 1000]);
    old!.close();
  });

  test("a container that is not the intended one", async () => {
    const tokens = { ...key("p"), [CONTAINER_RID]: "AAAAAAAAAAA=" };
    const answer = await client.send({ operation: "read", link: `${ITEMS}/there`, tokens });
    expect([answer.status, answer.tokens.get(SUBSTATUS)]).toEqual([400, 1024]);
  });
});

describe("who may", () => {
  test("a wrong signature is refused, and says nothing of the partition", async () => {
    const { physcialUri } = (await containerAddresses(server.orrery, container)).addresses[0]!;
    const stranger = await RntbdClient.connect(physcialUri, Buffer.from("another key").toString("base64"));
    const answer = await stranger.send({ operation: "read", link: `${ITEMS}/there`, tokens: key("p") });
    expect([answer.status, answer.tokens.has(LSN), answer.tokens.get(REFUSED)]).toEqual([401, false, 1]);
    stranger.close();
  });

  test("a resource token opens the addresses and items of its container", async () => {
    const { user } = await server.database.users.create({ id: "reader" });
    const { resource } = await user.permissions.create({
      id: "p",
      permissionMode: "Read" as never,
      resource: `dbs/${DATABASE}/colls/c`,
    });
    const token = encodeURIComponent((resource as unknown as { _token: string })._token);
    const { _self: self } = (await container.read()).resource as unknown as { _self: string };
    const addressesOf = (link: string) =>
      fetch(`${server.orrery.endpoint}/addresses/?${new URLSearchParams({ $resolveFor: link })}`, {
        headers: { authorization: token, "x-ms-date": new Date().toUTCString() },
      });
    expect((await addressesOf(`${self}docs/`)).status).toBe(200);
    expect((await addressesOf("dbs")).status).toBe(403);
    const send = (operation: "read" | "delete") =>
      client.send({ operation, link: `${ITEMS}/there`, tokens: { ...key("p"), 1: token } });
    expect([(await send("read")).status, (await send("delete")).status]).toEqual([200, 403]);
  });
});

test("a throttled request is told how long to wait", async () => {
  // The clock stands, so that no second's budget is followed by the next one's.
  const now = Date.now();
  const strict = await TestServer.start({ throttle: "enforce", environment: { now: () => now } });
  const narrow = (await strict.database.containers.create({ id: "c", partitionKey: "/pk", throughput: 400 }))
    .container;
  const [direct] = (await connectToRanges(strict.orrery, narrow)).values();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      direct!.send({
        operation: "create",
        link: ITEMS,
        body: { id: `${n}`, pk: "p", x: "x".repeat(2_000) },
        tokens: key("p"),
      }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.some(({ status }) => status === 201)).toBe(true);
  expect(refused.length).toBeGreaterThan(0);
  for (const { tokens } of refused) {
    expect(tokens.get(RETRY_AFTER)).toBeGreaterThan(0);
    expect([tokens.get(SUBSTATUS), tokens.has(LSN)]).toEqual([3200, true]);
  }
  direct!.close();
  await strict.stop();
});
