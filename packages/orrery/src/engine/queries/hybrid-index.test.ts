/** Hybrid searches over a full-text index and a vector index whose cells are made: as good as a scan, for less work. */
import { beforeAll, expect, test } from "vitest";
import type { Container } from "../container/container.ts";
import { newContainer, openEngine, plain } from "../engine.fixture.ts";
import { createOne } from "../items/items.ts";
import { clusteredVectors, rowsOf, runQuery } from "./vector-index.fixture.ts";

const ITEMS = 1_500;
const DIMENSIONS = 16;
const QUERIES = 10;
const all = clusteredVectors(ITEMS + QUERIES, DIMENSIONS, 5);
const queries = all.slice(ITEMS);
let container: Container;

beforeAll(async () => {
  const engine = await openEngine();
  const policy = {
    vectorEmbeddingPolicy: {
      vectorEmbeddings: [
        { path: "/v", dataType: "float32", dimensions: DIMENSIONS, distanceFunction: "cosine" },
      ],
    },
    fullTextPolicy: { defaultLanguage: "en-US", fullTextPaths: [{ path: "/text", language: "en-US" }] },
    indexingPolicy: {
      includedPaths: [{ path: "/*" }],
      excludedPaths: [{ path: "/v/*" }],
      vectorIndexes: [{ path: "/v", type: "diskANN" }],
      fullTextIndexes: [{ path: "/text" }],
    },
  };
  container = await newContainer(engine, policy, 5_000);
  for (let n = 0; n < ITEMS; n++) {
    const text = n % 50 === 0 ? "a river of steel" : `mountain ${n % 10}`;
    await createOne(container, { id: `${n}`, pk: `${n % 20}`, n, text, v: all[n]! }, plain);
  }
  engine.maintainIndexes(container);
  await engine.settled();
}, 120_000);

const search = (distance: string, where = "") =>
  `SELECT TOP 10 VALUE c.n FROM c ${where} ORDER BY RANK RRF(FullTextScore(c.text, 'river'), ${distance})`;
const INDEXED = search("VectorDistance(c.v, @q)");
/** What an expression makes is no vector to look up by. */
const SCANNED = search("VectorDistance(c.v, ARRAY_CONCAT(@q, []))");

test("a hybrid search finds nearly all that a scan finds, and reads a part of the items", async () => {
  let found = 0;
  for (const query of queries) {
    const expected = await rowsOf(container, SCANNED, query);
    const rows = await rowsOf(container, INDEXED, query);
    expect(rows).toHaveLength(10);
    found += expected.filter((n) => rows.includes(n)).length;
  }
  expect(found / (10 * QUERIES)).toBeGreaterThanOrEqual(0.9);
  const { work } = await runQuery(container, INDEXED, queries[0]!);
  expect(work.itemsLoaded).toBeLessThan(ITEMS / 3);
  const scan = await runQuery(container, SCANNED, queries[0]!);
  expect(scan.work.itemsLoaded).toBeGreaterThan(ITEMS);
});

test("its pages have the rows of one page", async () => {
  for (const query of queries.slice(0, 3)) {
    expect(await rowsOf(container, INDEXED, query, { maxItems: 3 })).toEqual(
      await rowsOf(container, INDEXED, query),
    );
  }
});

test("a filter holds for both scores", async () => {
  const text = search("VectorDistance(c.v, @q)", "WHERE c.n % 7 = 3");
  const rows = (await rowsOf(container, text, queries[0]!)) as number[];
  expect(rows).toHaveLength(10);
  expect(rows.every((n) => n % 7 === 3)).toBe(true);
});
