/**
 * Whatever a spatial function is true of has an entry where a query for it looks. A failure prints its seed;
 * ORRERY_FUZZ_CASES makes it longer, ORRERY_TEST_SEED repeats one.
 */
import type { Json } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { caseSeeds, seededRandom } from "../../../../tests/harness/seeded-random.ts";
import { ANYWHERE } from "./cell.ts";
import { type Geometry, type GeospatialType, parseGeometry } from "./geometry.ts";
import { RandomShapes } from "./random-shape.fixture.ts";
import { QUERY_CELLS_MAX, SHAPE_CELLS_MAX, ShapeCells } from "./shape-cells.ts";
import { distanceBetween, intersects, within } from "./spatial-relation.ts";

const SEEDS = caseSeeds(4_200, 150);

function geometryOf(value: Json, type: GeospatialType): Geometry | undefined {
  const parsed = parseGeometry(value, type);
  return "geometry" in parsed ? parsed.geometry : undefined;
}

function isFound(cells: ShapeCells, item: Json, query: Json, distance: number): boolean {
  const ranges = cells.rangesNear(query, distance);
  if (ranges === undefined) return true;
  return cells
    .numbersOf(item)
    .some((number) => ranges.some(({ first, last }) => number >= first && number <= last));
}

const BOX = { xmin: -60, ymin: -60, xmax: 60, ymax: 100 };
const SOME = ["Point", "Polygon"];

test.each<[string, ShapeCells, GeospatialType]>([
  ["the earth", new ShapeCells({ type: "Geography", shapes: [] }), "Geography"],
  ["the earth, of some types", new ShapeCells({ type: "Geography", shapes: SOME }), "Geography"],
  ["the earth, of points", new ShapeCells({ type: "Geography", shapes: ["Point"] }), "Geography"],
  ["the plane", new ShapeCells({ type: "Geometry", shapes: [], boundingBox: BOX }), "Geometry"],
])("no pair of shapes that meet or are near is missed on %s", (_, cells, type) => {
  let met = 0;
  for (const seed of SEEDS) {
    const random = new RandomShapes(seededRandom(Math.imul(seed + 1, 0x9e3779b1)), 2);
    const [item, query] = [random.shape(), random.shape()];
    const a = geometryOf(item, type);
    const b = geometryOf(query, type);
    if (a === undefined || b === undefined) continue;
    const apart = distanceBetween(a, b);
    const near = [apart, random.distance()].filter((distance) => apart <= distance);
    const why = JSON.stringify({ seed, item, query, apart });
    for (const distance of near) expect(isFound(cells, item, query, distance), why).toBe(true);
    if (intersects(a, b) || within(a, b) || within(b, a)) {
      met++;
      expect(isFound(cells, item, query, 0), why).toBe(true);
    }
  }
  if (SEEDS.length > 1) expect(met).toBeGreaterThan(SEEDS.length / 20);
});

test("a shape has a few cells, a point one of the smallest, and what is no shape none", () => {
  const cells = new ShapeCells({ type: "Geography", shapes: [] });
  expect(cells.numbersOf({ type: "Point", coordinates: [10, 50] })).toHaveLength(1);
  expect(cells.numbersOf({ type: "Point", coordinates: [10] })).toEqual([]);
  expect(cells.numbersOf({ type: "Polygon", coordinates: [[]] })).toEqual([]);
  expect(cells.numbersOf("Point")).toEqual([]);
  for (const seed of SEEDS) {
    const random = new RandomShapes(seededRandom(seed));
    expect(cells.numbersOf(random.shape()).length).toBeLessThanOrEqual(SHAPE_CELLS_MAX);
    const ranges = cells.rangesNear(random.shape(), random.distance()) ?? [];
    const large = ranges.filter(({ first, last }) => last > first);
    expect(large.length).toBeLessThanOrEqual(QUERY_CELLS_MAX);
  }
});

test("what no cells can be told for may be anywhere", () => {
  const points = new ShapeCells({ type: "Geography", shapes: ["Point"] });
  const line = {
    type: "LineString",
    coordinates: [
      [0, 0],
      [180, 0],
    ],
  };
  expect(
    points.numbersOf({
      type: "LineString",
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    }),
  ).toEqual([ANYWHERE]);
  const all = new ShapeCells({ type: "Geography", shapes: [] });
  expect(all.numbersOf(line)).toEqual([ANYWHERE]);
  expect(all.rangesNear(line, 0)).toBeUndefined();
  expect(all.rangesNear({ type: "Point", coordinates: [0, 0] }, 3e7)).toBeUndefined();
  const plane = new ShapeCells({ type: "Geometry", shapes: [], boundingBox: BOX });
  expect(plane.numbersOf({ type: "Point", coordinates: [61, 0] })).toEqual([ANYWHERE]);
  expect(plane.rangesNear({ type: "Point", coordinates: [1e200, 0] }, 0)).toBeUndefined();
  expect(plane.rangesNear("nonsense", 0)).toEqual([]);
});
