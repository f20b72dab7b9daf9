/** A kind of index that a test adds: it is written, checked, copied to a new generation, and scanned by queries. */
import type { JsonObject } from "@orrerydb/exact-json";
import { afterAll, beforeEach, expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { INDEX_FILTERS } from "../../sql/plan/predicates/index-filters.ts";
import { INDEX_KINDS } from "../../store/indexes/index-kinds.ts";
import { indexName } from "../../value/rows/index-identity.ts";
import type { Container } from "../container/container.ts";
import { failureOf, findings, newContainer, openEngine, plain } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { createOne, deleteOne, replaceOne } from "../items/items.ts";
import { LOWER_CASE_BYTE } from "./lower-case-index.fixture.ts";
import { queryContainer } from "./query-container.ts";

const POLICY: JsonObject = { lowerCaseIndexes: [{ path: "/name" }] };
const NAMES = ["Ada", "ADA", "ada", "Grace", "grace hopper", "Zoe"];
const COUNT = 300;
const IS_ADA = "SELECT VALUE c.id FROM c WHERE LOWER(c.name) = 'ada'";

/** Test files of one process share their modules: others expect the kinds of the database alone. */
afterAll(() => {
  INDEX_KINDS.pop();
  INDEX_FILTERS.pop();
});

let kv: MemoryStore;
let engine: Engine;
let container: Container;

const item = (i: number, name: JsonObject[string] = `name ${i}`): JsonObject => ({
  id: `${i}`,
  pk: "p",
  name,
});

async function fill(indexingPolicy: JsonObject): Promise<void> {
  kv = new MemoryStore();
  engine = await openEngine(kv);
  container = await newContainer(engine, { indexingPolicy });
  for (let i = 0; i < COUNT; i++) await createOne(container, item(i, NAMES[i]), plain);
  await createOne(container, item(COUNT, 5), plain);
}

async function run(text: string) {
  const page = await queryContainer(container, { text, parameters: [] }, plain);
  return {
    ids: page.rows.map((row) => row.value() as string).sort(),
    used: page.indexUsage.used.map(({ index }) => indexName(index)),
    loaded: page.work.itemsLoaded,
  };
}

beforeEach(() => fill(POLICY));

test("queries are answered from its entries", async () => {
  expect(await run(IS_ADA)).toEqual({ ids: ["0", "1", "2"], used: ["/name lower"], loaded: 3 });
  const some = await run("SELECT VALUE c.id FROM c WHERE LOWER(c.name) >= 'grace' AND LOWER(c.name) < 'h'");
  expect(some).toMatchObject({ ids: ["3", "4"], used: ["/name lower"] });
  expect(await run(IS_ADA.replace("c.name", "c.id"))).toMatchObject({ ids: [], used: [] });
});

test("writes take its entries along", async () => {
  await replaceOne(container, "0", item(0, "Eve"), { ...plain, key: ["p"] });
  await replaceOne(container, "9", item(9, "aDa"), { ...plain, key: ["p"] });
  await deleteOne(container, "1", { ...plain, key: ["p"] });
  expect((await run(IS_ADA)).ids).toEqual(["2", "9"]);
  expect(await findings(engine)).toEqual([]);
});

test("the check misses an entry, and finds one too many", async () => {
  const { space } = container.partitions.all[0]!.store;
  const range = { from: Buffer.of(LOWER_CASE_BYTE), to: Buffer.of(LOWER_CASE_BYTE + 1) };
  const keys: Buffer[] = [];
  for await (const rows of kv.scan(space, range)) keys.push(...rows.map(({ key }) => key));
  expect(keys).toHaveLength(COUNT);
  await kv.transact("damage", async (transaction) => transaction.delete(space, keys[0]!));
  expect(await findings(engine)).toContainEqual(
    expect.stringContaining("lacks one of its lower-case index entries"),
  );
  const other = Buffer.concat([keys[0]!.subarray(0, -1), Buffer.of(0x55)]);
  await kv.transact("damage", async (transaction) => {
    transaction.put(space, keys[0]!, Buffer.alloc(0));
    transaction.put(space, other, Buffer.alloc(0));
  });
  expect(await findings(engine)).toContainEqual(
    expect.stringContaining(`${COUNT + 1} lower-case index entries are stored`),
  );
});

test("until a changed policy is applied, it is not used", async () => {
  await fill({});
  expect(await run(IS_ADA)).toMatchObject({ ids: ["0", "1", "2"], used: [] });
  const { names, resource } = container.definition;
  await engine.containers.replace(names, { ...resource.body, indexingPolicy: POLICY });
  expect(container.definition.indexes.indexAt("lowerCase", "/name")).toBeUndefined();
  expect((await run(IS_ADA)).ids).toEqual(["0", "1", "2"]);
  await engine.settled();
  expect(await run(IS_ADA)).toMatchObject({ ids: ["0", "1", "2"], used: ["/name lower"] });
  expect(await findings(engine)).toEqual([]);
});

test("its policy is answered, and refused where it names no property", async () => {
  const { names, resource } = container.definition;
  expect(resource.body.indexingPolicy).toMatchObject(POLICY);
  const body = { ...resource.body, indexingPolicy: { lowerCaseIndexes: [{ path: "/a/*" }] } };
  const failure = await failureOf(engine.containers.replace(names, body));
  expect(failure).toMatchObject({ code: "badRequest", message: expect.stringContaining("got /a/*") });
});
