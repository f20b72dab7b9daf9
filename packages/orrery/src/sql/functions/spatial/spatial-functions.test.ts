import type { Json, Value } from "@orrerydb/exact-json";
import fc from "fast-check";
import geographiclib from "geographiclib-geodesic";
import { describe, expect, it } from "vitest";
import {
  callFunction,
  checkFunctionCases,
  type FunctionCase,
  TEST_CONTEXT,
} from "../function-cases.suite.ts";

const PLANE_CONTEXT = { ...TEST_CONTEXT, geospatialType: "Geometry" } as const;

type Position = readonly [number, number];

const point = (x: number, y: number): Json => ({ type: "Point", coordinates: [x, y] });
const line = (...positions: Position[]): Json => ({ type: "LineString", coordinates: positions });
const polygon = (...rings: Position[][]): Json => ({ type: "Polygon", coordinates: rings });
const multi = (...polygons: Position[][][]): Json => ({ type: "MultiPolygon", coordinates: polygons });

/** A counter-clockwise square. */
const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const reversed = (ring: Position[]): Position[] => [...ring].reverse();

const ring10 = polygon(square(0, 0, 10));
const holed = polygon(square(0, 0, 10), reversed(square(4, 4, 2)));
const two = multi([square(0, 0, 1)], [square(5, 5, 1)]);

const highway = polygon([
  [-122.13693695285855, 47.64996065621003],
  [-122.1351662656516, 47.64627863318731],
  [-122.13488295569863, 47.646326350048696],
  [-122.1366182291613, 47.650016321952904],
  [-122.13693695285855, 47.64996065621003],
]);
const campus = polygon([
  [-122.14034847687708, 47.6494835188378],
  [-122.14014779899375, 47.64625477474044],
  [-122.13256925774829, 47.646207057813655],
  [-122.13254564858545, 47.64941990019193],
  [-122.14034847687708, 47.6494835188378],
]);

/** Clockwise around the north pole, across which two of its edges go. */
const aroundPole: Position[] = [
  [0, 89.99999],
  [-179.99997, 89.99999],
  [179.99997, 89.99998],
  [-0.00003, 89.99998],
  [0, 89.99999],
];

/** What holds on the plane and on the earth alike. */
const RELATIONS: readonly FunctionCase[] = [
  ["ST_INTERSECTS", [point(5, 5), ring10], true],
  ["ST_INTERSECTS", [ring10, point(15, 5)], false],
  ["ST_INTERSECTS", [point(0, 5), ring10], true],
  ["ST_INTERSECTS", [point(10, 10), ring10], true],
  ["ST_INTERSECTS", [point(5, 5), holed], false],
  ["ST_INTERSECTS", [point(1, 1), point(1, 1)], true],
  ["ST_INTERSECTS", [point(1, 1), point(1, 2)], false],
  ["ST_INTERSECTS", [line([-1, 5], [11, 5]), ring10], true],
  ["ST_INTERSECTS", [line([1, 5], [2, 5]), ring10], true],
  ["ST_INTERSECTS", [line([-1, 5], [-1, 6]), ring10], false],
  ["ST_INTERSECTS", [line([0, 0], [2, 2]), line([0, 2], [2, 0])], true],
  ["ST_INTERSECTS", [line([0, 0], [1, 0]), line([0, 2], [2, 2])], false],
  ["ST_INTERSECTS", [line([0, 0], [1, 0]), line([1, 0], [1, 2])], true],
  ["ST_INTERSECTS", [polygon(square(2, 2, 1)), ring10], true],
  ["ST_INTERSECTS", [ring10, polygon(square(2, 2, 1))], true],
  ["ST_INTERSECTS", [polygon(square(4.5, 4.5, 1)), holed], false],
  ["ST_INTERSECTS", [polygon(square(20, 20, 1)), ring10], false],
  ["ST_INTERSECTS", [polygon(square(10, 0, 1)), ring10], true],
  ["ST_INTERSECTS", [two, polygon(square(5.25, 5.25, 0.5))], true],
  ["ST_INTERSECTS", [two, polygon(square(3, 3, 0.5))], false],
  ["ST_INTERSECTS", [point(0, 0), null], undefined],
  ["ST_INTERSECTS", [{ type: "Circle" }, ring10], undefined],
  ["ST_WITHIN", [point(5, 5), ring10], true],
  ["ST_WITHIN", [point(0, 5), ring10], false],
  ["ST_WITHIN", [point(5, 5), holed], false],
  ["ST_WITHIN", [point(3, 3), holed], true],
  ["ST_WITHIN", [point(5.5, 5.5), two], true],
  ["ST_WITHIN", [point(3, 3), point(3, 3)], true],
  ["ST_WITHIN", [point(0, 1), line([0, 0], [0, 2])], true],
  ["ST_WITHIN", [ring10, point(5, 5)], false],
  ["ST_WITHIN", [line([1, 1], [9, 9]), ring10], true],
  ["ST_WITHIN", [line([1, 1], [11, 9]), ring10], false],
  ["ST_WITHIN", [line([1, 1], [9, 9]), holed], false],
  ["ST_WITHIN", [line([0, 0], [0, 5]), ring10], false],
  ["ST_WITHIN", [line([0, 0], [5, 5]), ring10], true],
  ["ST_WITHIN", [line([0, 1], [0, 2]), line([0, 0], [0, 5])], true],
  ["ST_WITHIN", [polygon(square(2, 2, 1)), ring10], true],
  ["ST_WITHIN", [ring10, ring10], true],
  ["ST_WITHIN", [ring10, polygon(square(2, 2, 1))], false],
  ["ST_WITHIN", [polygon(square(3, 3, 4)), holed], false],
  ["ST_WITHIN", [polygon(square(4, 4, 2)), holed], false],
  ["ST_WITHIN", [holed, ring10], true],
  ["ST_WITHIN", [ring10, holed], false],
  ["ST_WITHIN", [two, ring10], true],
  ["ST_WITHIN", [multi([square(0, 0, 1)], [square(9.5, 5, 1)]), ring10], false],
  ["ST_WITHIN", [undefined, ring10], undefined],
  ["ST_DISTANCE", [point(5, 5), ring10], 0],
  ["ST_DISTANCE", [point(1, 1), point(1, 1)], 0],
  ["ST_DISTANCE", [point(1, 1), { type: "Point", coordinates: [1] }], undefined],
  ["ST_DISTANCE", [undefined, point(1, 1)], undefined],
  ["ST_AREA", [point(1, 1)], 0],
  ["ST_AREA", [line([1, 1], [2, 2])], 0],
  ["ST_AREA", [multi()], 0],
  ["ST_AREA", ["area"], undefined],
];

