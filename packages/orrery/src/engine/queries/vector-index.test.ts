/** Vector indexes: how near their answers are to those of a scan, and what they read for it. */
import { beforeAll, describe, expect, test } from "vitest";
import type { VectorMetric } from "../../value/rows/vector-search.ts";
import type { Container } from "../container/container.ts";
import { findings, openEngine } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import {
  clusteredVectors,
  fillWithVectors,
  nearestOf,
  newVectorContainer,
  rowsOf,
  runQuery,
} from "./vector-index.fixture.ts";

const DIMENSIONS = 32;
const QUERIES = 20;
/** Less than usual, so that few vectors are as many as they would be of a hundred thousand. */
const NARROW = "@q, false, {'searchListSizeMultiplier': 2})";
const NEAREST = `SELECT TOP 10 VALUE c.n FROM c ORDER BY VectorDistance(c.v, ${NARROW}`;
const EXACT = NEAREST.replace(NARROW, "@q, true)");

function share(found: readonly unknown[], wanted: readonly number[]): number {
  return wanted.filter((number) => found.includes(number)).length / wanted.length;
}

const CASES: readonly [VectorMetric, number][] = [
  ["cosine", 5_000],
  ["euclidean", 2_000],
  ["dotproduct", 2_000],
];

describe.each(CASES)("an approximate index by %s of %i vectors", (metric, count) => {
  const all = clusteredVectors(count + QUERIES, DIMENSIONS, 11);
  const vectors = all.slice(0, count);
  const queries = all.slice(count);
  const numbers = vectors.map((_, n) => n);
  let engine: Engine;
  let container: Container;

  beforeAll(async () => {
    engine = await openEngine();
    container = await newVectorContainer(engine, {
      type: "diskANN",
      dimensions: DIMENSIONS,
      distanceFunction: metric,
    });
    // Cells are made from the first, and made anew where there are four times as many.
    const first = count >= 5_000 ? 1_000 : count;
    for (const [from, to] of [[0, first] as const, [first, count] as const]) {
      await fillWithVectors(container, vectors.slice(from, to), from);
      engine.maintainIndexes(container);
      await engine.settled();
    }
  }, 120_000);

  /** The mean share of the right answers. */
  async function recall(
    text: string,
    isMatch: (n: number) => boolean = () => true,
    count = QUERIES,
  ): Promise<number> {
    const candidates = vectors.map((vector, n) => (isMatch(n) ? vector : undefined));
    let sum = 0;
    for (const query of queries.slice(0, count)) {
      const rows = await rowsOf(container, text, query);
      expect(rows).toHaveLength(10);
      expect(rows.every((n) => isMatch(n as number))).toBe(true);
      sum += share(rows, nearestOf(candidates, query, 10, metric));
    }
    return sum / count;
  }

  test("finds nearly all of the nearest", async () => {
    expect(await recall(NEAREST)).toBeGreaterThanOrEqual(0.95);
  });

  test("finds nearly all of the nearest that a filter leaves, and as many as are asked for", async () => {
    // Functions of the number, which no index answers.
    const some = NEAREST.replace("ORDER", "WHERE c.n % 10 = 3 ORDER");
    expect(await recall(some, (n) => n % 10 === 3)).toBeGreaterThanOrEqual(0.95);
    const few = NEAREST.replace("ORDER", "WHERE c.n % 100 = 3 ORDER");
    expect(await recall(few, (n) => n % 100 === 3, 3)).toBe(1);
  });

  test("gives what is there where a filter leaves fewer", async () => {
    const rows = await rowsOf(
      container,
      NEAREST.replace("ORDER", "WHERE c.n IN (7, 400, 1007) ORDER"),
      queries[0]!,
    );
    expect(rows.toSorted()).toEqual([1007, 400, 7]);
    const unindexed = await rowsOf(
      container,
      NEAREST.replace("ORDER", "WHERE c.n % 1000 = 7 ORDER"),
      queries[0]!,
    );
    expect(unindexed).toHaveLength(count / 1000);
  });

  test("reads a part of the vectors, and no more items than it answers", async () => {
    const { work, charge } = await runQuery(container, NEAREST, queries[0]!);
    expect(work.indexEntries).toBeGreaterThan(100);
    expect(work.indexEntries).toBeLessThan(1_800);
    expect(work.itemsLoaded).toBe(10);
    const exact = await runQuery(container, EXACT, queries[0]!);
    expect(exact.work.indexEntries).toBe(count);
    expect(exact.work.itemsLoaded).toBe(26);
    const scan = await runQuery(container, NEAREST.replace("TOP 10 ", ""), queries[0]!, { maxItems: 10 });
    expect(scan.work.itemsLoaded).toBe(count);
    expect(charge).toBeLessThan(exact.charge);
    expect(exact.charge).toBeLessThan(scan.charge / 5);
  });

  test("reads the items of a filter that few pass", async () => {
    const text = NEAREST.replace("ORDER", "WHERE c.rare = 7 ORDER");
    const { work, rows } = await runQuery(container, text, queries[0]!);
    expect(work.itemsLoaded).toBe(count / 500);
    expect(work.indexEntries).toBe(count / 500);
    const own = vectors.map((vector, n) => (n % 500 === 7 ? vector : undefined));
    expect(rows.map((row) => row.value())).toEqual(nearestOf(own, queries[0]!, 10, metric));
  });

  test("is exact where that is asked for, and within a logical partition", async () => {
    for (const query of queries.slice(0, 5)) {
      expect(await rowsOf(container, EXACT, query)).toEqual(nearestOf(vectors, query, 10, metric));
      const own = numbers.map((n) => (n % 20 === 3 ? vectors[n]! : undefined));
      const rows = await rowsOf(container, NEAREST, query, { key: ["3"] });
      expect(rows).toEqual(nearestOf(own, query, 10, metric));
    }
  });

  test("gives the same rows however they are cut into pages", async () => {
    const text = NEAREST.replace("TOP 10 ", "").concat(" OFFSET 5 LIMIT 20");
    for (const query of queries.slice(0, 2)) {
      const rows = await rowsOf(container, text, query);
      expect(rows).toHaveLength(20);
      for (const maxItems of [3, 20]) {
        expect(await rowsOf(container, text, query, { maxItems })).toEqual(rows);
      }
    }
  });

  test("counts its work once, however many pages there are", async () => {
    const whole = await runQuery(container, NEAREST, queries[0]!);
    const first = await runQuery(container, NEAREST, queries[0]!, { maxItems: 3 });
    const { continuation } = first;
    const second = await runQuery(container, NEAREST, queries[0]!, {
      maxItems: 10,
      ...(continuation !== undefined && { continuation }),
    });
    expect(first.work.indexEntries).toBe(whole.work.indexEntries);
    expect(second.work.indexEntries).toBe(0);
  });

  test("has nothing left to put in order, and agrees with itself", async () => {
    for (const { store } of container.partitions.all)
      expect(await store.indexesNeedMaintenance()).toBe(false);
    expect(await findings(engine)).toEqual([]);
  });
});
