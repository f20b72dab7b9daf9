/**
 * Random queries on a container of the store that has every kind of index, against the same items looked at one by one:
 * on one page and on many, on one physical partition and on several, in memory and on disk, between writes, and merged by
 * a client that follows the plan. A failure prints its seed; ORRERY_FUZZ_CASES makes it longer, ORRERY_TEST_SEED repeats one.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { afterAll, expect, test } from "vitest";
import { caseSeeds } from "../../../../../tests/harness/seeded-random.ts";
import { LevelStore } from "../../kv/level/level-store.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import type { PartitionedQueryExecutionInfo } from "../../sql/client-plan/execution-info.ts";
import { mergeRows, sentQuery } from "../../sql/client-plan/model-client.fixture.ts";
import { QueryFixture } from "../../sql/exec/query.fixture.ts";
import {
  Random,
  type RandomQuery,
  randomComposites,
  randomQuery,
} from "../../sql/exec/random-query.fixture.ts";
import { randomSearch, searchItems, VECTOR_LENGTH } from "../../sql/exec/random-search.fixture.ts";
import { QueryError } from "../../sql/syntax/query-error.ts";
import { Storage } from "../../store/storage.ts";
import { Failure } from "../../value/failure.ts";
import type { CompositeParts } from "../../value/rows/index-identity.ts";
import type { Container } from "../container/container.ts";
import { newContainer, openEngine, plain } from "../engine.fixture.ts";
import { createOne, deleteOne, replaceOne } from "../items/items.ts";
import { queryContainer } from "./query-container.ts";
import { PIPELINE_FEATURES, planContainerQuery } from "./query-plans.ts";

const SEEDS = caseSeeds(4100, 3);
const QUERIES = 25;
const EMBEDDING = { path: "/v", dataType: "float32", dimensions: VECTOR_LENGTH, distanceFunction: "cosine" };

function policies(composites: readonly CompositeParts[]): JsonObject {
  return {
    indexingPolicy: {
      includedPaths: [{ path: "/*" }],
      excludedPaths: [{ path: "/v/*" }],
      compositeIndexes: composites.map((parts) =>
        parts.map(({ path, descending }) => ({ path, order: descending ? "descending" : "ascending" })),
      ),
      spatialIndexes: [{ path: "/g/*", types: ["Point", "LineString", "Polygon", "MultiPolygon"] }],
      fullTextIndexes: [{ path: "/txt" }],
      vectorIndexes: [{ path: "/v", type: "flat" }],
    },
    fullTextPolicy: { defaultLanguage: "en-US", fullTextPaths: [{ path: "/txt", language: "en-US" }] },
    vectorEmbeddingPolicy: { vectorEmbeddings: [EMBEDDING] },
  };
}

const root = mkdtempSync(join(tmpdir(), "orrery-fuzz-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** On disk, keys that were read often come from memory until something is written. */
async function openStore(seed: number): Promise<Storage> {
  if (seed % 2 === 0) return new Storage(new MemoryStore());
  const level = await LevelStore.open({ folder: join(root, String(seed)), durability: "process" });
  return new Storage(level, { rowsMin: 0 });
}

/** Writes the items, some of them twice, and others that are deleted again. */
async function fill(container: Container, items: readonly JsonObject[], random: Random): Promise<void> {
  for (const item of items) {
    const request = { ...plain, key: [item.pk as string] };
    const isReplaced = random.chance(0.2);
    const first = isReplaced ? { ...random.pick(items), id: item.id!, pk: item.pk! } : item;
    await createOne(container, first, request);
    if (isReplaced) await replaceOne(container, item.id as string, item, request);
    if (!random.chance(0.1)) continue;
    await createOne(container, { ...item, id: `gone${item.id}` }, request);
    await deleteOne(container, `gone${item.id}`, request);
  }
}

/** Gives an item the contents of another, but for what ranks it: equals come in any order. */
async function change(container: Container, items: JsonObject[], random: Random): Promise<void> {
  if (items.length === 0) return;
  const place = random.integer(0, items.length - 1);
  const { id, pk, v, txt } = items[place]!;
  const { v: _v, txt: _txt, ...other } = random.pick(items);
  const ranked = { ...(v !== undefined && { v }), ...(txt !== undefined && { txt }) };
  const item = { ...other, ...ranked, id: id!, pk: pk! };
  await replaceOne(container, id as string, item, { ...plain, key: [pk as string] });
  items[place] = item;
}