describe("spatial functions on the plane", () => {
  checkFunctionCases(
    [
      ...RELATIONS,
      ["ST_DISTANCE", [point(0, 0), point(3, 4)], 5],
      ["ST_DISTANCE", [point(-3, 5), ring10], 3],
      ["ST_DISTANCE", [point(13, 14), ring10], 5],
      ["ST_DISTANCE", [point(5, 4.5), holed], 0.5],
      ["ST_DISTANCE", [line([12, 0], [12, 20]), ring10], 2],
      ["ST_DISTANCE", [two, point(5.5, 4)], 1],
      ["ST_AREA", [ring10], 100],
      ["ST_AREA", [polygon(reversed(square(0, 0, 10)))], 100],
      ["ST_AREA", [holed], 96],
      ["ST_AREA", [two], 2],
      ["ST_ISVALID", [point(500, -500)], true],
      ["ST_WITHIN", [point(5, 5), polygon(reversed(square(0, 0, 10)))], true],
    ],
    PLANE_CONTEXT,
  );
});

describe("spatial functions on the earth", () => {
  checkFunctionCases([
    ...RELATIONS,
    ["ST_INTERSECTS", [highway, campus], true],
    ["ST_INTERSECTS", [point(0, 90), point(120, 90)], true],
    ["ST_INTERSECTS", [point(180, 10), point(-180, 10)], true],
    // Its edges pass so near the north pole that the south pole seems to lie in one plane with them.
    ["ST_WITHIN", [point(0, -90), polygon(square(-1e-5, 89.99999, 1e-5), square(0, 0, 1))], false],
    ["ST_WITHIN", [point(0, -90), polygon(aroundPole)], true],
    ["ST_WITHIN", [point(7, -90), polygon(reversed(aroundPole))], false],
    ["ST_ISVALID", [point(-84.38876194345323, 33.75682784306348)], true],
    ["ST_ISVALID", [point(133.756, -184.388)], false],
    ["ST_ISVALID", [undefined], undefined],
    ["ST_ISVALID", [5], false],
    ["ST_ISVALIDDETAILED", [point(-84.38, 33.75)], { valid: true }],
    ["ST_ISVALIDDETAILED", [two], { valid: true }],
    [
      "ST_ISVALIDDETAILED",
      [point(133.75, -184.38)],
      { valid: false, reason: "Latitude values must be between -90 and 90 degrees." },
    ],
    [
      "ST_ISVALIDDETAILED",
      [point(181, 0)],
      { valid: false, reason: "Longitude values must be between -180 and 180 degrees." },
    ],
    [
      "ST_ISVALIDDETAILED",
      [polygon(square(0, 0, 1).slice(0, 4))],
      { valid: false, reason: "The first and the last position of a ring must be the same." },
    ],
    [
      "ST_ISVALIDDETAILED",
      [polygon([[0, 0], [1, 1], [0, 0]])], // biome-ignore format: one ring
      { valid: false, reason: "A ring of a Polygon must have at least four positions." },
    ],
    [
      "ST_ISVALIDDETAILED",
      [polygon([[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]])], // biome-ignore format: one ring
      { valid: false, reason: "A ring of a Polygon must not touch or cross itself." },
    ],
    [
      "ST_ISVALIDDETAILED",
      [line([0, 0])],
      { valid: false, reason: "A LineString must have at least two positions." },
    ],
    // The other side of the earth: a clockwise ring encloses everything but what it seems to.
    ["ST_WITHIN", [point(5, 5), polygon(reversed(square(0, 0, 10)))], false],
    ["ST_WITHIN", [point(50, 50), polygon(reversed(square(0, 0, 10)))], true],
    ["ST_WITHIN", [point(-170, -5), polygon(reversed(square(0, 0, 10)))], true],
    // Over the antimeridian and around the pole.
    ["ST_WITHIN", [point(179.5, 0), polygon([[179, -1], [-179, -1], [-179, 1], [179, 1], [179, -1]])], true], // biome-ignore format: one ring
    ["ST_WITHIN", [point(178, 0), polygon([[179, -1], [-179, -1], [-179, 1], [179, 1], [179, -1]])], false], // biome-ignore format: one ring
    ["ST_WITHIN", [point(45, 89), polygon([[0, 80], [120, 80], [-120, 80], [0, 80]])], true], // biome-ignore format: one ring
    ["ST_WITHIN", [point(45, 70), polygon([[0, 80], [120, 80], [-120, 80], [0, 80]])], false], // biome-ignore format: one ring
    ["ST_WITHIN", [point(45, -89), polygon([[0, -80], [-120, -80], [120, -80], [0, -80]])], true], // biome-ignore format: one ring
  ]);

  it("has the service's area and distances, but for the last digits", () => {
    const area = callFunction("ST_AREA", [
      polygon([[31.8, -5], [32, -5], [32, -4.7], [31.8, -4.7], [31.8, -5]]), // biome-ignore format: one ring
    ]) as number;
    expect(Math.abs(area / 735970283.0522614 - 1)).toBeLessThan(1e-9);
    const from = point(-122.11758113953535, 47.66901087006131);
    const near = callFunction("ST_DISTANCE", [from, point(-122.12826822304672, 47.63980239335718)]) as number;
    expect(Math.abs(near / 3345.269817267368 - 1)).toBeLessThan(1e-9);
    const far = callFunction("ST_DISTANCE", [from, point(-96.84368664765994, 46.81297794314663)]) as number;
    expect(Math.abs(far / 1907438.421299902 - 1)).toBeLessThan(1e-9);
  });

  it("measures along great ellipses, which are hardly longer than geodesics", () => {
    const { Inverse } = geographiclib.Geodesic.WGS84;
    const spread = fc.constantFrom(1e-5, 1e-3, 0.1, 1, 10, 100);
    fc.assert(
      fc.property(
        longitude,
        latitude,
        spread,
        fc.double({ noNaN: true, min: -1, max: 1 }),
        (x, y, far, up) => {
          const other: Position = [x > 0 ? x - far : x + far, y * (1 - Math.abs(up))];
          const distance = callFunction("ST_DISTANCE", [point(x, y), point(...other)]) as number;
          const shortest = Inverse.call(geographiclib.Geodesic.WGS84, y, x, other[1], other[0]).s12!;
          expect(distance).toBeGreaterThan(shortest * (1 - 1.1e-7) - 1e-8);
          expect(distance).toBeLessThan(shortest * 1.0025 + 1e-8);
        },
      ),
    );
  });

  it("knows how far opposite points are, and the same ones", () => {
    const half = 20003931.458625;
    const between = (a: Json, b: Json) => callFunction("ST_DISTANCE", [a, b]) as number;
    for (const [a, b] of [
      [point(0, 0), point(180, 0)],
      [point(10, 40), point(-170, -40)],
      [point(0, 90), point(0, -90)],
    ] as const) {
      expect(Math.abs(between(a, b) / half - 1)).toBeLessThan(1e-9);
    }
    expect([between(point(7, 90), point(-7, 90)), between(point(180, 5), point(-180, 5))]).toEqual([0, 0]);
  });

  it("measures the whole earth as the area of a ring and of its reverse", () => {
    const earth = 510065621724088.4;
    const ring = square(10, 40, 7);
    const both = [ring, reversed(ring)].map((one) => callFunction("ST_AREA", [polygon(one)]) as number);
    expect(Math.abs((both[0]! + both[1]!) / earth - 1)).toBeLessThan(1e-12);
    const cap = callFunction("ST_AREA", [polygon([[0, 0], [90, 0], [180, 0], [-90, 0], [0, 0]])]); // biome-ignore format: one ring
    expect(Math.abs((cap as number) / (earth / 2) - 1)).toBeLessThan(1e-12);
  });

  const latitude = fc.integer({ min: -80_000, max: 80_000 }).map((n) => n / 1000);
  const longitude = fc.integer({ min: -179_000, max: 179_000 }).map((n) => n / 1000);

  it("agrees on areas with geodesic polygons, where edges are short", () => {
    fc.assert(
      fc.property(
        longitude,
        latitude,
        fc.integer({ min: 1, max: 500 }).map((n) => n / 1000),
        (x, y, side) => {
          const ring = square(x, y, side);
          const exact = geographiclib.Geodesic.WGS84.Polygon(false);
          for (const [lon, lat] of ring.slice(0, 4)) exact.AddPoint(lat, lon);
          const { area } = exact.Compute(false, true);
          expect(Math.abs((callFunction("ST_AREA", [polygon(ring)]) as number) / area! - 1)).toBeLessThan(
            1e-5,
          );
        },
      ),
    );
  });

  it("finds a point in a square where longitude and latitude say so", () => {
    // Edges along parallels bulge towards the pole: odd hundredths keep clear of them.
    const offset = fc.integer({ min: -50, max: 99 }).map((n) => (2 * n + 1) / 100);
    fc.assert(
      fc.property(longitude, latitude, offset, offset, (x, y, right, up) => {
        const expected = right > 0 && right < 1 && up > 0 && up < 1;
        const probe = point(x + right * 0.1, y + up * 0.1);
        const area = polygon(square(x, y, 0.1));
        expect(callFunction("ST_WITHIN", [probe, area])).toBe(expected);
        expect(callFunction("ST_INTERSECTS", [area, probe])).toBe(expected);
        expect((callFunction("ST_DISTANCE", [probe, area]) as number) === 0).toBe(expected);
      }),
    );
  });

  it("measures the distance to a segment as no more than to any of its points", () => {
    const position = fc
      .tuple(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 40_000, max: 45_000 }))
      .map(([x, y]): Position => [x / 1000, y / 1000]);
    fc.assert(
      fc.property(
        position,
        position,
        position,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (p, a, b, fraction) => {
          const toLine = callFunction("ST_DISTANCE", [point(...p), line(a, b)]) as number;
          const ends = [a, b].map(
            (end) => callFunction("ST_DISTANCE", [point(...p), point(...end)]) as number,
          );
          expect(toLine).toBeLessThanOrEqual(Math.min(...ends) * 1.00001 + 1e-3);
          // A great ellipse is not straight in longitude and latitude, but in half a degree nearly so.
          const near: Position = [
            a[0] + ((b[0] - a[0]) / 10) * fraction,
            a[1] + ((b[1] - a[1]) / 10) * fraction,
          ];
          const short = line(a, [a[0] + (b[0] - a[0]) / 10, a[1] + (b[1] - a[1]) / 10]);
          const toShort = callFunction("ST_DISTANCE", [point(...p), short]) as number;
          expect(toShort).toBeLessThanOrEqual(
            (callFunction("ST_DISTANCE", [point(...p), point(...near)]) as number) * 1.001 + 200,
          );
        },
      ),
    );
  });
});

