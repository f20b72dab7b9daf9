/** An index that older rules made is made anew while the container serves, where the rules make a difference. */
import { expect, test } from "vitest";
import type { KeyValueStore } from "../../kv/key-value-store.ts";
import { MemoryStore } from "../../kv/memory-store.ts";
import { CATALOG_SPACE, FORMAT_KEY } from "../../store/catalog-space.ts";
import { INDEX_RULES_VERSION } from "../../store/index-definition.ts";
import type { JsonObject } from "../../value/json.ts";
import type { Container } from "../container/container.ts";
import { findings, newContainer, openEngine, plain, queryAll } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { createOne } from "../items/items.ts";
import { queryContainer } from "../queries/query-container.ts";
import { markAsFormat2, type Unheeded } from "./format-2.fixture.ts";

const ITEMS = 250;
const POLICY: JsonObject = { includedPaths: [{ path: "/*" }, { path: "/double/?" }] };

const FULL_TEXT: Unheeded = {
  policy: { fullTextIndexes: [{ path: "/text" }] },
  body: {
    fullTextPolicy: { defaultLanguage: "en-US", fullTextPaths: [{ path: "/text", language: "en-US" }] },
  },
};
const VECTOR = { path: "/vector", dataType: "float32", dimensions: 2, distanceFunction: "cosine" };
const UNHEEDED: readonly [string, Unheeded][] = [
  ["spatial indexes", { policy: { spatialIndexes: [{ path: "/place/*", types: ["Point"] }] } }],
  ["full-text indexes", FULL_TEXT],
  [
    "vector indexes",
    {
      policy: { vectorIndexes: [{ path: "/vector", type: "flat" }] },
      body: { vectorEmbeddingPolicy: { vectorEmbeddings: [VECTOR] } },
    },
  ],
  [
    "computed properties",
    { body: { computedProperties: [{ name: "double", query: "SELECT VALUE 2 * c.n FROM c" }] } },
  ],
];

const NEAR = `SELECT VALUE c.n FROM c
  WHERE ST_DISTANCE(c.place, {"type": "Point", "coordinates": [3, 3]}) < 1000 ORDER BY c.n`;

/** What a version of format 2 left. */
async function oldFolder(unheeded?: Unheeded): Promise<MemoryStore> {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine, { indexingPolicy: POLICY }, 20_000);
  for (let n = 0; n < ITEMS; n++) {
    const place = { type: "Point", coordinates: [n % 50, n % 50] };
    const item = { id: `${n}`, pk: `${n % 7}`, n, place, text: `word ${n}`, vector: [n, 1] };
    await createOne(container, item, plain);
  }
  await engine.settled();
  await markAsFormat2(kv, unheeded);
  return kv;
}

async function start(kv: KeyValueStore): Promise<{ engine: Engine; container: Container }> {
  const engine = await openEngine(kv);
  await engine.bringUpToDate({ path: "", keep: () => Promise.reject(new Error("nothing is set aside")) });
  return { engine, container: await engine.openContainer("db", "c") };
}

test.each(UNHEEDED)("with %s that format 2 did not heed", async (_, unheeded) => {
  const kv = await oldFolder(unheeded);
  const { engine, container } = await start(kv);
  expect(await queryAll(container, NEAR)).toEqual([3, 53, 103, 153, 203]);
  expect(await findings(engine)).toEqual([]);
  await engine.settled();
  expect(container.indexes.states).toMatchObject([{ generation: 1, rules: INDEX_RULES_VERSION }]);
  expect(container.indexProgress).toBe(100);
  expect(await queryAll(container, NEAR)).toEqual([3, 53, 103, 153, 203]);
  expect(await findings(engine)).toEqual([]);
  expect((await kv.get(CATALOG_SPACE, FORMAT_KEY))!.toString()).toBe('{"format":4}');
  const again = await start(kv);
  expect(again.container.indexes.isChanging).toBe(false);
});

test("computed properties are looked up once the index is made anew", async () => {
  const { engine, container } = await start(await oldFolder(UNHEEDED.at(-1)![1]));
  const loaded = async () => {
    const query = { text: "SELECT VALUE c.n FROM c WHERE c.double = 20", parameters: [] };
    const { rows, work } = await queryContainer(container, query, plain);
    return [rows.map((row) => row.value()), work.itemsLoaded];
  };
  expect((await loaded())[0]).toEqual([10]);
  await engine.settled();
  expect(await loaded()).toEqual([[10], 1]);
});

test("an index of which all was heeded stays as it is", async () => {
  const { engine, container } = await start(await oldFolder());
  await engine.settled();
  expect(container.indexes.states).toMatchObject([{ generation: 0 }]);
  expect(await findings(engine)).toEqual([]);
});

test("a policy that was being applied is applied first", async () => {
  const kv = await oldFolder();
  const engine = await openEngine(kv);
  engine.stop();
  const container = await engine.openContainer("db", "c");
  await engine.containers.replace(container.names, {
    ...container.resource.body,
    indexingPolicy: { includedPaths: [{ path: "/n/?" }], excludedPaths: [{ path: "/*" }] },
  });
  await engine.settled();
  await markAsFormat2(kv, FULL_TEXT);
  const next = await start(kv);
  expect(next.container.indexes.states).toHaveLength(2);
  await next.engine.settled();
  expect(next.container.indexes.states).toMatchObject([{ generation: 2, rules: INDEX_RULES_VERSION }]);
  expect(await findings(next.engine)).toEqual([]);
});
