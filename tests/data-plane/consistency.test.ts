/** The account's default consistency level: what it lets a request ask for, and what it makes of the charge. */
import { ChangeFeedStartFrom, type Container, type CosmosClientOptions } from "@azure/cosmos";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal } from "../harness/refusal.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";

type Level = NonNullable<CosmosClientOptions["consistencyLevel"]>;

const PATH = `/dbs/${DATABASE}/colls/levels`;
const KEY = { "x-ms-documentdb-partitionkey": '["a"]' };
const SELECT = { query: "SELECT * FROM c", parameters: [] };
/** With its system properties left out, as charges are. */
const ITEM_BYTES = 1_024;

function itemOf(id: string, n: number) {
  const item = { id, pk: "a", n, text: "" };
  return { ...item, text: "x".repeat(ITEM_BYTES - JSON.stringify(item).length) };
}

/** A server with ten items of 1 KB under the key "a", in a container that keeps versions. */
async function serverWith(consistency: Level): Promise<TestServer> {
  const server = await TestServer.start({ consistency });
  const container = await server.createContainer("levels", { changeFeedPolicy: { retentionDuration: 10 } });
  for (let n = 0; n < 10; n++) await container.items.create(itemOf(`${n}`, n));
  return server;
}

let session: TestServer;
let strong: TestServer;
beforeAll(async () => {
  [session, strong] = await Promise.all([serverWith("Session"), serverWith("Strong")]);
});
afterAll(() => Promise.all([session.stop(), strong.stop()]));

/** Runs `work` as a client that asks for a level in every request, or for none. */
async function asking<T>(
  server: TestServer,
  consistencyLevel: Level | undefined,
  work: (container: Container) => Promise<T>,
): Promise<T> {
  const client = server.connect(consistencyLevel === undefined ? {} : { consistencyLevel });
  try {
    return await work(client.database(DATABASE).container("levels"));
  } finally {
    client.dispose();
  }
}

describe("the account says its level", () => {
  test.each([
    ["Session", { defaultConsistencyLevel: "Session" }],
    ["Strong", { defaultConsistencyLevel: "Strong" }],
    [
      "BoundedStaleness",
      { defaultConsistencyLevel: "BoundedStaleness", maxStalenessPrefix: 100, maxIntervalInSeconds: 5 },
    ],
  ] as [Level, object][])("%s", async (level, policy) => {
    const server = await TestServer.start({ consistency: level });
    const { text } = await server.raw.send("GET", "/");
    expect(JSON.parse(text).userConsistencyPolicy).toEqual(policy);
    expect((await server.client.getDatabaseAccount()).resource?.consistencyPolicy).toBe(level);
    await server.stop();
  });
});

