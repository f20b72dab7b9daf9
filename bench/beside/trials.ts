/** What is tried on each server, and how one tells. */
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
  BulkOperationType,
  ChangeFeedStartFrom,
  type Container,
  CosmosClient,
  type Database,
  type ItemDefinition,
} from "@azure/cosmos";

export interface Trial {
  readonly database: Database;
  readonly endpoint: string;
}

interface NamedTrial {
  readonly what: string;
  /** The words of a cell; a failure is a no. */
  readonly attempt: (trial: Trial) => Promise<string | boolean>;
}

const TTL_SECONDS = 1;
const TTL_WAIT_MS = 3_000;

/** The ids of what `filled` says of bicycles. */
const ODD = ["1", "3", "5", "7", "9"];

async function containerOf({ database }: Trial, body: object = {}): Promise<Container> {
  const definition = { id: "c", partitionKey: { paths: ["/pk"] }, ...body };
  return (await database.containers.create(definition as never)).container;
}

async function filled(trial: Trial, body: object = {}): Promise<Container> {
  const container = await containerOf(trial, body);
  for (let i = 0; i < 10; i++)
    await container.items.create({
      id: `${i}`,
      pk: `k${i % 3}`,
      n: i,
      text: i % 2 ? "red bicycle" : "blue car",
    });
  return container;
}

/** By their texts, whatever the order of their properties. */
function inOrder(rows: readonly unknown[]): unknown[] {
  const textOf = (row: unknown) =>
    JSON.stringify(typeof row === "object" && row !== null ? Object.entries(row).sort() : row);
  return rows.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}

/** Whether the query has exactly these rows, in some order. */
async function answers(container: Container, query: string, rows: readonly unknown[]): Promise<boolean> {
  const { resources } = await container.items.query(query).fetchAll();
  return isDeepStrictEqual(inOrder(resources), inOrder(rows));
}

async function refuses(work: Promise<unknown>, status: number): Promise<boolean> {
  return work.then(
    () => false,
    (error: { code?: unknown }) => error.code === status,
  );
}

