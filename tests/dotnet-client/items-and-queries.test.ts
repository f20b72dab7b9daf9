/** Everything that the .NET client does over HTTP but batches and change feeds. */
import { epkRangeOfPrefix } from "@orrerydb/keys/hash";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASE, TestServer } from "../harness/test-server.ts";
import { DotnetContainer, json } from "./dotnet-container.ts";
import { DotnetTransport } from "./dotnet-transport.ts";

let server: TestServer;
let dotnet: DotnetTransport;
let many: DotnetContainer;
let one: DotnetContainer;
beforeAll(async () => {
  server = await TestServer.start();
  dotnet = new DotnetTransport(server.orrery.endpoint, server.orrery.key);
  await server.createContainer("many", { partitions: 3 });
  await server.createContainer("one", { partitions: 1 });
  many = await DotnetContainer.open(dotnet, `/dbs/${DATABASE}/colls/many`);
  one = await DotnetContainer.open(dotnet, `/dbs/${DATABASE}/colls/one`);
  for (const container of [many, one]) {
    for (let n = 0; n < 30; n++) {
      const { status } = await container.point("POST", [`k${n % 7}`], undefined, {
        id: `${n}`,
        pk: `k${n % 7}`,
        n,
      });
      expect(status).toBe(201);
    }
  }
});
afterAll(async () => {
  dotnet.close();
  await server.stop();
});

describe("the beginning", () => {
  test("the account document has what the client builds upon", async () => {
    const account = json(await dotnet.send("GET", "/"));
    for (const locations of [account.writableLocations, account.readableLocations]) {
      expect(locations).toEqual([
        { name: expect.any(String), databaseAccountEndpoint: expect.stringMatching(/^http/) },
      ]);
    }
    expect(account.userConsistencyPolicy.defaultConsistencyLevel).toBe("Session");
    expect(account.enableMultipleWriteLocations).toBe(false);
    for (const policy of [account.userReplicationPolicy, account.systemReplicationPolicy]) {
      expect(policy).toMatchObject({
        minReplicaSetSize: expect.any(Number),
        maxReplicasetSize: expect.any(Number),
      });
    }
    expect(account.readPolicy).toMatchObject({ primaryReadCoefficient: expect.any(Number) });
    // An empty dictionary would be refused.
    expect(Object.keys(JSON.parse(account.queryEngineConfiguration)).length).toBeGreaterThan(0);
  });

  test("databases and containers are made with the bodies of its types", async () => {
    const created = await dotnet.send("POST", "/dbs", { body: { id: "fresh" } });
    expect(json(created)).toMatchObject({ id: "fresh", _rid: expect.any(String), _self: expect.any(String) });
    const again = await dotnet.send("POST", "/dbs", { body: { id: "fresh" } });
    expect([again.status, again.error?.code]).toEqual([409, "Conflict"]);
    const container = await dotnet.send("POST", "/dbs/fresh/colls", {
      headers: { "x-ms-offer-throughput": "400" },
      body: {
        indexingPolicy: {
          automatic: true,
          indexingMode: "Consistent",
          includedPaths: [{ path: "/*", indexes: [] }],
          excludedPaths: [],
          compositeIndexes: [
            [
              { path: "/a", order: "ascending" },
              { path: "/b", order: "descending" },
            ],
          ],
          spatialIndexes: [],
          vectorIndexes: [],
          fullTextIndexes: [],
        },
        uniqueKeyPolicy: { uniqueKeys: [] },
        conflictResolutionPolicy: { mode: "LastWriterWins" },
        geospatialConfig: { type: "Geography" },
        id: "typed",
        defaultTtl: -1,
        partitionKey: { paths: ["/pk"], kind: "Hash", version: 2 },
      },
    });
    expect(json(container)).toMatchObject({ id: "typed", partitionKey: { version: 2 }, defaultTtl: -1 });
    expect((await dotnet.send("DELETE", "/dbs/fresh/colls/typed")).status).toBe(204);
  });
});

