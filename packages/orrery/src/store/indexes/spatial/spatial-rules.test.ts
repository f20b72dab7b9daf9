import { expect, test } from "vitest";
import { ANYWHERE } from "../../../spatial/cell.ts";
import { decodeValue } from "../../../value/encode-value.ts";
import type { Json, JsonObject } from "../../../value/json.ts";
import { SpatialRules } from "./spatial-rules.ts";

const here: Json = { type: "Point", coordinates: [10, 50] };
const line: Json = {
  type: "LineString",
  coordinates: [
    [10, 50],
    [10.1, 50],
  ],
};

/** The paths that have entries, each with the number of its cells. */
function cellsOf(indexes: readonly JsonObject[], document: JsonObject): Record<string, number> {
  const paths: Record<string, number> = {};
  for (const { index } of new SpatialRules(indexes, "Geography").entriesOf(document)) {
    const { path } = index as { path: string };
    paths[path] = (paths[path] ?? 0) + 1;
  }
  return paths;
}

test("a path with a wildcard is of the shape there and of those below it", () => {
  const document = { a: here, b: { a: here, list: [here, { c: here }] }, c: here };
  expect(cellsOf([{ path: "/a/*" }], document)).toEqual({ "/a": 1 });
  expect(cellsOf([{ path: "/b/*" }], document)).toEqual({ "/b/a": 1, "/b/list/[]": 1, "/b/list/[]/c": 1 });
  expect(cellsOf([{ path: "/b/list/[]/?" }], document)).toEqual({ "/b/list/[]": 1 });
  expect(cellsOf([{ path: "/b/list/[]/c/*" }], document)).toEqual({ "/b/list/[]/c": 1 });
  expect(cellsOf([{ path: "/b/?" }, { path: "/nothing/*" }], document)).toEqual({});
  expect(Object.keys(cellsOf([{ path: "/*" }], document))).toHaveLength(5);
});

test("queries and entries know a path by the same rule: the longest", () => {
  const rules = new SpatialRules(
    [
      { path: "/*", types: ["Point"] },
      { path: "/a/*", types: ["Polygon"] },
      { path: "/a/?", types: [] },
    ],
    "Geography",
  );
  expect(rules.cellsAt("/b")?.name).toBe("Geography Point");
  expect(rules.cellsAt("/a/b/[]")?.name).toBe("Geography Polygon");
  expect(rules.cellsAt("/a")?.name).toBe("Geography Point,LineString,Polygon,MultiPolygon");
  const entries = [...rules.entriesOf({ a: { ...(here as JsonObject), b: here } })];
  expect(entries.map(({ index }) => index)).toMatchObject([
    { path: "/a", cells: { name: "Geography Point,LineString,Polygon,MultiPolygon" } },
    { path: "/a/b", cells: { name: "Geography Polygon" } },
  ]);
});

test("a shape of another type than the index is for may be anywhere", () => {
  const [entry, ...more] = new SpatialRules([{ path: "/a/*", types: ["Point"] }], "Geography").entriesOf({
    a: line,
  });
  expect(more).toEqual([]);
  expect(decodeValue(entry!.value, 0).value).toBe(ANYWHERE);
});

test("an item has no entry twice", () => {
  expect(cellsOf([{ path: "/list/[]/*" }], { list: [here, here] })).toEqual({ "/list/[]": 1 });
  expect(cellsOf([{ path: "/list/*" }, { path: "/list/[]/?" }], { list: [here] })).toEqual({ "/list/[]": 1 });
});

test("the plane needs to know its bounds", () => {
  expect(new SpatialRules([{ path: "/a/*" }], "Geometry").cellsAt("/a")).toBeUndefined();
  const boundingBox = { xmin: 0, ymin: 0, xmax: 100, ymax: 100 };
  const rules = new SpatialRules([{ path: "/a/*", types: ["Point"], boundingBox }], "Geometry");
  expect(rules.cellsAt("/a")?.name).toBe("Geometry 0,0,100,100 Point");
});
