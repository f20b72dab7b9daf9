/** One container whose partitions are served by different nodes: every node answers everything, as one server would. */
import type { Container } from "@azure/cosmos";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { beside } from "../harness/beside.ts";
import { PostgresServer } from "../harness/postgres-server.ts";
import { TestNode } from "./test-node.ts";

const postgres = await PostgresServer.start("one container on several nodes");
const NODES = 3;
/** Long enough for a busy machine: what moves, moves for a reason. */
const LEASE_MS = 4_000;
/** Partitions that were gathered are shared out again within it. */
const SHARED_OUT = { timeout: 60_000 };
const LIMIT = { timeout: 180_000 };
const PARTITIONS = 4;
/** As many partitions as there should be. */
const RU_PER_SECOND = PARTITIONS * 6_000;
const KEYS = Array.from({ length: 24 }, (_, i) => `key ${i}`);
const PATH = "/dbs/shop/colls/c";

describe.skipIf(postgres === undefined)("on PostgreSQL", () => {
  let nodes: TestNode[];

  async function start(options: Parameters<typeof TestNode.start>[1] = {}): Promise<void> {
    const url = await postgres!.newDatabase();
    const lease = { leaseMs: LEASE_MS, ...options };
    nodes = await Promise.all(Array.from({ length: NODES }, () => TestNode.start(url, lease)));
    await nodes[0]!.client.databases.create({ id: "shop" });
  }

  async function make(definition: object = {}, change = async () => {}): Promise<void> {
    const database = nodes[0]!.client.database("shop");
    await database.containers.create({
      id: "c",
      partitionKey: "/pk",
      throughput: RU_PER_SECOND,
      ...definition,
    });
    await change();
    await Promise.all(KEYS.map((pk, i) => on(i).items.create({ id: "1", pk, n: i })));
    await expect.poll(spread, SHARED_OUT).toEqual([1, 1, 2]);
  }

  const on = (i: number): Container => nodes[i % NODES]!.client.database("shop").container("c");
  const each = <T>(work: (node: TestNode, container: Container) => Promise<T>) =>
    Promise.all(nodes.map((node, i) => work(node, on(i))));
  /** How many partitions each node serves. */
  const spread = async () =>
    (await nodes[0]!.nodes()).map(({ partitions }) => partitions).sort((a, b) => a - b);
  const rangesOf = async (node: TestNode) =>
    JSON.parse((await node.raw.send("GET", `${PATH}/pkranges`)).text).PartitionKeyRanges as {
      id: string;
      lsn: number;
    }[];

  /** A query that the server merges. */
  const merged = (node: TestNode, query: string, continuation?: string) =>
    node.raw.send("POST", `${PATH}/docs`, {
      headers: {
        "content-type": "application/query+json",
        "x-ms-documentdb-isquery": "true",
        "x-ms-documentdb-query-enablecrosspartition": "true",
        "x-ms-max-item-count": "5",
        ...(continuation !== undefined && { "x-ms-continuation": continuation }),
      },
      body: { query },
    });

  beforeEach(() => {
    nodes = [];
  });
  afterEach(() => Promise.all(nodes.map((node) => node.stop())));
  afterAll(() => postgres?.stop());

  test(
    "what concerns one key or one range goes to its node, from every node, and nothing moves for it",
    LIMIT,
    async () => {
      await start();
      await make({ defaultTtl: -1, changeFeedPolicy: undefined });
      await on(1).scripts.storedProcedures.create({
        id: "count",
        body: `function () {
        const container = getContext().getCollection();
        container.queryDocuments(container.getSelfLink(), "SELECT VALUE COUNT(1) FROM c", (error, [count]) => {
          if (error) throw error;
          getContext().getResponse().setBody(count);
        });
      }`,
      });
      // The definition was changed by one that had all of them.
      expect(await spread()).toEqual([0, 0, PARTITIONS]);
      await expect.poll(spread, SHARED_OUT).toEqual([1, 1, 2]);
      const before = await nodes[0]!.nodes();
      for (const [i, pk] of KEYS.entries()) {
        const node = nodes[(i + 1) % NODES]!;
        const container = on(i + 1);
        expect((await container.item("1", pk).read()).resource).toMatchObject({ n: i });
        await container.item("1", pk).patch([{ op: "incr", path: "/n", value: 100 }]);
        const { result } = await container.items.batch(
          [
            { operationType: "Create", resourceBody: { id: "2", pk, n: i } },
            { operationType: "Upsert", resourceBody: { id: "3", pk, n: i } },
          ],
          pk,
        );
        expect(result!.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
        // Without the key in a header, the item says it.
        const { status } = await node.raw.send("POST", `${PATH}/docs`, { body: { id: "4", pk } });
        expect(status).toBe(201);
        // A machine that is too busy for the wall time of a script rolls it back, and it can run again.
        const count = async () => (await container.scripts.storedProcedure("count").execute(pk)).resource;
        await expect.poll(count).toBe(4);
        const { resources } = await container.items
          .query("SELECT VALUE c.id FROM c ORDER BY c.id DESC", { partitionKey: pk })
          .fetchAll();
        expect(resources).toEqual(["4", "3", "2", "1"]);
      }
      await each(async (node) => {
        const ids: string[] = [];
        const fed: string[] = [];
        const ranges = await rangesOf(node);
        expect(ranges).toHaveLength(PARTITIONS);
        for (const { id } of ranges) {
          const headers = { "x-ms-documentdb-partitionkeyrangeid": id, "x-ms-max-item-count": "1000" };
          const query = { query: "SELECT VALUE c.pk FROM c WHERE c.id = '1' ORDER BY c.n" };
          const answer = await node.raw.send("POST", `${PATH}/docs`, {
            headers: {
              ...headers,
              "content-type": "application/query+json",
              "x-ms-documentdb-isquery": "true",
            },
            body: query,
          });
          ids.push(...JSON.parse(answer.text).Documents);
          const feed = await node.raw.send("GET", `${PATH}/docs`, {
            headers: { ...headers, "a-im": "Incremental feed" },
          });
          fed.push(...JSON.parse(feed.text).Documents.map(({ id: item }: { id: string }) => item));
        }
        expect(ids.sort()).toEqual([...KEYS].sort());
        expect(fed).toHaveLength(4 * KEYS.length);
      });
      // Nor for what is read of several partitions: that is done at one moment of the database.
      await each(async (_, container) => {
        const seen: number[] = [];
        let continuation: string | undefined;
        for (let page = 0; page === 0 || continuation !== undefined; page++) {
          // Each page from another node.
          const node = nodes[page % NODES]!;
          const answer = await merged(
            node,
            "SELECT VALUE c.n FROM c WHERE c.n >= 100 ORDER BY c.n DESC",
            continuation,
          );
          expect(answer.status).toBe(200);
          seen.push(...JSON.parse(answer.text).Documents);
          continuation = answer.headers["x-ms-continuation"] as string | undefined;
        }
        expect(seen).toEqual(KEYS.map((__, n) => 100 + KEYS.length - 1 - n));
        expect((await container.items.readAll({ maxItemCount: 7 }).fetchAll()).resources).toHaveLength(
          4 * KEYS.length,
        );
        const { resources } = await container.items
          .query({
            query: "SELECT c.id, COUNT(1) AS count FROM c WHERE ARRAY_CONTAINS(@keys, c.pk) GROUP BY c.id",
            parameters: [{ name: "@keys", value: KEYS.slice(0, 10) }],
          })
          .fetchAll();
        expect(resources.sort((a, b) => a.id - b.id)).toEqual(
          ["1", "2", "3", "4"].map((id) => ({ id, count: 10 })),
        );
      });
      // Nor for what is told of the container.
      await each(async (node, container) => {
        const { headers, resource } = await container.read({ populateQuotaInfo: true });
        expect(resource!.id).toBe("c");
        expect(headers["x-ms-resource-usage"]).toContain(`documentsCount=${4 * KEYS.length}`);
        expect((await container.readOffer()).resource!.content!.offerThroughput).toBe(RU_PER_SECOND);
        const path = "dbs/shop/colls/c";
        expect((await node.control.get(path)).body).toMatchObject({
          items: 4 * KEYS.length,
          partitions: PARTITIONS,
        });
        const { partitions } = (await node.control.get(`${path}/partitions`)).body;
        expect(partitions.map(({ lsn }: { lsn: number }) => lsn)).toEqual(
          (await rangesOf(node)).map(({ lsn }) => lsn),
        );
        expect(partitions.every(({ thisMinute }: { thisMinute?: object }) => thisMinute !== undefined)).toBe(
          true,
        );
        const { consumers, largest } = (await node.control.get(`${path}/keys?limit=100`)).body;
        expect(consumers).toHaveLength(KEYS.length);
        expect(largest).toHaveLength(KEYS.length);
        const history = (await node.control.get(`${path}/history`)).body.partitions as {
          points: { ru: number }[];
        }[];
        expect(history).toHaveLength(PARTITIONS);
        const { columns } = (await node.control.get(`${path}/heat?unit=minutes`)).body;
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
        const heat = sum(
          columns.flatMap(({ slices }: { slices: number[][] }) => slices.map(([, ru]) => ru!)),
        );
        // A node remembers where the heat was when a partition goes; what the partition did goes with it.
        const spent = sum(history.flatMap(({ points }) => points.map(({ ru }) => ru)));
        expect(heat).toBeGreaterThan(spent - 1);
        const listed = (await node.control.get("containers")).body.containers;
        expect(listed).toMatchObject([{ container: "c", items: 4 * KEYS.length }]);
      });
      const owned = (all: typeof before) => all.map(({ id, partitions }) => `${id} ${partitions}`).sort();
      expect(owned(await nodes[0]!.nodes())).toEqual(owned(before));
    },
  );

  test("what concerns all partitions is done from every node, while they are written to", LIMIT, async () => {
    await start();
    await make();
    let isOver = false;
    const acknowledged: string[] = [];
    const writers = KEYS.slice(0, 6).map(async (pk, i) => {
      for (let n = 0; !isOver; n++) {
        const { status, text } = await nodes[(i + n) % NODES]!.raw.send("POST", `${PATH}/docs`, {
          headers: { "x-ms-documentdb-partitionkey": JSON.stringify([pk]) },
          body: { id: `w${n}`, pk },
        });
        if (status !== 201) throw new Error(`${status}: ${text}`);
        acknowledged.push(`${pk} w${n}`);
      }
    });
    const done = beside(Promise.all(writers));
    // Pages of a query that the server merges.
    for (const i of [0, 1, 2]) {
      const seen: number[] = [];
      const query = on(i).items.query("SELECT VALUE c.n FROM c WHERE c.n >= 0 ORDER BY c.n DESC", {
        maxItemCount: 5,
      });
      while (query.hasMoreResults()) seen.push(...((await query.fetchNext()).resources ?? []));
      expect(seen).toEqual(KEYS.map((_, n) => KEYS.length - 1 - n));
    }
    const path = "dbs/shop/colls/c";
    const [first, second, ...others] = await rangesOf(nodes[0]!);
    const split = await nodes[1]!.control.post(`${path}/partitions/${others[0]!.id}/split`);
    expect(split.status).toBe(200);
    const merged = await nodes[2]!.control.post(`${path}/merge`, {
      partitions: [first!.id, second!.id],
      force: true,
    });
    expect(merged.status).toBe(200);
    const { resource } = await on(0).read();
    await on(1).replace({
      ...resource!,
      defaultTtl: 1_000,
      indexingPolicy: { excludedPaths: [{ path: "/n/?" }] },
    });
    expect((await on(2).read()).resource).toMatchObject({ defaultTtl: 1_000 });
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 100);
    // They are given back.
    await expect.poll(spread, SHARED_OUT).toEqual([1, 1, 2]);
    isOver = true;
    await done;
    const { resources } = await on(2)
      .items.query("SELECT VALUE CONCAT(c.pk, ' ', c.id) FROM c WHERE c.id != '1'")
      .fetchAll();
    expect(resources.sort()).toEqual(acknowledged.sort());
    expect((await on(1).items.readAll().fetchAll()).resources).toHaveLength(
      acknowledged.length + KEYS.length,
    );
  });

  test(
    "items expire wherever they are, and numbers of logical partitions are given once",
    LIMIT,
    async () => {
      await start();
      await make({ defaultTtl: 1 });
      const links = new Set<string>();
      for (const [i, pk] of KEYS.entries()) {
        const { resource } = await on(i).items.create({ id: "lasting", pk, ttl: -1 });
        links.add(resource!._rid);
      }
      expect(links.size).toBe(KEYS.length);
      const items = async () => (await nodes[0]!.control.get("dbs/shop/colls/c")).body.items;
      await expect.poll(items, SHARED_OUT).toBe(KEYS.length);
    },
  );

  test("a partition that may not spend refuses at its node, whoever is asked", LIMIT, async () => {
    await start({ throttle: "enforce" });
    await make({ throughput: 400 }, async () => {
      const { status } = await nodes[1]!.control.put("dbs/shop/colls/c/partitions", { count: PARTITIONS });
      expect(status).toBe(200);
    });
    // A quarter of the throughput, and what was banked for bursts.
    const text = "x".repeat(1_500_000);
    const statuses = new Set<number>();
    for (let i = 0; !statuses.has(429) && i < 200; i++) {
      const answers = await each((node) =>
        node.raw.send("POST", `${PATH}/docs`, {
          headers: { "x-ms-documentdb-partitionkey": '["hot"]' },
          body: { id: crypto.randomUUID(), pk: "hot", text },
        }),
      );
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses].sort()).toEqual([201, 429]);
    // So does a query over several: the node that reads asks first.
    const answers = await each((node) => merged(node, "SELECT VALUE c.id FROM c ORDER BY c.id"));
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429]);
    const { throttled } = (await nodes[1]!.control.get("dbs/shop/colls/c/keys")).body;
    expect(throttled[0]).toMatchObject({ key: '["hot"]' });
  });
});