export const TRIALS: readonly NamedTrial[] = [
  {
    what: "physical partitions of a container with 20,000 RU/s",
    attempt: async (trial) => {
      const container = await containerOf(trial, { throughput: 20_000 });
      return String((await container.readPartitionKeyRanges().fetchAll()).resources.length);
    },
  },
  {
    what: "charge of a create: a small item, and one with 50 more properties",
    attempt: async (trial) => {
      const container = await containerOf(trial);
      const more = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`p${i}`, i]));
      const small = await container.items.create({ id: "1", pk: "a" });
      const large = await container.items.create({ id: "2", pk: "a", ...more });
      return `${small.requestCharge}, ${large.requestCharge}`;
    },
  },
  {
    what: "a query of one partition key",
    attempt: async (trial) => {
      const container = await filled(trial);
      const { resources } = await container.items.query("SELECT * FROM c", { partitionKey: "k1" }).fetchAll();
      return resources.length === 3 ? "has that key's items" : "has other items too";
    },
  },
  {
    what: "GROUP BY",
    attempt: async (trial) =>
      answers(await filled(trial), "SELECT c.pk, COUNT(1) AS n FROM c GROUP BY c.pk", [
        { pk: "k0", n: 4 },
        { pk: "k1", n: 3 },
        { pk: "k2", n: 3 },
      ]),
  },
  {
    what: "ORDER BY over partition keys",
    attempt: async (trial) => {
      const container = await filled(trial);
      const { resources } = await container.items
        .query("SELECT VALUE c.n FROM c ORDER BY c.n DESC")
        .fetchAll();
      return resources.join() === "9,8,7,6,5,4,3,2,1,0";
    },
  },
  {
    what: "LIKE",
    attempt: async (trial) =>
      answers(await filled(trial), "SELECT VALUE c.id FROM c WHERE c.text LIKE '%bicy%'", ODD),
  },
  {
    what: "FullTextContains",
    attempt: async (trial) => {
      const container = await filled(trial, {
        fullTextPolicy: { defaultLanguage: "en-US", fullTextPaths: [{ path: "/text", language: "en-US" }] },
        indexingPolicy: { fullTextIndexes: [{ path: "/text" }] },
      });
      const query = "SELECT VALUE c.id FROM c WHERE FullTextContains(c.text, 'bicycle')";
      return answers(container, query, ODD);
    },
  },
  {
    what: "VectorDistance",
    attempt: async (trial) => {
      const container = await containerOf(trial, {
        vectorEmbeddingPolicy: {
          vectorEmbeddings: [{ path: "/v", dataType: "float32", distanceFunction: "cosine", dimensions: 2 }],
        },
      });
      await container.items.create({ id: "1", pk: "a", v: [1, 0] });
      await container.items.create({ id: "2", pk: "a", v: [0, 1] });
      const query = "SELECT TOP 1 c.id FROM c ORDER BY VectorDistance(c.v, [0.1, 0.9])";
      return answers(container, query, [{ id: "2" }]);
    },
  },
  {
    what: "spatial: ST_DISTANCE",
    attempt: async (trial) => {
      const container = await containerOf(trial);
      await container.items.create({ id: "1", pk: "a", at: { type: "Point", coordinates: [13.4, 52.5] } });
      const query =
        "SELECT VALUE c.id FROM c WHERE ST_DISTANCE(c.at, {'type': 'Point', 'coordinates': [13.4, 52.51]}) < 2000";
      return answers(container, query, ["1"]);
    },
  },
  {
    what: "stored procedures",
    attempt: async (trial) => {
      const container = await containerOf(trial);
      const body = "function () { getContext().getResponse().setBody(7); }";
      await container.scripts.storedProcedures.create({ id: "p", body });
      return (await container.scripts.storedProcedure("p").execute("a")).resource === 7;
    },
  },
  {
    what: "triggers",
    attempt: async (trial) => {
      const container = await containerOf(trial);
      const body =
        "function () { const r = getContext().getRequest(); const b = r.getBody(); b.seen = 1; r.setBody(b); }";
      const triggerOperation = "Create" as never;
      await container.scripts.triggers.create({
        id: "t",
        body,
        triggerType: "Pre" as never,
        triggerOperation,
      });
      await container.items.create({ id: "1", pk: "a" }, { preTriggerInclude: ["t"] });
      return (await container.item("1", "a").read<ItemDefinition>()).resource?.seen === 1;
    },
  },
  {
    what: "user-defined functions",
    attempt: async (trial) => {
      const container = await filled(trial);
      await container.scripts.userDefinedFunctions.create({
        id: "twice",
        body: "function (n) { return 2 * n; }",
      });
      return answers(container, "SELECT VALUE udf.twice(c.n) FROM c WHERE c.id = '3'", [6]);
    },
  },
  {
    what: "unique keys",
    attempt: async (trial) => {
      const container = await containerOf(trial, { uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/mail"] }] } });
      await container.items.create({ id: "1", pk: "a", mail: "x" });
      return refuses(container.items.create({ id: "2", pk: "a", mail: "x" }), 409);
    },
  },
  {
    what: "a write with an old ETag is refused",
    attempt: async (trial) => {
      const container = await containerOf(trial);
      const { resource } = await container.items.create({ id: "1", pk: "a" });
      await container.item("1", "a").replace({ id: "1", pk: "a", n: 1 });
      const accessCondition = { type: "IfMatch", condition: (resource as ItemDefinition)._etag };
      return refuses(container.item("1", "a").replace({ id: "1", pk: "a", n: 2 }, { accessCondition }), 412);
    },
  },
  {
    what: "patch",
    attempt: async (trial) => {
      const container = await filled(trial);
      await container.item("1", "k1").patch([{ op: "set", path: "/n", value: 6 }]);
      return (await container.item("1", "k1").read<ItemDefinition>()).resource?.n === 6;
    },
  },
  {
    what: "hierarchical keys",
    attempt: async (trial) => {
      const partitionKey = { paths: ["/tenant", "/user"], kind: "MultiHash", version: 2 };
      const container = await containerOf(trial, { partitionKey });
      await container.items.create({ id: "1", tenant: "a", user: "b" });
      return (await container.item("1", ["a", "b"]).read()).statusCode === 200;
    },
  },
  {
    what: "change feed",
    attempt: async (trial) => {
      const container = await filled(trial);
      const feed = container.items.getChangeFeedIterator({
        changeFeedStartFrom: ChangeFeedStartFrom.Beginning(),
      });
      let count = 0;
      for (let page = 0; page < 20; page++) count += (await feed.readNext()).result?.length ?? 0;
      return count === 10 ? "yes" : "repeats itself";
    },
  },
  {
    what: "a batch of which one operation fails",
    attempt: async (trial) => {
      const container = await containerOf(trial);
      await container.items.create({ id: "there", pk: "a" });
      const create = (id: string) => ({
        operationType: BulkOperationType.Create,
        resourceBody: { id, pk: "a" },
      });
      await container.items.batch([create("new"), create("there")], "a").catch(() => {});
      const { statusCode } = await container.item("new", "a").read();
      return statusCode === 404 ? "is undone" : "what came before stays";
    },
  },
  {
    what: "items past their time to live",
    attempt: async (trial) => {
      const container = await containerOf(trial, { defaultTtl: TTL_SECONDS });
      await container.items.create({ id: "1", pk: "a" });
      await sleep(TTL_WAIT_MS);
      return (await container.item("1", "a").read()).statusCode === 404 ? "are gone" : "are still there";
    },
  },
  {
    what: "an item of 3 MB is refused",
    attempt: async (trial) => {
      const container = await containerOf(trial);
      return refuses(container.items.create({ id: "1", pk: "a", text: "x".repeat(3_000_000) }), 413);
    },
  },
  {
    what: "a client with a wrong key",
    attempt: async ({ endpoint }) => {
      const key = Buffer.from("a wrong key").toString("base64");
      const stranger = new CosmosClient({
        endpoint,
        key,
        connectionPolicy: { enableEndpointDiscovery: false },
      });
      return stranger.databases.create({ id: "stranger" }).then(
        () => "is let in",
        (error: { code?: unknown }) => String(error.code),
      );
    },
  },
];
