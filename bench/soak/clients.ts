/**
 * Clients that behave: they write to a ring of items, so that the data stays as large as it is, read what they wrote and
 * compare, query, follow the change feed, run procedures and batches, let items expire, and are throttled. Each begins
 * anew from time to time, with new connections and without its session.
 */
import {
  ChangeFeedStartFrom,
  ConnectionMode,
  type Container,
  CosmosClient,
  type Database,
  type OperationInput,
} from "@azure/cosmos";
import { ControlClient } from "../../tests/harness/control-client.ts";
import { integerBelow, seededRandom } from "../../tests/harness/seeded-random.ts";
import type { Load } from "./load.ts";

export interface Endpoint {
  readonly endpoint: string;
  readonly key: string;
}

const DATABASE = "soak";
const RING = 300;
const WRITERS = 3;
const READERS = 3;
/** A client is replaced after so many turns. */
const CLIENT_TURNS = 500;
const WORDS = "amber birch cedar delta ember flint grove heron iris jade kelp larch".split(" ");

const QUERIES = [
  "SELECT TOP 20 * FROM c WHERE c.n > 500 ORDER BY c.n DESC",
  "SELECT c.word, COUNT(1) AS n, SUM(c.n) AS sum FROM c GROUP BY c.word",
  "SELECT DISTINCT VALUE c.word FROM c",
  "SELECT VALUE COUNT(1) FROM c WHERE CONTAINS(c.text, 'heron')",
  "SELECT c.id, t FROM c JOIN t IN c.tags WHERE t > 990 OFFSET 5 LIMIT 10",
  "SELECT VALUE udf.twice(c.n) FROM c WHERE c.writer = 1 AND c.n < 50",
];

export async function startClients(server: Endpoint, load: Load): Promise<void> {
  const { database } = await connect(server).databases.createIfNotExists({ id: DATABASE });
  await createContainers(database);
  await new ControlClient(server).put(`dbs/${DATABASE}/colls/hot/throttle`, { mode: "enforce" });
  for (let i = 0; i < WRITERS; i++) ringWriter(server, load, i);
  for (let i = 0; i < READERS; i++) queryReader(server, load, i);
  feedReader(server, load);
  scripter(server, load);
  expirer(server, load);
  throttled(server, load);
  maker(server, load);
}

function connect({ endpoint, key }: Endpoint): CosmosClient {
  const connectionPolicy = {
    connectionMode: ConnectionMode.Gateway,
    enableBackgroundEndpointRefreshing: false,
    retryOptions: { maxRetryAttemptCount: 0, fixedRetryIntervalInMilliseconds: 0, maxWaitTimeInSeconds: 0 },
  };
  return new CosmosClient({ endpoint, key, connectionPolicy });
}

async function createContainers(database: Database): Promise<void> {
  const partitionKey = { paths: ["/pk"] };
  const { container } = await database.containers.createIfNotExists({
    id: "ring",
    partitionKey,
    throughput: 12_000,
  });
  await database.containers.createIfNotExists({ id: "short", partitionKey, defaultTtl: 10 });
  await database.containers.createIfNotExists({ id: "hot", partitionKey, throughput: 400 });
  await container.scripts.userDefinedFunctions.create({
    id: "twice",
    body: "function (x) { return x + x; }",
  });
  await container.scripts.storedProcedures.create({
    id: "count",
    body: `function () {
      const { getCollection, getResponse } = { getCollection: getContext().getCollection(), getResponse: getContext().getResponse() };
      getCollection.queryDocuments(getCollection.getSelfLink(), "SELECT VALUE COUNT(1) FROM c", (error, rows) => {
        if (error) throw error;
        getResponse.setBody(rows);
      });
    }`,
  });
}

/** A container of a client that is replaced by a new one from time to time. */
function renewed(server: Endpoint, name: string): () => Container {
  let turns = 0;
  let client = connect(server);
  return () => {
    if (++turns % CLIENT_TURNS === 0) {
      client.dispose();
      client = connect(server);
    }
    return client.database(DATABASE).container(name);
  };
}

/** Statuses of the service are answers; all else is a fault of the run. */
async function counted<T extends { readonly statusCode?: number | undefined }>(
  load: Load,
  kind: string,
  work: Promise<T>,
): Promise<T | undefined> {
  try {
    const answer = await work;
    load.answered(kind, answer.statusCode ?? 200);
    return answer;
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string };
    if (typeof code !== "number") throw error;
    load.answered(kind, code, message);
    return undefined;
  }
}

function ringItem(writer: number, place: number, version: number) {
  return {
    id: `${writer}-${place}`,
    pk: `key ${place % 97}`,
    writer,
    version,
    n: (place * 7 + version) % 1_000,
    word: WORDS[(place + version) % WORDS.length],
    text: Array.from({ length: 40 }, (_, i) => WORDS[(place * i + version) % WORDS.length]).join(" "),
    tags: Array.from({ length: 6 }, (_, i) => (place * i + version) % 1_000),
  };
}

