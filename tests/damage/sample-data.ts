/** A data folder with something of everything that is stored, and every answer that can be read from it. */
import { ChangeFeedStartFrom, type Container, type ContainerRequest, type CosmosClient } from "@azure/cosmos";
import type { Orrery } from "orrerydb";
import { integerBelow, seededRandom } from "../harness/seeded-random.ts";

const DATABASE = "shop";
const CONTAINER = "orders";
const ITEMS = 240;
const KEYS = 12;
/** So that there are several tables: LevelDB makes one of every 4 MB. Not indexed, and of chance, since tables are packed. */
const PAYLOAD_BYTES = 45_000;
const LATE_ITEMS = 10;

const DEFINITION = {
  id: CONTAINER,
  partitionKey: { paths: ["/pk"] },
  throughput: 18_000,
  defaultTtl: -1,
  uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/serial"] }] },
  indexingPolicy: {
    indexingMode: "consistent",
    automatic: true,
    includedPaths: [{ path: "/*" }],
    excludedPaths: [{ path: "/payload/?" }, { path: "/vector/*" }],
    compositeIndexes: [
      [
        { path: "/kind", order: "ascending" },
        { path: "/n", order: "descending" },
      ],
    ],
    spatialIndexes: [{ path: "/place/?", types: ["Point"] }],
    fullTextIndexes: [{ path: "/text" }],
    vectorIndexes: [{ path: "/vector", type: "quantizedFlat" }],
  },
  fullTextPolicy: { defaultLanguage: "en-US", fullTextPaths: [{ path: "/text", language: "en-US" }] },
  vectorEmbeddingPolicy: {
    vectorEmbeddings: [
      { path: "/vector", dataType: "float32", distanceFunction: "euclidean", dimensions: 4 },
    ],
  },
};

const SCRIPT = { id: "script", body: "function () { getContext().getResponse().setBody('sold'); }" };

const QUERIES: readonly string[] = [
  "SELECT c.id, c.n FROM c WHERE c.n >= 40 AND c.n < 90 ORDER BY c.n",
  "SELECT VALUE COUNT(1) FROM c WHERE c.kind = 'b'",
  "SELECT c.kind, COUNT(1) AS many, SUM(c.n) AS sum FROM c GROUP BY c.kind",
  "SELECT c.id FROM c WHERE c.kind = 'a' ORDER BY c.kind ASC, c.n DESC",
  "SELECT c.id FROM c WHERE ARRAY_CONTAINS(c.tags, 'red')",
  "SELECT c.id FROM c WHERE ST_DISTANCE(c.place, {'type':'Point','coordinates':[10,10]}) < 500000",
  "SELECT c.id FROM c WHERE FullTextContains(c.text, 'comet')",
  "SELECT TOP 5 c.id FROM c ORDER BY VectorDistance(c.vector, [0.1, 0.5, 0.3, 0.9])",
  "SELECT c.id, c.payload FROM c WHERE c.serial = 's77'",
  "SELECT * FROM c",
];

export async function fillServer(orrery: Orrery): Promise<void> {
  const client = orrery.client();
  const { database } = await client.databases.create({ id: DATABASE });
  const { container } = await database.containers.create(DEFINITION as unknown as ContainerRequest);
  await database.users.create({ id: "ada" });
  await container.scripts.storedProcedures.create(SCRIPT);
  await container.scripts.triggers.create({
    ...SCRIPT,
    triggerOperation: "All",
    triggerType: "Pre",
  } as never);
  await container.scripts.userDefinedFunctions.create({
    id: "twice",
    body: "function (x) { return 2 * x; }",
  });
  const random = seededRandom(7);
  for (let i = 0; i < ITEMS; i++) await container.items.create(itemOf(i, random, PAYLOAD_BYTES));
  // Small ones at last, which are in the log alone; and rows that are changed and deleted.
  for (let i = 0; i < LATE_ITEMS; i++) await container.items.create(itemOf(ITEMS + i, random, 100));
  for (let i = 0; i < 5; i++) await container.item(`i${i}`, `k${i % KEYS}`).delete();
  await container.items.upsert({ ...itemOf(9, random, 50), n: 1_000 });
}

function itemOf(i: number, random: () => number, payloadBytes: number) {
  return {
    id: `i${i}`,
    pk: `k${i % KEYS}`,
    serial: `s${i}`,
    n: i,
    kind: "abc"[i % 3],
    tags: i % 4 === 0 ? ["red", "round"] : ["blue"],
    place: { type: "Point", coordinates: [integerBelow(random, 30), integerBelow(random, 30)] },
    text: i % 5 === 0 ? "a comet over the harbour" : "the sky is empty",
    vector: [random(), random(), random(), random()],
    ...(i % 10 === 3 ? { ttl: 1_000_000_000 } : {}),
    payload: chanceText(random, payloadBytes),
  };
}

function chanceText(random: () => number, length: number): string {
  let text = "";
  while (text.length < length) text += Math.floor(random() * 2 ** 52).toString(36);
  return text.slice(0, length);
}

/** What is asked, and what came out: the answer, or the failure in words. */
export type Answers = ReadonlyMap<string, string>;

/** Every item, every index, every feed and every resource. */
export async function readEverything(orrery: Orrery): Promise<Answers> {
  const client = orrery.client();
  const container = client.database(DATABASE).container(CONTAINER);
  const answers = new Map<string, string>();
  const ask = async (name: string, read: () => Promise<unknown>) => {
    answers.set(name, await read().then((answer) => JSON.stringify(answer), failureText));
  };
  for (let i = 0; i < ITEMS + LATE_ITEMS; i++) {
    await ask(`item i${i}`, async () => (await container.item(`i${i}`, `k${i % KEYS}`).read()).resource);
  }
  for (const query of QUERIES) {
    await ask(query, async () => (await container.items.query(query).fetchAll()).resources);
  }
  await ask("change feed", () => changeFeed(container));
  await ask("procedure", async () => {
    const { resource } = await container.scripts.storedProcedure("script").execute("k1");
    return resource;
  });
  for (const [name, read] of resourceReads(client, container)) await ask(name, read);
  return answers;
}

function resourceReads(
  client: CosmosClient,
  container: Container,
): readonly (readonly [string, () => Promise<unknown>])[] {
  const all = async (feed: { readAll(): { fetchAll(): Promise<{ resources: unknown }> } }) =>
    (await feed.readAll().fetchAll()).resources;
  return [
    ["container", async () => (await container.read()).resource],
    ["databases", () => all(client.databases)],
    ["containers", () => all(client.database(DATABASE).containers)],
    ["offers", () => all(client.offers)],
    ["users", () => all(client.database(DATABASE).users)],
    ["procedures", () => all(container.scripts.storedProcedures)],
    ["triggers", () => all(container.scripts.triggers)],
    ["functions", () => all(container.scripts.userDefinedFunctions)],
  ];
}

async function changeFeed(container: Container): Promise<unknown[]> {
  const iterator = container.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Beginning(),
  });
  const items: unknown[] = [];
  while (iterator.hasMoreResults) {
    const page = await iterator.readNext();
    if (page.statusCode === 304) break;
    items.push(...(page.result as unknown[]));
  }
  return items;
}

function failureText(error: { code?: unknown; message?: string; body?: unknown }): string {
  return `failed with ${String(error.code)}: ${error.message ?? String(error)}`;
}