describe("resources", () => {
  const query = (path: string, body: object) =>
    dotnet.send("POST", path, {
      headers: { "content-type": "application/query+json", "x-ms-documentdb-isquery": "True" },
      body,
    });

  test("throughput is found by the container's id, and replaced by resource id", async () => {
    const found = await query("/offers", {
      query: "select * from root r where r.offerResourceId= @targetRID",
      parameters: [{ name: "@targetRID", value: one.rid }],
    });
    const [offer, ...others] = json(found).Offers;
    expect([offer.content.offerThroughput, others]).toEqual([6000, []]);
    const signedAs = { type: "offers", rid: offer._rid };
    const path = `/offers/${offer._rid}`;
    const read = await dotnet.send("GET", path, { signedAs });
    expect(Number.parseInt(read.headers["x-ms-cosmos-min-throughput"] as string, 10)).toBeGreaterThan(0);
    const { _etag, _ts, _self, _rid, offerResourceId, offerVersion, resource, offerType, id } = offer;
    const content = { offerThroughput: 5000 };
    const body = {
      _etag,
      _ts,
      _self,
      _rid,
      offerResourceId,
      content,
      offerVersion,
      resource,
      offerType,
      id,
    };
    const replaced = await dotnet.send("PUT", path, { signedAs, body });
    expect(json(replaced).content.offerThroughput).toBe(5000);
  });

  test("feeds and queries of databases and containers are named as it expects", async () => {
    const text = { query: "SELECT * FROM c" };
    for (const [path, name] of [
      ["/dbs", "Databases"],
      [`/dbs/${DATABASE}/colls`, "DocumentCollections"],
    ] as const) {
      const feed = await dotnet.send("GET", path);
      expect(Number.parseInt(feed.headers["x-ms-item-count"] as string, 10)).toBe(json(feed)[name].length);
      expect(json(await query(path, text))[name]).toHaveLength(json(feed)[name].length);
    }
  });

  test("the items of a key are deleted together", async () => {
    await many.point("POST", ["gone"], undefined, { id: "1", pk: "gone" });
    const deleted = await dotnet.send("POST", `${many.path}/operations/partitionkeydelete`, {
      headers: { "x-ms-documentdb-partitionkey": '["gone"]' },
      signedAs: { type: "colls", rid: many.path.slice(1) },
    });
    expect(deleted.status).toBe(200);
    expect((await many.point("GET", ["gone"], "1")).status).toBe(404);
  });
});

