import type { Json, JsonArray, JsonObject, Value } from "@orrerydb/exact-json";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromByteString, toByteString } from "../../../value/byte-string.ts";
import { decodeValue, encodeValue } from "../../../value/encode-value.ts";
import { pathIndex } from "../../../value/rows/index-identity.ts";
import { makeRef, refAtEnd } from "../../records/key-layout.ts";
import type { IndexingPolicy } from "../index-kind.ts";
import { prefixOf } from "../index-kinds.ts";
import { ItemEntries } from "../item-entries.ts";
import { type PathNode, PathRules } from "./path-rules.ts";
import { RangeIndexes } from "./range-indexes.ts";

const REF = makeRef(7, 9);

function entriesOf(rules: PathRules, document: JsonObject): ItemEntries {
  return new ItemEntries([new RangeIndexes(rules)], document, REF, 0);
}

function indexEntries(rules: PathRules, document: JsonObject): Buffer[] {
  return entriesOf(rules, document)
    .finish()
    .map(({ bareKey }) => bareKey);
}

/** The values that an item has in the index at a path. */
function valuesAt(policy: IndexingPolicy, document: JsonObject, path: string): Value[] {
  const prefix = prefixOf(pathIndex(path));
  return indexEntries(new PathRules(policy), document)
    .filter((key) => key.subarray(0, prefix.length).equals(prefix))
    .map((key) => decodeValue(key, prefix.length).value);
}

const item: JsonObject = {
  id: "1",
  name: "ada",
  address: { city: "London", zip: null },
  tags: ["a", "b", "a"],
  "a/b": 1,
  _etag: "x",
  _ts: 5,
};

describe("with everything included", () => {
  const policy: IndexingPolicy = { includedPaths: [{ path: "/*" }], excludedPaths: [{ path: '/"_etag"/?' }] };

  test.each<[string, Value[]]>([
    ["/name", ["ada"]],
    ["/address/city", ["London"]],
    ["/address/zip", [null]],
    ["/tags/[]", ["a", "b"]],
    ['/"a/b"', [1]],
    ["/a/b", []],
    ["/_ts", [5]],
    ["/_etag", []],
    ["/missing", []],
  ])("%s has %j", (path, values) => {
    expect(valuesAt(policy, item, path)).toEqual(values);
  });

  test("arrays and objects have an entry of their own", () => {
    expect(valuesAt(policy, item, "/address")).toHaveLength(1);
    expect(valuesAt(policy, item, "/tags")).toHaveLength(1);
  });

  test("every entry leads to the item", () => {
    for (const key of indexEntries(new PathRules(policy), item)) expect(refAtEnd(key)).toBe(REF);
  });
});

test("the longest rule decides", () => {
  const policy: IndexingPolicy = {
    includedPaths: [{ path: "/address/city/?" }],
    excludedPaths: [{ path: "/*" }, { path: "/address/*" }],
  };
  expect(valuesAt(policy, item, "/address/city")).toEqual(["London"]);
  expect(valuesAt(policy, item, "/address/zip")).toEqual([]);
  expect(valuesAt(policy, item, "/name")).toEqual([]);
  const rules = new PathRules(policy);
  expect(rules.isIndexed("/address/city")).toBe(true);
  expect(rules.isIndexed("/address/city/street")).toBe(false);
  expect(rules.isIndexed("/name")).toBe(false);
});

test("a path that is named in full has an entry for items without it", () => {
  const policy: IndexingPolicy = { includedPaths: [{ path: "/*" }, { path: "/rank/?" }] };
  expect(new PathRules(policy).isExplicit("/rank")).toBe(true);
  expect(valuesAt(policy, item, "/rank")).toEqual([undefined]);
  expect(valuesAt(policy, { ...item, rank: 3 }, "/rank")).toEqual([3]);
});

test("an item with very many paths does not make the rules grow without bound", () => {
  const rules = new PathRules({ includedPaths: [{ path: "/*" }] });
  const wide = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`p${i}`, i]));
  expect(indexEntries(rules, wide)).toHaveLength(30_000);
  expect(rules.root.children.size).toBeLessThanOrEqual(20_000);
});

test.each<[string, JsonObject]>([
  ["properties", Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`p${i}`, i]))],
  ["elements", { list: Array.from({ length: 5_000 }, (_, i) => i) }],
  ["equal elements", { list: Array.from({ length: 5_000 }, () => 1) }],
  ["objects", { list: Array.from({ length: 2_000 }, (_, i) => ({ a: i, b: [i, i] })) }],
  ["nested arrays", { list: Array.from({ length: 2_000 }, (_, i) => [[i], []]) }],
])("many %s are visited in pieces, with the same entries", (_, document) => {
  const rules = new PathRules({});
  const walk = entriesOf(rules, document);
  let before = 0;
  let most = 0;
  let count = 0;
  while (!walk.next()) {
    most = Math.max(most, walk.keys.length - before);
    before = walk.keys.length;
    count++;
  }
  expect(count).toBeGreaterThan(30);
  expect(most).toBeLessThanOrEqual(130);
  const texts = walk.keys.map(({ bareText }) => bareText);
  expect(
    texts.join() ===
      indexEntries(rules, document)
        .map((key) => toByteString(key))
        .join(),
  ).toBe(true);
  expect(new Set(texts).size).toBe(texts.length);
});

/** Their order is that of the properties, each before what is in it. */
function defined(rules: PathRules, document: JsonObject): string[] {
  const entries: string[] = [];
  const visit = (node: PathNode, value: Json, seen: Set<string> | undefined) => {
    const key = toByteString(Buffer.concat([node.prefix, encodeValue(value), fromByteString(REF)]));
    if (node.scalars && !seen?.has(key)) entries.push(key);
    seen?.add(key);
    if (Array.isArray(value)) {
      const inside = seen ?? new Set();
      for (const element of value as JsonArray) visit(node.element(), element, inside);
    } else if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) visit(node.child(name), member, seen);
    }
  };
  for (const [name, member] of Object.entries(document)) visit(rules.root.child(name), member, undefined);
  return entries;
}

test.each<[string, IndexingPolicy]>([
  ["everything", {}],
  ["a part", { includedPaths: [{ path: "/*" }], excludedPaths: [{ path: "/a/*" }, { path: "/b/[]/?" }] }],
  ["little", { includedPaths: [{ path: "/a/[]/b/*" }], excludedPaths: [{ path: "/*" }] }],
])("entries of any item are those of each value in turn, where %s is indexed", (_, policy) => {
  const name = fc.constantFrom("a", "b", "c", "_d");
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom<Json>(null, true, 1, 2.5, "x", "y"),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(name, tie("value"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 4 }), (document) => {
      const rules = new PathRules(policy);
      const entries = indexEntries(rules, document).map((key) => toByteString(key));
      expect(entries).toEqual(defined(rules, document));
    }),
    { numRuns: 500 },
  );
});
