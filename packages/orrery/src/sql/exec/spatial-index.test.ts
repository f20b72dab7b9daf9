/**
 * What a spatial index saves, and that it changes no answer. The random part: shapes at hard places, queried with the
 * index and without, on one partition and on several, on one page and on many. A failure prints its seed;
 * ORRERY_FUZZ_CASES makes it longer, ORRERY_TEST_SEED repeats one.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { describe, expect, test } from "vitest";
import { caseSeeds } from "../../../../../tests/harness/seeded-random.ts";
import { RandomShapes } from "../../spatial/random-shape.fixture.ts";
import { ShapeCells } from "../../spatial/shape-cells.ts";
import { ACCESS_TUNING } from "../plan/access/choose-access.ts";
import { equalBorders, type FixtureOptions, QueryFixture } from "./query.fixture.ts";
import { Random } from "./random-query.fixture.ts";

const ALL_SHAPES = new ShapeCells({ type: "Geography", shapes: [] });
const POINTS = new ShapeCells({ type: "Geography", shapes: ["Point"] });

const point = (x: number, y: number): string => `{"type": "Point", "coordinates": [${x}, ${y}]}`;
const square = (x: number, y: number, side: number): string =>
  `{"type": "Polygon", "coordinates": [[[${x}, ${y}], [${x + side}, ${y}], [${x + side}, ${y + side}], [${x}, ${y + side}], [${x}, ${y}]]]}`;

/** A point at every degree of a square of 50. */
const ITEMS: readonly JsonObject[] = Array.from({ length: 2500 }, (_, i) => ({
  id: `${i}`,
  n: i,
  p: { type: "Point", coordinates: [i % 50, Math.floor(i / 50)] },
  list: [{ p: { type: "Point", coordinates: [i % 50, Math.floor(i / 50)] } }, { p: "none" }],
}));

const SPATIAL = new QueryFixture({
  items: ITEMS,
  shapeCells: (path) => (path === "/p" || path === "/list/[]/p" ? POINTS : undefined),
  tuning: ACCESS_TUNING,
});

describe("items loaded", () => {
  test.each([
    [`ST_DISTANCE(c.p, ${point(20, 20)}) < 120000`, 5],
    [`ST_DISTANCE(c.p, ${point(20, 20)}) <= 120000`, 5],
    [`120000 > ST_DISTANCE(${point(20, 20)}, c.p)`, 5],
    [`ST_DISTANCE(c.p, ${point(20, 20)}) = 0`, 1],
    [`ST_DISTANCE(c.p, ${point(20, 20)}) BETWEEN 1 AND 120000`, 4],
    [`ST_WITHIN(c.p, ${square(9.5, 9.5, 5)})`, 25],
    [`ST_INTERSECTS(c.p, ${square(9.5, 9.5, 5)})`, 25],
    [`ST_INTERSECTS(${square(9.5, 9.5, 5)}, c.p)`, 25],
    [`ST_WITHIN(${point(20, 20)}, c.p)`, 1],
    [`ST_WITHIN(c.p, ${square(9.5, 9.5, 5)}) OR ST_DISTANCE(c.p, ${point(20, 20)}) < 10`, 26],
    [`ST_WITHIN(c.p, ${square(9.5, 9.5, 5)}) AND ST_DISTANCE(c.p, ${point(10, 10)}) < 120000`, 3],
    [`ST_WITHIN(c.p, ${square(9.5, 9.5, 5)}) AND c.n > 0`, 25],
    [`EXISTS (SELECT VALUE l FROM l IN c.list WHERE ST_WITHIN(l.p, ${square(9.5, 9.5, 5)}))`, 25],
  ])("%s", async (filter, rows) => {
    const page = await SPATIAL.page(`SELECT * FROM c WHERE ${filter}`);
    expect(page.rows).toHaveLength(rows);
    expect(page.work.itemsLoaded).toBeLessThanOrEqual(rows * 3 + 8);
    expect(page.work.indexEntries).toBeLessThanOrEqual(rows * 6 + 12);
    expect(page.indexUsage.used.map(({ index, isPrecise }) => [index.kind, isPrecise])).toContainEqual([
      "functional",
      false,
    ]);
  });

  test.each([
    [`ST_DISTANCE(c.p, ${point(20, 20)}) > 120000`, 2495],
    [`ST_DISTANCE(c.p, ${point(20, 20)}) < 30000000`, 2500],
    [`NOT ST_WITHIN(c.p, ${square(9.5, 9.5, 5)})`, 2475],
    [`ST_WITHIN(c.p, {"type": "Polygon", "coordinates": [c.list]})`, 0],
    [`ST_WITHIN(c.q, ${square(9.5, 9.5, 5)})`, 0],
  ])("all, for %s", async (filter, rows) => {
    const page = await SPATIAL.page(`SELECT * FROM c WHERE ${filter}`, { page: { maxItems: 10_000 } });
    expect(page.rows).toHaveLength(rows);
    expect(page.work.itemsLoaded).toBe(2500);
  });

  test.each([
    `ST_WITHIN(c.p, ${point(1, 100)})`,
    `ST_INTERSECTS(c.p, "nowhere")`,
    `ST_DISTANCE(c.p, ${point(1, 1)}) < "near"`,
  ])("none, for %s", async (filter) => {
    const page = await SPATIAL.page(`SELECT * FROM c WHERE ${filter}`);
    expect([page.rows.length, page.work.itemsLoaded]).toEqual([0, 0]);
  });
});