describe("items", () => {
  test("writes and reads, with and without their content", async () => {
    const key = ["point"];
    const created = await many.point("POST", key, undefined, { id: "p", pk: "point", n: 1 });
    expect([created.status, json(created).n]).toEqual([201, 1]);
    const quiet = { prefer: "return=minimal" };
    const upserted = await many.point(
      "POST",
      key,
      undefined,
      { id: "p", pk: "point", n: 2 },
      {
        "x-ms-documentdb-is-upsert": "True",
        ...quiet,
      },
    );
    expect([upserted.status, upserted.content.length, upserted.headers.etag]).toEqual([
      200,
      0,
      expect.any(String),
    ]);
    const patched = await many.point(
      "PATCH",
      key,
      "p",
      { operations: [{ op: "incr", path: "/n", value: 3 }] },
      {
        "content-type": "application/json-patch+json",
      },
    );
    expect(json(patched).n).toBe(5);
    const etag = patched.headers.etag!;
    const read = await many.point("GET", key, "p", undefined, { "if-none-match": etag });
    expect([read.status, read.content.length]).toEqual([304, 0]);
    expect((await many.point("DELETE", key, "p", undefined, { "if-match": etag })).status).toBe(204);
  });

  test.each([
    "This is a test",
    " Test",
    "Test ",
    "WithUnicode鱀",
    ",=.:~+-@()^${",
    "}[]!_&;'*",
    "a?b",
    "100%",
  ])("the id '%s' is found again", async (id) => {
    expect((await many.point("POST", ["ids"], undefined, { id, pk: "ids" })).status).toBe(201);
    expect(json(await many.point("GET", ["ids"], id)).id).toBe(id);
    expect((await many.point("PUT", ["ids"], id, { id, pk: "ids", n: 1 })).status).toBe(200);
    expect((await many.point("DELETE", ["ids"], id)).status).toBe(204);
  });

  test("an id with a slash leads nowhere, as it is not escaped", async () => {
    expect((await many.point("GET", ["ids"], "a/b")).status).toBe(404);
  });

  test("a session is kept from what was refused, too", async () => {
    const range = many.rangeOf(["k1"]).id;
    const seen = () => many.transport.sessions.get(many.rid)?.get(range);
    const refused: readonly [number, () => ReturnType<typeof many.point>][] = [
      [409, () => many.point("POST", ["k1"], undefined, { id: "1", pk: "k1" })],
      [412, () => many.point("DELETE", ["k1"], "1", undefined, { "if-match": '"other"' })],
    ];
    for (const [status, send] of refused) {
      many.transport.sessions.clear();
      expect((await send()).status).toBe(status);
      expect(seen()).toMatch(/^-?\d+#\d+/);
    }
    // Where something was not found the service does not name the container, and the session stays as it is.
    expect((await many.point("GET", ["k1"], "none")).headers["x-ms-session-token"]).toMatch(/^\d+:-?\d+#\d+/);
    const future = { "x-ms-session-token": `${range}:-1#999999` };
    many.transport.sessions.clear();
    expect(await many.point("GET", ["k1"], "1", undefined, future)).toMatchObject({
      status: 404,
      subStatus: 1002,
    });
    expect(seen()).toBeUndefined();
  });

  test("a stored procedure, and a read of the plain feed", async () => {
    const body = {
      id: "hello",
      body: "function (name) { getContext().getResponse().setBody('hello ' + name); }",
    };
    await dotnet.send("POST", `${many.path}/sprocs`, { body });
    const run = await dotnet.send("POST", `${many.path}/sprocs/hello`, {
      headers: { "x-ms-documentdb-partitionkey": '["k1"]', "x-ms-documentdb-script-enable-logging": "True" },
      body: ["you"],
    });
    expect(json(run)).toBe("hello you");
    const feed = await dotnet.send("GET", `${many.path}/docs`, {
      headers: many.rangeHeaders(many.ranges[0]!),
    });
    expect(Number.parseInt(feed.headers["x-ms-item-count"] as string, 10)).toBe(json(feed).Documents.length);
  });
});

describe("queries", () => {
  const ids = (items: readonly { id: string }[]) =>
    items.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
  const all = Array.from({ length: 30 }, (_, n) => n);

  test("one range runs the query as it is written", async () => {
    const run = (query: string, pageSize?: number) =>
      one.query({ query }, { optimistic: true, ...(pageSize === undefined ? {} : { pageSize }) });
    expect(await run("SELECT VALUE COUNT(1) FROM c")).toEqual([30]);
    expect(await run("SELECT VALUE AVG(c.n) FROM c")).toEqual([14.5]);
    expect(await run("SELECT COUNT(1) AS c, MAX(c.n) AS m FROM c")).toEqual([{ c: 30, m: 29 }]);
    expect(await run("SELECT VALUE c.n FROM c ORDER BY c.n DESC", 7)).toEqual(all.toReversed());
    expect((await run("SELECT DISTINCT VALUE c.pk FROM c")).toSorted()).toEqual([
      "k0",
      "k1",
      "k2",
      "k3",
      "k4",
      "k5",
      "k6",
    ]);
    expect(await run("SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 2 LIMIT 3")).toEqual([2, 3, 4]);
    expect(await run("SELECT c.pk, COUNT(1) AS n FROM c GROUP BY c.pk")).toHaveLength(7);
  });

  test("many ranges are asked one by one, with the plan's query", async () => {
    const spec = { query: "SELECT * FROM c WHERE c.n < @max", parameters: [{ name: "@max", value: 20 }] };
    const plan = await many.plan(spec);
    expect(plan.queryRanges).toEqual([{ min: "", max: "FF", isMinInclusive: true, isMaxInclusive: false }]);
    const found = await Promise.all(many.ranges.map((range) => many.query(spec, { range, pageSize: 4 })));
    expect(ids(found.flat())).toEqual(all.slice(0, 20));

    const sorted = await many.plan({ query: "SELECT c.id, c.n FROM c ORDER BY c.n DESC" });
    expect(sorted.queryInfo).toMatchObject({
      orderBy: ["Descending"],
      distinctType: "None",
      hasSelectValue: false,
    });
    const query = (sorted.queryInfo.rewrittenQuery as string).replaceAll(
      "{documentdb-formattableorderbyquery-filter}",
      "true",
    );
    const rows = (await Promise.all(many.ranges.map((range) => many.query({ query }, { range })))).flat();
    for (const row of rows) {
      expect(row).toMatchObject({ _rid: expect.any(String), orderByItems: [{ item: row.payload.n }] });
    }
    expect(ids(rows.map(({ payload }) => payload))).toEqual(all);

    const counted = await many.plan({ query: "SELECT VALUE COUNT(1) FROM c" });
    expect(counted.queryInfo.aggregates).toEqual(["Count"]);
    const counts = await Promise.all(
      many.ranges.map((range) => many.query({ query: counted.queryInfo.rewrittenQuery }, { range })),
    );
    expect(counts.flat().reduce((sum, [{ item }]) => sum + item, 0)).toBe(30);
  });

  test.each([undefined, ["k3"]])(
    "aggregates have the form that its aggregators read, key %s",
    async (key) => {
      const across = async (query: string) => {
        const { queryInfo } = await many.plan({ query }, key);
        const spec = { query: queryInfo.rewrittenQuery };
        const parts = key ? [{ key }] : many.ranges.map((range) => ({ range }));
        return (await Promise.all(parts.map((part) => many.query(spec, part)))).flat();
      };
      const numbers = key ? [3, 10, 17, 24] : all;
      const total = numbers.reduce((sum, n) => sum + n, 0);
      const sums = (await across("SELECT VALUE AVG(c.n) FROM c")).map(([{ item }]) => item);
      expect(sums.reduce((sum, item) => sum + item.sum, 0)).toBe(total);
      expect(sums.reduce((sum, item) => sum + item.count, 0)).toBe(numbers.length);
      for (const [name, combine] of [
        ["min", Math.min],
        ["max", Math.max],
      ] as const) {
        const all = await across(`SELECT VALUE ${name.toUpperCase()}(c.n) FROM c`);
        const parts = all.filter(([{ item2 }]) => item2.count > 0);
        expect(combine(...parts.map(([{ item2 }]) => item2[name]))).toBe(combine(...numbers));
        expect(parts.reduce((sum, [{ item2 }]) => sum + item2.count, 0)).toBe(numbers.length);
      }
      const groups = await across("SELECT c.pk, AVG(c.n) AS mean, COUNT(1) AS n FROM c GROUP BY c.pk");
      for (const { groupByItems, payload } of groups) {
        expect(payload).toEqual({
          pk: groupByItems[0].item,
          mean: { item: { sum: expect.any(Number), count: payload.n.item } },
          n: { item: expect.any(Number) },
        });
      }
      expect(groups).toHaveLength(key ? 1 : 7);
    },
  );

  test("a key is sent alone, without the header of crossing", async () => {
    const spec = { query: "SELECT * FROM c ORDER BY c.n" };
    expect((await many.query(spec, { key: ["k3"] })).map(({ n }) => n)).toEqual([3, 10, 17, 24]);
    expect((await many.plan(spec, ["k3"])).queryInfo.orderBy).toEqual(["Ascending"]);
  });

  test("a syntax error of a plan is an error resource", async () => {
    await expect(many.plan({ query: "SELECT FROM WHERE" })).rejects.toThrow(/Syntax error|syntax/i);
  });

  test("many items are read by range", async () => {
    const wanted = [0, 5, 11, 29, 17].map((n) => ({ id: `${n}`, key: `k${n % 7}` }));
    expect(ids(await many.readMany([...wanted, { id: "none", key: "k1" }]))).toEqual([0, 5, 11, 17, 29]);
    expect(ids(await one.readMany(wanted))).toEqual([0, 5, 11, 17, 29]);
    const thousand = Array.from({ length: 1000 }, (_, n) => ({ id: `${n}`, key: `k${n % 7}` }));
    expect(ids(await one.readMany(thousand))).toEqual(all);
    const none = 'SELECT * FROM c WHERE ( ( c.id = @param_id0 AND IS_DEFINED(c["pk"]) = false ) )';
    expect(await one.query({ query: none, parameters: [{ name: "@param_id0", value: "1" }] })).toEqual([]);
  });
});

describe("hierarchical keys", () => {
  test("a prefix is a part of one range, or of several", async () => {
    const definition = { paths: ["/tenant", "/user"], kind: "MultiHash", version: 2 } as const;
    await server.createContainer("tree", { partitionKey: definition as never, partitions: 2 });
    const tree = await DotnetContainer.open(dotnet, `/dbs/${DATABASE}/colls/tree`);
    for (const tenant of ["a", "b", "c"]) {
      for (const user of ["1", "2", "3"]) {
        const created = await tree.point("POST", [tenant, user], undefined, { id: user, tenant, user });
        expect(created.status).toBe(201);
      }
    }
    for (const tenant of ["a", "b", "c"]) {
      const prefix = epkRangeOfPrefix([tenant], definition as never);
      const { min, max } = prefix;
      const within = tree.ranges.filter((range) => range.min < max && min < range.max);
      const parts = within.map((range) => ({
        min: range.min > min ? range.min : min,
        max: range.max < max ? range.max : max,
      }));
      const found = await Promise.all(
        parts.map((range) => tree.query({ query: "SELECT * FROM c" }, { range })),
      );
      expect(
        found
          .flat()
          .map((item) => `${item.tenant}${item.user}`)
          .toSorted(),
      ).toEqual([1, 2, 3].map((n) => `${tenant}${n}`));
      const changed = await Promise.all(parts.map((range) => tree.changes(range, {})));
      expect(changed.flatMap(({ items }) => items)).toHaveLength(3);
    }
  });
});
