import type { Json, JsonObject, Value } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { ANYWHERE } from "../../../spatial/cell.ts";
import { decodeValue } from "../../../value/encode-value.ts";
import { makeRef } from "../../records/key-layout.ts";
import { prefixOf } from "../index-kinds.ts";
import { INDEX_PREFIX_BYTES } from "../index-prefix.ts";
import { ItemEntries } from "../item-entries.ts";
import { SpatialIndexes } from "./spatial-indexes.ts";

const here: Json = { type: "Point", coordinates: [10, 50] };
const line: Json = {
  type: "LineString",
  coordinates: [
    [10, 50],
    [10.1, 50],
  ],
};

/** Where the documents of these tests have shapes. */
const PATHS = ["/a", "/a/b", "/b/a", "/b/list/[]", "/b/list/[]/c", "/c", "/list/[]"];

/** The entries of an item: the name of the index, and the number of the cell. */
function entriesOf(
  rules: SpatialIndexes,
  document: JsonObject,
): { readonly name: string; readonly cell: Value }[] {
  const found = PATHS.flatMap((path) => rules.indexAt(path) ?? []);
  const names = new Map(found.map(({ name, index }) => [prefixOf(index).toString("hex"), name]));
  const entries = new ItemEntries([rules], document, makeRef(1, 2), 0).finish();
  return entries.map(({ bareKey }) => ({
    name: names.get(bareKey.toString("hex", 0, INDEX_PREFIX_BYTES))!,
    cell: decodeValue(bareKey, INDEX_PREFIX_BYTES).value,
  }));
}

/** The paths that have entries, each with the number of its cells. */
function cellsOf(indexes: readonly JsonObject[], document: JsonObject): Record<string, number> {
  const paths: Record<string, number> = {};
  for (const { name } of entriesOf(new SpatialIndexes(indexes, "Geography"), document)) {
    const path = name.split(" ")[0]!;
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
  const rules = new SpatialIndexes(
    [
      { path: "/*", types: ["Point"] },
      { path: "/a/*", types: ["Polygon"] },
      { path: "/a/?", types: [] },
    ],
    "Geography",
  );
  expect(rules.indexAt("/b")?.name).toBe("/b Geography Point");
  expect(rules.indexAt("/a/b/[]")?.name).toBe("/a/b/[] Geography Polygon");
  expect(rules.indexAt("/a")?.name).toBe("/a Geography Point,LineString,Polygon,MultiPolygon");
  const entries = entriesOf(rules, { a: { ...(here as JsonObject), b: here } });
  expect(entries.map(({ name }) => name)).toEqual([
    "/a Geography Point,LineString,Polygon,MultiPolygon",
    "/a/b Geography Polygon",
  ]);
});

test("a shape of another type than the index is for may be anywhere", () => {
  const rules = new SpatialIndexes([{ path: "/a/*", types: ["Point"] }], "Geography");
  expect(entriesOf(rules, { a: line }).map(({ cell }) => cell)).toEqual([ANYWHERE]);
});

test("an item has no entry twice", () => {
  expect(cellsOf([{ path: "/list/[]/*" }], { list: [here, here] })).toEqual({ "/list/[]": 1 });
  expect(cellsOf([{ path: "/list/*" }, { path: "/list/[]/?" }], { list: [here] })).toEqual({ "/list/[]": 1 });
});

test("the plane needs to know its bounds", () => {
  expect(new SpatialIndexes([{ path: "/a/*" }], "Geometry").indexAt("/a")).toBeUndefined();
  const boundingBox = { xmin: 0, ymin: 0, xmax: 100, ymax: 100 };
  const rules = new SpatialIndexes([{ path: "/a/*", types: ["Point"], boundingBox }], "Geometry");
  expect(rules.indexAt("/a")?.name).toBe("/a Geometry 0,0,100,100 Point");
});