async function rowsOf(
  container: Container,
  text: string,
  maxItems: number,
  rangeId?: string,
): Promise<Json[]> {
  const rows: Json[] = [];
  let continuation: string | undefined;
  do {
    const page = await queryContainer(
      container,
      { text, parameters: [] },
      { ...plain, maxItems, ...(rangeId && { rangeId }), ...(continuation && { continuation }) },
    );
    rows.push(...page.rows.map((row) => withoutSystem(JSON.parse(row.bytes().toString()) as Json)));
    continuation = page.continuation;
  } while (continuation !== undefined);
  return rows;
}

/** The items of the reference have none but a resource id, by which ranks are put together. */
function withoutSystem(value: Json): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !SYSTEM.has(name));
  return Object.fromEntries(
    entries.map(([name, member]) => [name, name === "payload" ? withoutSystem(member) : member]),
  );
}

const SYSTEM = new Set(["_rid", "_self", "_etag", "_attachments", "_ts"]);

/** As a client merges them; undefined where the plan is of a kind that the model of a client does not know. */
async function mergedRows(container: Container, text: string): Promise<readonly Json[] | undefined> {
  const { body } = await planContainerQuery(container, { text, parameters: [] }, PIPELINE_FEATURES);
  const { queryInfo } = body as unknown as PartitionedQueryExecutionInfo;
  if (queryInfo === null) return undefined;
  const sent = sentQuery(queryInfo, text);
  const ranges = container.partitions.all;
  const parts = await Promise.all(ranges.map(({ id }) => rowsOf(container, sent, 1000, id)));
  return mergeRows(queryInfo, parts);
}

async function outcome<T>(work: Promise<T>): Promise<T | string> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof QueryError) return error.code;
    if (error instanceof Failure) return /"code":"([^"]*)"/.exec(error.message)?.[1] ?? error.message;
    throw error;
  }
}

function compare(query: RandomQuery, got: unknown, expected: unknown, context: string): void {
  if (!Array.isArray(got) || !Array.isArray(expected)) {
    expect(got, context).toEqual(expected);
    return;
  }
  const texts = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row));
  if (query.isSample) expect(got.length, context).toBe(expected.length);
  else if (query.isOrdered && !query.hasTies) expect(texts(got), context).toEqual(texts(expected));
  else expect(texts(got).sort(), context).toEqual(texts(expected).sort());
}

async function checkContainer(seed: number): Promise<void> {
  const random = new Random(seed);
  // Of few items no index is worth reading.
  const items: JsonObject[] = Array.from({ length: random.pick([1, 1, 3]) }, (_, lot) =>
    searchItems(random).map((item) => ({ ...item, id: `${lot}-${item.id}`, pk: `p${random.integer(0, 5)}` })),
  ).flat();
  const composites = randomComposites(random);
  const engine = await openEngine(await openStore(seed));
  const throughput = random.pick([400, 30_000, 60_000]);
  const container = await newContainer(engine, policies(composites), throughput);
  await fill(container, items, random);
  for (let i = 0; i < QUERIES; i++) {
    if (random.chance(0.2)) await change(container, items, random);
    const query = random.chance(0.6) ? randomSearch(random) : randomQuery(random);
    const orderPaths = new Set(query.orderPaths);
    const scan = new QueryFixture({
      items: items.map((item) => ({ ...item, _rid: item.id! })),
      composites,
      isIndexed: (path) => orderPaths.has(path),
      vectorEmbeddings: [EMBEDDING],
      tuning: { walkedItems: Number.POSITIVE_INFINITY, estimateMax: 1, scannedItems: 0 },
    });
    const expected = await outcome(scan.rows(query.text).then((rows) => rows.map(withoutSystem)));
    const context = `seed ${seed}, query ${i}: ${query.text}`;
    for (const maxItems of [1000, random.integer(1, 2), random.integer(3, 9)]) {
      const got = await outcome(rowsOf(container, query.text, maxItems));
      compare(query, got, expected, `${context}, pages of ${maxItems}`);
    }
    const merged = await outcome(mergedRows(container, query.text));
    if (merged !== undefined) compare(query, merged, expected, `${context}, merged by a client`);
  }
  await engine.close();
}

test(`${SEEDS.length * QUERIES} random queries find in the store what they find without it`, {
  timeout: 60_000 + SEEDS.length * 60_000,
}, async () => {
  for (const seed of SEEDS) await checkContainer(seed);
});