describe("a request asks for a level", () => {
  const QUERY = { "content-type": "application/query+json", "x-ms-documentdb-isquery": "true" };

  /** Of a read, a feed, a change feed, a query and a write. */
  async function statusesOf({ raw }: TestServer, level: string): Promise<number[]> {
    const requests: [string, string, { headers?: Record<string, string>; body?: object }][] = [
      ["GET", `${PATH}/docs/1`, {}],
      ["GET", `${PATH}/docs`, {}],
      ["GET", `${PATH}/docs`, { headers: { "a-im": "Incremental Feed" } }],
      ["POST", `${PATH}/docs`, { headers: QUERY, body: SELECT }],
      ["PUT", `${PATH}/docs/1`, { body: itemOf("1", 1) }],
    ];
    const answers = requests.map(([method, path, { headers, ...rest }]) =>
      raw.send(method, path, { ...rest, headers: { ...KEY, ...headers, "x-ms-consistency-level": level } }),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  }
  const SERVED = [200, 200, 200, 200, 200];
  const REFUSED = [400, 400, 400, 400, 400];

  test.each(["Session", "ConsistentPrefix", "Eventual", "eventual"])("%s of Session", async (level) => {
    expect(await statusesOf(session, level)).toEqual(SERVED);
  });

  test.each(["Strong", "BoundedStaleness", "Perfect"])("%s of Session, which is less", async (level) => {
    expect(await statusesOf(session, level)).toEqual(REFUSED);
  });

  test.each(["Strong", "BoundedStaleness", "Session", "ConsistentPrefix", "Eventual"])(
    "%s of Strong",
    async (level) => {
      expect(await statusesOf(strong, level)).toEqual(SERVED);
    },
  );

  test("through the SDK, whose refusal names the account's level", async () => {
    const read = (container: Container) => container.item("1", "a").read();
    expect((await asking(strong, "Strong", read)).statusCode).toBe(200);
    const { code, message } = await asking(session, "Strong", (container) => refusal(read(container)));
    expect(code).toBe(400);
    expect(message).toContain("configured with consistency level Session");
  });
});

describe("a client has seen what is not there yet", () => {
  const QUERY = { "content-type": "application/query+json", "x-ms-documentdb-isquery": "true" };
  const BATCH = { "x-ms-cosmos-is-batch-request": "true", "x-ms-cosmos-batch-atomic": "true" };
  const READ = { operationType: "Read", id: "1" };
  const UPSERT = { operationType: "Upsert", resourceBody: itemOf("1", 1) };
  type Asked = readonly [string, string, { headers?: Record<string, string>; body?: unknown }?];
  const reads: readonly [string, Asked][] = [
    ["a point read", ["GET", `${PATH}/docs/1`]],
    ["a point read with a condition", ["GET", `${PATH}/docs/1`, { headers: { "if-none-match": "*" } }]],
    ["a point read of what is not there", ["GET", `${PATH}/docs/absent`]],
    ["the plain feed", ["GET", `${PATH}/docs`]],
    ["the change feed", ["GET", `${PATH}/docs`, { headers: { "a-im": "Incremental Feed" } }]],
    [
      "the feed of all versions",
      ["GET", `${PATH}/docs`, { headers: { "a-im": "Full-Fidelity Feed", "if-none-match": "*" } }],
    ],
    ["a query", ["POST", `${PATH}/docs`, { headers: QUERY, body: SELECT }]],
    ["a batch with a read", ["POST", `${PATH}/docs`, { headers: BATCH, body: [UPSERT, READ] }]],
  ];
  const writes: readonly [string, Asked][] = [
    ["a replace", ["PUT", `${PATH}/docs/1`, { body: itemOf("1", 1) }]],
    [
      "an upsert",
      ["POST", `${PATH}/docs`, { headers: { "x-ms-documentdb-is-upsert": "true" }, body: itemOf("1", 1) }],
    ],
    ["a patch", ["PATCH", `${PATH}/docs/1`, { body: { operations: [{ op: "set", path: "/n", value: 1 }] } }]],
    ["a batch of writes", ["POST", `${PATH}/docs`, { headers: BATCH, body: [UPSERT] }]],
  ];

  async function answerTo({ raw }: TestServer, request: Asked, headers: Record<string, string>) {
    const [method, path, { headers: own, ...rest } = {}] = request;
    return raw.send(method, path, { ...rest, headers: { ...KEY, ...own, ...headers } });
  }
  const SEEN = {
    "x-ms-session-token": Array.from({ length: 10 }, (_, range) => `${range}:0#9000000000000000000`).join(
      ",",
    ),
  };

  test.each(reads)("%s is refused at Session, and at no other level", async (_, request) => {
    const { status, headers } = await answerTo(session, request, SEEN);
    expect([status, headers["x-ms-substatus"]]).toEqual([404, "1002"]);
    expect((await answerTo(session, request, {})).headers["x-ms-substatus"]).not.toBe("1002");
    const eventual = { ...SEEN, "x-ms-consistency-level": "Eventual" };
    expect((await answerTo(session, request, eventual)).headers["x-ms-substatus"]).not.toBe("1002");
    expect((await answerTo(strong, request, SEEN)).headers["x-ms-substatus"]).not.toBe("1002");
  });

  test.each(writes)("%s is served", async (_, request) => {
    expect((await answerTo(session, request, SEEN)).status).toBeLessThan(300);
  });
});

describe("what a client pays", () => {
  type Operation = (container: Container) => Promise<{ readonly requestCharge: number }>;
  const query =
    (text: string): Operation =>
    (container) =>
      container.items.query(text).fetchAll();
  const read: Operation = (container) => container.item("1", "a").read();
  const changes: Operation = (container) =>
    container.items
      .getChangeFeedIterator({ changeFeedStartFrom: ChangeFeedStartFrom.Beginning("a") })
      .readNext();
  const chargeOf = async (...[server, level, operation]: [TestServer, Level | undefined, Operation]) =>
    (await asking(server, level, operation)).requestCharge;

  test.each([
    ["a read of 1 KB", read, 1],
    ["a read that finds nothing", (container) => container.item("absent", "a").read(), 1],
    ["a change feed of ten items", changes, 1],
  ] as [string, Operation, number][])("for %s", async (_, operation, single) => {
    expect(await chargeOf(session, undefined, operation)).toBe(single);
    expect(await chargeOf(session, "Eventual", operation)).toBe(single);
    expect(await chargeOf(strong, undefined, operation)).toBe(2 * single);
    expect(await chargeOf(strong, "Strong", operation)).toBe(2 * single);
    expect(await chargeOf(strong, "BoundedStaleness", operation)).toBe(2 * single);
    expect(await chargeOf(strong, "Session", operation)).toBe(single);
    expect(await chargeOf(strong, "Eventual", operation)).toBe(single);
  });

  test.each([
    ["that is pinned", "SELECT c.n FROM c WHERE c.pk = 'a' AND c.n = 3"],
    ["that finds nothing", "SELECT * FROM c WHERE c.n = 99"],
    ["across partitions", "SELECT * FROM c WHERE c.n > 1"],
    ["in order", "SELECT * FROM c ORDER BY c.n"],
  ])("for a query %s", async (_, text) => {
    const single = await chargeOf(session, undefined, query(text));
    const double = await chargeOf(strong, undefined, query(text));
    expect(single).toBeGreaterThan(2.5);
    expect(await chargeOf(strong, "Eventual", query(text))).toBe(single);
    // Each partition's charge is rounded to a hundredth by itself.
    expect(Math.abs(double - 2 * single)).toBeLessThan(0.035);
  });

  test("for a query whose charge needs no rounding: exactly twice", async () => {
    const nothing = query("SELECT * FROM c WHERE c.pk = 'a' AND c.n = 99");
    expect(await chargeOf(strong, undefined, nothing)).toBe(
      2 * (await chargeOf(session, undefined, nothing)),
    );
  });

  test("for reads in bulk, and not for writes", async () => {
    let created = 0;
    const mixed = async (container: Container) => {
      const [found, written] = await container.items.executeBulkOperations([
        { operationType: "Read", id: "1", partitionKey: "a" },
        { operationType: "Create", partitionKey: "b", resourceBody: { id: `${created++}`, pk: "b" } },
      ]);
      return [found?.response?.requestCharge, written?.response?.requestCharge];
    };
    const [single, write] = await asking(session, undefined, mixed);
    expect(single).toBe(1);
    expect(await asking(strong, undefined, mixed)).toEqual([2, write]);
    expect(await asking(strong, "Eventual", mixed)).toEqual([1, write]);
  });
});