const SEEDS = caseSeeds(77_000, 8);

function randomItems(random: Random, shapes: RandomShapes): readonly JsonObject[] {
  return Array.from({ length: random.integer(90, 150) }, (_, i) => ({
    id: `${i}`,
    n: i % 7,
    ...(random.chance(0.9) && { p: shapes.shape() }),
    ...(random.chance(0.3) && { list: [{ p: shapes.shape() }, { p: shapes.shape() }] }),
  }));
}

function randomFilter(random: Random, shapes: RandomShapes): string {
  const operand = random.chance(0.8) ? "c.p" : "c.list[1].p";
  const pair = [operand, JSON.stringify(shapes.shape())];
  const args = (random.chance(0.7) ? pair : pair.reverse()).join(", ");
  const one = random.pick([
    `ST_WITHIN(${args})`,
    `ST_INTERSECTS(${args})`,
    `ST_DISTANCE(${args}) < ${shapes.distance()}`,
    `${shapes.distance()} >= ST_DISTANCE(${args})`,
  ]);
  if (random.chance(0.2)) return `${one} AND c.n = ${random.integer(0, 6)}`;
  return random.chance(0.15) ? `(${one} OR ${randomFilter(random, shapes)})` : one;
}

function randomQuery(random: Random, shapes: RandomShapes): string {
  const filter = randomFilter(random, shapes);
  if (random.chance(0.2)) return `SELECT VALUE c.id FROM c WHERE ${filter} ORDER BY c.n`;
  if (random.chance(0.2)) return `SELECT VALUE COUNT(1) FROM c WHERE ${filter}`;
  if (random.chance(0.2)) {
    return `SELECT VALUE c.id FROM c JOIN l IN c.list WHERE ST_INTERSECTS(l.p, ${JSON.stringify(shapes.shape())})`;
  }
  return `SELECT VALUE c.id FROM c WHERE ${filter}`;
}

test(`${SEEDS.length} containers of random shapes answer the same with a spatial index and without`, {
  timeout: 60_000 + SEEDS.length * 5000,
}, async () => {
  let used = 0;
  for (const seed of SEEDS) {
    const random = new Random(seed);
    const shapes = new RandomShapes(random.next, 4);
    const items = randomItems(random, shapes);
    const cells = random.pick([ALL_SHAPES, POINTS]);
    const scanned = new QueryFixture({ items });
    const options: FixtureOptions = { items, shapeCells: () => cells };
    const found = new QueryFixture(options);
    const split = new QueryFixture({ ...options, borders: equalBorders(2) });
    for (let i = 0; i < 8; i++) {
      const query = randomQuery(random, shapes);
      const expected = await scanned.rows(query);
      const why = `seed ${seed}: ${query}`;
      expect(await found.rows(query), why).toEqual(expected);
      const maxItems = random.integer(1, 40);
      expect(inAnyOrder(await split.rows(query, { page: { maxItems } })), why).toEqual(inAnyOrder(expected));
      used += (await found.page(query)).indexUsage.used.some(({ index }) => index.kind === "functional")
        ? 1
        : 0;
    }
  }
  expect(used).toBeGreaterThan(SEEDS.length);
});

function inAnyOrder(rows: readonly Json[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
