/*
 * Random searches, merged by the gateway and by the JavaScript SDK: places, texts, ranks, vectors and orders on a container
 * that has every kind of index. The SDK cannot merge values of several types, so that all items have what is ordered by.
 * ORRERY_FUZZ_CASES makes it longer, ORRERY_TEST_SEED repeats one.
 */
import type { Container } from "@azure/cosmos";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Random, type RandomQuery } from "../../packages/orrery/src/sql/exec/random-query.fixture.ts";
import {
  randomSearch,
  searchItems,
  VECTOR_LENGTH,
} from "../../packages/orrery/src/sql/exec/random-search.fixture.ts";
import { caseSeeds } from "../harness/seeded-random.ts";
import { TestServer } from "../harness/test-server.ts";
import { allPages, fill, rawQuery } from "./raw-queries.ts";

const SEEDS = caseSeeds(9000, 60);
const PARTITION_COUNTS = [1, 4];

const POLICIES = {
  indexingPolicy: {
    excludedPaths: [{ path: "/v/*" }],
    spatialIndexes: [{ path: "/g/*", types: ["Point", "LineString", "Polygon", "MultiPolygon"] }],
    fullTextIndexes: [{ path: "/txt" }],
    vectorIndexes: [{ path: "/v", type: "flat" }],
  },
  fullTextPolicy: { defaultLanguage: "en-US", fullTextPaths: [{ path: "/txt", language: "en-US" }] },
  vectorEmbeddingPolicy: {
    vectorEmbeddings: [
      { path: "/v", dataType: "float32", dimensions: VECTOR_LENGTH, distanceFunction: "cosine" },
    ],
  },
};

let server: TestServer;
const containers = new Map<number, Container>();

beforeAll(async () => {
  server = await TestServer.start({ isClientInProcess: true });
  const random = new Random(17);
  const items = [...searchItems(random), ...searchItems(random), ...searchItems(random)].map((item, i) => ({
    ...item,
    id: `${i}`,
    pk: `p${i % 9}`,
    n: i % 20,
    s: `s${i % 7}`,
    b: i % 2 === 0,
  }));
  for (const partitions of PARTITION_COUNTS) {
    const container = await server.createContainer(`on${partitions}`, { partitions, ...POLICIES });
    await fill(container, items);
    containers.set(partitions, container);
  }
});

afterAll(() => server.stop());

/** Some of its DISTINCT loses rows (null, false, 0), and it groups by what items lack in its own way. */
function isMergedRight({ text }: RandomQuery): boolean {
  const isGrouped = /DISTINCT|GROUP BY/.test(text) && !/^SELECT (DISTINCT VALUE )?c\.s\b/.test(text);
  return !isGrouped && !/c\.t\b|c\.t\[/.test(text);
}

function searchOf(seed: number): RandomQuery {
  const random = new Random(seed);
  if (random.chance(0.3)) {
    const by = random.pick(["c.n", "c.s", "c.n DESC", "c.id"]);
    const filter = randomSearch(random).text.match(/WHERE (.*?)(?: ORDER BY|$)/)?.[1] ?? "true";
    const top = random.chance(0.4) ? `TOP ${random.integer(1, 30)} ` : "";
    return {
      text: `SELECT ${top}VALUE c.${by.split(" ")[0]!.slice(2)} FROM c WHERE ${filter} ORDER BY ${by}`,
      isOrdered: true,
      hasTies: false,
      isSample: false,
      orderPaths: [],
    };
  }
  if (random.chance(0.2)) {
    const filter = random.pick(["true", `c.n > ${random.integer(0, 19)}`, "c.b = true", "IS_DEFINED(c.txt)"]);
    const grouped = random.pick([
      `SELECT DISTINCT VALUE c.s FROM c WHERE ${filter}`,
      `SELECT c.s, COUNT(1) AS k, SUM(c.n) AS sum, MAX(c.n) AS high FROM c WHERE ${filter} GROUP BY c.s`,
      `SELECT c.s, c.b, MIN(c.n) AS low, AVG(c.n) AS mean FROM c WHERE ${filter} GROUP BY c.s, c.b`,
    ]);
    return { text: grouped, isOrdered: false, hasTies: true, isSample: false, orderPaths: [] };
  }
  const search = randomSearch(random);
  // The SDK takes ranked rows for objects.
  return search.text.includes("RANK") ? { ...search, text: search.text.replace("VALUE ", "") } : search;
}

describe.each(PARTITION_COUNTS)("on %i partitions", (count) => {
  it(`${SEEDS.length} searches`, { timeout: 60_000 + SEEDS.length * 5000 }, async () => {
    for (const seed of SEEDS) {
      const query = searchOf(seed);
      if (!isMergedRight(query)) continue;
      const { text } = query;
      const context = `seed ${seed}: ${text}`;
      const [whole, inPages] = await Promise.all(
        [-1, 5].map((size) => outcome(byGateway(`on${count}`, text, size), context)),
      );
      const byClient = await outcome(
        containers
          .get(count)!
          .items.query(text, {
            forceQueryPlan: true,
            maxItemCount: 10,
            // Else it refuses ORDER BY RANK without TOP.
            allowUnboundedNonStreamingQueries: true,
          })
          .fetchAll()
          .then(({ resources }) => resources as unknown[]),
        context,
      );
      same(query, inPages, whole, `${context}, in pages`);
      same(query, byClient, whole, `${context}, by the SDK`);
    }
  });
});

async function byGateway(id: string, text: string, pageSize: number): Promise<unknown[]> {
  const { rows } = await allPages((headers) =>
    rawQuery(server, id, { text, headers: { "x-ms-max-item-count": String(pageSize), ...headers } }),
  );
  return rows;
}

/** A refusal is as good as an answer, if all are refused. */
async function outcome(rows: Promise<unknown[]>, context: string): Promise<unknown[] | undefined> {
  return rows.catch((error: Error) => {
    expect(String(error.message), context).toMatch(/400|BadRequest|SC\d{4}|2206|errors/);
    return undefined;
  });
}

function same(
  { isOrdered, isSample }: RandomQuery,
  got: unknown[] | undefined,
  expected: unknown[] | undefined,
  context: string,
): void {
  if (got === undefined || expected === undefined) {
    expect(got, context).toEqual(expected);
    return;
  }
  const texts = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row));
  if (isSample) expect(got.length, context).toBe(expected.length);
  else if (isOrdered) expect(texts(got), context).toEqual(texts(expected));
  else expect(texts(got).sort(), context).toEqual(texts(expected).sort());
}