describe("a shape", () => {
  it("may have 1024 positions and not one more", () => {
    const circle = (count: number): Position[] => {
      const ring = Array.from({ length: count - 1 }, (_, i): Position => {
        const angle = (2 * Math.PI * i) / (count - 1);
        return [Math.cos(angle), Math.sin(angle)];
      });
      return [...ring, ring[0]!];
    };
    const result = (count: number): Value => callFunction("ST_ISVALID", [polygon(circle(count))]);
    expect(result(1024)).toBe(true);
    expect(result(1025)).toBe(false);
  });
});

describe("steps", () => {
  const round = (vertices: number): Json => {
    const positions = Array.from({ length: vertices }, (_, i): Position => {
      const angle = (2 * Math.PI * i) / vertices;
      return [Math.cos(angle), Math.sin(angle)];
    });
    return polygon([...positions, positions[0]!]);
  };

  it.each([
    ["ST_INTERSECTS", 2, 100 * 1000],
    ["ST_WITHIN", 2, 100 * 1000],
    ["ST_DISTANCE", 2, 100 * 1000],
    ["ST_ISVALID", 1, (1000 * 1000) / 2],
  ] as const)("%s counts the pairs of edges", (name, count, pairs) => {
    let steps = 0;
    const context = { ...TEST_CONTEXT, spend: (more: number) => void (steps += more) };
    callFunction(name, [round(1000), round(100)].slice(0, count), context);
    expect(steps).toBe(pairs / 2);
  });
});
