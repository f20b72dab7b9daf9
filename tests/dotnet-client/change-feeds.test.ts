/** The requests of the .NET client's change feed processor and estimator. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { DATABASE, TestServer } from "../harness/test-server.ts";
import { type Document, DotnetContainer, type EpkRange, json } from "./dotnet-container.ts";
import { DotnetTransport } from "./dotnet-transport.ts";

let server: TestServer;
let dotnet: DotnetTransport;
beforeAll(async () => {
  server = await TestServer.start();
  dotnet = new DotnetTransport(server.orrery.endpoint, server.orrery.key);
});
afterAll(async () => {
  dotnet.close();
  await server.stop();
});

async function newContainer(id: string, options: object = {}): Promise<DotnetContainer> {
  const partitionKey = { paths: ["/pk"], version: 2 } as never;
  await server.createContainer(id, { partitions: 1, partitionKey, ...options });
  return DotnetContainer.open(dotnet, `/dbs/${DATABASE}/colls/${id}`);
}

const write = (container: DotnetContainer, id: string) =>
  container.point("POST", [`k${id}`], undefined, { id, pk: `k${id}` });

/** All changes of a part from a position on, and the position after them. */
async function drain(container: DotnetContainer, range: EpkRange, start: Record<string, string>) {
  const ids: string[] = [];
  let page = await container.changes(range, start, { "x-ms-max-item-count": "3" });
  for (; page.status === 200; ) {
    ids.push(...page.items.map((item: Document) => item.id as string));
    page = await container.changes(range, { "if-none-match": page.etag }, { "x-ms-max-item-count": "3" });
  }
  return { ids, etag: page.etag, status: page.status };
}

test("a feed begins now, at a time, or at the beginning, and ends in 304 with a count of 0", async () => {
  const container = await newContainer("feed");
  const [range] = container.ranges;
  const now = await container.changes(range!, { "if-none-match": "*" });
  expect([now.status, now.items]).toEqual([304, []]);
  for (const id of ["1", "2", "3", "4", "5"]) await write(container, id);
  expect((await drain(container, range!, { "if-none-match": now.etag })).ids).toEqual([
    "1",
    "2",
    "3",
    "4",
    "5",
  ]);
  expect((await drain(container, range!, {})).ids).toHaveLength(5);
  const later = new Date(Date.now() + 3_600_000).toUTCString();
  expect((await drain(container, range!, { "if-modified-since": later })).ids).toEqual([]);
  const earlier = new Date(Date.now() - 3_600_000).toUTCString();
  expect((await drain(container, range!, { "if-modified-since": earlier })).ids).toHaveLength(5);
});

test("the estimator counts what is behind a position", async () => {
  const container = await newContainer("estimate");
  const [range] = container.ranges;
  await write(container, "0");
  const { etag } = await drain(container, range!, {});
  expect(await container.lag(range!, etag)).toBe(0);
  for (const id of ["1", "2", "3"]) await write(container, id);
  expect(await container.lag(range!, etag)).toBe(3);
});

test("after a split a lease's range is read in its two halves, from where it was", async () => {
  const container = await newContainer("split");
  const [parent] = container.ranges;
  for (let n = 0; n < 10; n++) await write(container, `${n}`);
  const { etag, ids } = await drain(container, parent!, {});
  expect(ids).toHaveLength(10);
  await server.control.post(`dbs/${DATABASE}/colls/split/partitions/${parent!.id}/split`);
  for (let n = 10; n < 20; n++) await write(container, `${n}`);
  const gone = await container.changes(parent!, { "if-none-match": etag });
  expect([gone.status, gone.subStatus]).toEqual([410, 1002]);
  await container.readRanges();
  expect(container.ranges).toHaveLength(2);
  const halves = await Promise.all(
    container.ranges.map((range) => drain(container, range, { "if-none-match": etag })),
  );
  expect(halves.flatMap((half) => half.ids).toSorted()).toEqual(
    Array.from({ length: 10 }, (_, n) => `${n + 10}`),
  );

  // A lease on a part of a range, as after a merge, is filtered within it.
  const [left] = container.ranges;
  const middle = "10000000000000000000000000000000";
  const parts = [
    { min: left!.min, max: middle },
    { min: middle, max: left!.max },
  ];
  const found = await Promise.all(parts.map((range) => drain(container, range, {})));
  expect(found.every((part) => part.ids.length > 0)).toBe(true);
  const whole = await drain(container, left!, {});
  expect(found.flatMap((part) => part.ids).toSorted()).toEqual(whole.ids.toSorted());
});

test("all versions come with what was done", async () => {
  const policy = { changeFeedPolicy: { retentionDuration: 5 } };
  const container = await newContainer("versions", policy);
  const [range] = container.ranges;
  const mode = { "a-im": "Full-Fidelity Feed", "x-ms-cosmos-changefeed-wire-format-version": "2021-09-15" };
  const start = await container.changes(range!, { "if-none-match": "*", ...mode });
  await write(container, "1");
  await container.point("PUT", ["k1"], "1", { id: "1", pk: "k1", again: true });
  await container.point("DELETE", ["k1"], "1");
  const page = await container.changes(range!, { "if-none-match": start.etag, ...mode });
  expect(page.items.map(({ metadata }) => metadata.operationType)).toEqual(["create", "replace", "delete"]);
  expect(page.items[1]).toMatchObject({
    current: { id: "1", again: true },
    metadata: { lsn: expect.any(Number) },
  });
});

test("leases: a lock with a time to live, a mark, and replacement by ETag", async () => {
  const leases = await newContainer("leases", { partitionKey: "/id" });
  const at = (id: string) => [id] as const;
  const quiet = { prefer: "return=minimal" };
  const prefix = "host_rid==_rid2=";
  const lock = { id: `${prefix}.lock`, ttl: 30 };
  const created = await leases.point("POST", at(lock.id), undefined, lock, quiet);
  expect(created.status).toBe(201);
  expect((await leases.point("POST", at(lock.id), undefined, lock)).status).toBe(409);
  await leases.point("POST", at(`${prefix}.info`), undefined, { id: `${prefix}.info` });
  const etag = created.headers.etag!;
  expect((await leases.point("DELETE", at(lock.id), lock.id, undefined, { "if-match": etag })).status).toBe(
    204,
  );

  const lease = {
    id: `${prefix}..0`,
    version: 0,
    _etag: null,
    LeaseToken: "0",
    FeedRange: { Range: { min: "", max: "FF" } },
    Owner: null,
    ContinuationToken: null,
    properties: {},
    timestamp: null,
    _ts: 0,
    Mode: "Incremental Feed",
  };
  expect((await leases.point("POST", at(lease.id), undefined, lease, quiet)).status).toBe(201);
  const spec = { query: `SELECT * FROM c WHERE STARTSWITH(c.id, '${prefix}..')` };
  await leases.plan(spec);
  const [first, ...others] = await leases.query(spec);
  expect([first.id, others]).toEqual([lease.id, []]);
  const { _etag, _ts } = first;
  const owned = { ...lease, _etag, _ts, Owner: "host" };
  const take = () =>
    leases.point("PUT", at(lease.id), lease.id, owned, { "if-match": first._etag, ...quiet });
  const taken = await take();
  expect([taken.status, taken.content.length, taken.headers.etag]).toEqual([
    200,
    0,
    expect.not.stringMatching(_etag),
  ]);
  expect((await take()).status).toBe(412);
  expect(json(await leases.point("GET", at(lease.id), lease.id))).toMatchObject({
    Owner: "host",
    ContinuationToken: null,
  });
});