/** The only one that writes its items, so it knows what must be read. */
function ringWriter(server: Endpoint, load: Load, writer: number): void {
  const random = seededRandom(writer + 1);
  const container = renewed(server, "ring");
  const versions = new Map<number, number>();
  load.repeat("writer", 40, async () => {
    const place = integerBelow(random, RING);
    const version = (versions.get(place) ?? 0) + 1;
    const { items } = container();
    const written = await counted(load, "write", items.upsert(ringItem(writer, place, version)));
    // What failed may have been written or not.
    if (written === undefined) versions.delete(place);
    else versions.set(place, version);
  });
  load.repeat("point reader", 25, async () => {
    const place = integerBelow(random, RING);
    const known = versions.get(place);
    const item = container().item(`${writer}-${place}`, `key ${place % 97}`);
    const answer = await counted(load, "read", item.read<{ version: number }>());
    if (known === undefined || answer === undefined || !versions.has(place)) return;
    const seen = answer.resource?.version;
    if (seen === undefined || seen < known)
      load.fault(
        "stale item",
        `item ${writer}-${place} was acknowledged in version ${known}, and read in version ${seen}`,
      );
  });
}

function queryReader(server: Endpoint, load: Load, reader: number): void {
  const random = seededRandom(reader + 100);
  const container = renewed(server, "ring");
  load.repeat("query", 150, async () => {
    const iterator = container().items.query(QUERIES[integerBelow(random, QUERIES.length)]!, {
      maxItemCount: 1 + integerBelow(random, 200),
      forceQueryPlan: random() < 0.3,
    });
    // Some are left before their end.
    for (let page = integerBelow(random, 6); page >= 0 && iterator.hasMoreResults(); page--)
      await counted(
        load,
        "query",
        iterator.fetchNext().then(() => ({ statusCode: 200 })),
      );
  });
}

function feedReader(server: Endpoint, load: Load): void {
  const container = renewed(server, "ring");
  let continuation: string | undefined;
  load.repeat("change feed", 250, async () => {
    const changeFeedStartFrom =
      continuation === undefined
        ? ChangeFeedStartFrom.Beginning()
        : ChangeFeedStartFrom.Continuation(continuation);
    const iterator = container().items.getChangeFeedIterator({ changeFeedStartFrom, maxItemCount: 100 });
    const page = await counted(load, "feed", iterator.readNext());
    continuation = page?.continuationToken ?? continuation;
  });
}

function scripter(server: Endpoint, load: Load): void {
  const container = renewed(server, "ring");
  let turn = 0;
  load.repeat("scripts", 200, async () => {
    turn++;
    const key = `key ${turn % 97}`;
    await counted(load, "procedure", container().scripts.storedProcedure("count").execute(key));
    const body = { id: `batch ${turn % 50}`, pk: key, n: turn };
    const operations = [
      { operationType: "Upsert", resourceBody: body },
      { operationType: "Read", id: body.id },
      { operationType: "Delete", id: body.id },
    ] satisfies OperationInput[];
    await counted(load, "batch", batchOf(container(), operations, key));
  });
}

async function batchOf(container: Container, operations: OperationInput[], key: string) {
  const { code } = await container.items.batch(operations, key);
  return { statusCode: code };
}

function expirer(server: Endpoint, load: Load): void {
  const container = renewed(server, "short");
  let turn = 0;
  load.repeat("expiring items", 20, async () => {
    const body = { id: `${turn++}`, pk: `${turn % 10}`, text: "gone soon ".repeat(50) };
    await counted(load, "expiring", container().items.create(body));
  });
}

function throttled(server: Endpoint, load: Load): void {
  const container = renewed(server, "hot");
  let turn = 0;
  load.repeat("throttled", 25, async () => {
    const body = { id: `${turn++ % 100}`, pk: "hot", text: "hot ".repeat(5_000) };
    await counted(load, "throttled", container().items.upsert(body));
  });
}

/** Databases and containers that come and go. */
function maker(server: Endpoint, load: Load): void {
  let turn = 0;
  load.repeat("definitions", 2_000, async () => {
    const client = connect(server);
    const id = `made ${turn++ % 3}`;
    await counted(load, "made", client.databases.create({ id }));
    const database = client.database(id);
    await counted(load, "made", database.containers.create({ id: "c", partitionKey: { paths: ["/pk"] } }));
    const { items } = database.container("c");
    for (let i = 0; i < 20; i++) await counted(load, "made", items.upsert({ id: `${i}`, pk: `${i}` }));
    await counted(load, "made", database.delete());
    client.dispose();
  });
}
