import type { Json } from "@orrerydb/exact-json";
import { beforeAll, expect, test } from "vitest";
import { completeIndexingPolicy } from "../../store/indexes/indexing-policy.ts";
import { loadLanguage } from "../ground/query-language.ts";
import { parseContainerDefinition } from "./container-definition.ts";

beforeAll(async () => void (await loadLanguage()));

const deep = (segments: number) => "/a".repeat(segments);
const many = (count: number) => Array.from({ length: count }, (_, i) => `/p${i}/?`);
const pathObjects = (paths: string[]) => paths.map((path) => ({ path }));
const indexed = (paths: string[]) => ({
  indexingPolicy: { includedPaths: [{ path: "/*" }, ...pathObjects(paths)] },
});

function define(more: Record<string, Json>) {
  const partitionKey = { paths: ["/pk"], kind: "Hash", version: 2 };
  return () => parseContainerDefinition({ id: "c", partitionKey, ...more }, { requirePartitionKey: true });
}

test.each([
  ["an indexed path", { ...indexed([`${deep(128)}/?`]) }],
  ["as many indexed paths as may be", { ...indexed(many(1_499)) }],
  ["a unique key path", { uniqueKeyPolicy: { uniqueKeys: [{ paths: [deep(128)] }] } }],
  ["a partition key path", { partitionKey: { paths: [deep(128)], kind: "Hash", version: 2 } }],
])("%s as deep as an item", (_, definition) => {
  expect(define(definition)).not.toThrow();
});

test.each([
  ["an indexed path", indexed([`${deep(800)}/?`]), /segments/],
  ["a long name", indexed([`/${"a".repeat(5_000)}/?`]), /characters/],
  ["more paths than may be", indexed(many(1_500)), /entries/],
  [
    "more segments than may be",
    indexed(Array.from({ length: 100 }, (_, i) => `/p${i}${deep(120)}/?`)),
    /together/,
  ],
  [
    "a composite path",
    { indexingPolicy: { compositeIndexes: [pathObjects([deep(200), "/b"])] } },
    /segments/,
  ],
  ["a unique key path", { uniqueKeyPolicy: { uniqueKeys: [{ paths: [deep(200)] }] } }, /segments/],
  ["a partition key path", { partitionKey: { paths: [deep(200)], kind: "Hash", version: 2 } }, /segments/],
  [
    "a key of more levels than may be",
    { partitionKey: { paths: ["/a", "/b", "/c", "/d"], kind: "MultiHash", version: 2 } },
    /Too many partition key paths \(4\)/,
  ],
  ["a full-text path", { fullTextPolicy: { fullTextPaths: pathObjects([deep(200)]) } }, /segments/],
  ["many full-text paths", { fullTextPolicy: { fullTextPaths: pathObjects(many(1_501)) } }, /entries/],
  [
    "a vector path",
    { vectorEmbeddingPolicy: { vectorEmbeddings: [{ path: deep(200), dimensions: 3 }] } },
    /segments/,
  ],
  ...["/pk", "/pk/low", '/"pk"/low'].map((path): [string, object, RegExp] => [
    `a computed property that hides the key ${path}`,
    {
      partitionKey: { paths: ["/a", path], kind: "MultiHash", version: 2 },
      computedProperties: [{ name: "pk", query: "SELECT VALUE c.a FROM c" }],
    },
    /would hide the partition key/,
  ]),
  ["a query that is none", { computedProperties: [{ name: "p", query: "SELECT VALUE" }] }, /SC1001/],
  ...([
    ["SELECT VALUE RAND() FROM c", /must not call RAND,/],
    [
      "SELECT VALUE CONCAT(c.a, GETCURRENTDATETIMESTATIC()) FROM c",
      /must not call GETCURRENTDATETIMESTATIC,/,
    ],
    ["SELECT VALUE ST_DISTANCE(c.a, c.b) FROM c", /must not call ST_DISTANCE:/],
    ["SELECT VALUE FULLTEXTCONTAINS(c.a, 'x') FROM c", /must not call FULLTEXTCONTAINS:/],
    ["SELECT VALUE VECTORDISTANCE(c.a, c.b) FROM c", /must not call VECTORDISTANCE:/],
    ["SELECT VALUE COUNT(c.a) FROM c", /no aggregate/],
    ["SELECT VALUE udf.f(c.a) FROM c", /no user-defined function/],
    ["SELECT VALUE EXISTS(SELECT 1 FROM t IN c.a) FROM c", /no subquery/],
    ["SELECT VALUE c.a + @p FROM c", /no parameters/],
    ["SELECT VALUE c.a FROM c WHERE c.b", /without other clauses/],
    ["SELECT DISTINCT VALUE c.a FROM c", /without other clauses/],
    ["SELECT TOP 1 VALUE c.a FROM c", /without other clauses/],
    ["SELECT c.a FROM c", /SELECT VALUE expression FROM c/],
    ["SELECT VALUE t FROM t IN c.a", /SELECT VALUE expression FROM c/],
    ["SELECT VALUE LOWERCASE(c.a) FROM c", /SC2005/],
    ["SELECT VALUE d.a FROM c", /SC2001/],
  ].map(([query, message]) => [
    `a computed property ${query}`,
    { computedProperties: [{ name: "p", query: query as string }] },
    message as RegExp,
  ]) as [string, object, RegExp][]),
])("%s is refused", (_, definition, message) => {
  expect(define(definition as Record<string, Json>)).toThrow(
    expect.objectContaining({ code: "badRequest", message: expect.stringMatching(message) }),
  );
});

test("a unique key policy without keys is an empty one", () => {
  expect(define({ uniqueKeyPolicy: {} })().body.uniqueKeyPolicy).toEqual({ uniqueKeys: [] });
});

test.each([
  ["V1", 1],
  ["V2", 2],
])("the version %s of a partition key is the number %i", (version, number) => {
  const { partitionKey, body } = define({ partitionKey: { paths: ["/pk"], kind: "Hash", version } })();
  expect(partitionKey.version).toBe(number);
  expect(body.partitionKey).toEqual({ paths: ["/pk"], kind: "Hash", version: number });
});

test("paths that are named are indexed automatically, whatever the client sends", () => {
  const isAutomatic = (policy: Record<string, Json>) => completeIndexingPolicy(policy).automatic;
  expect(isAutomatic({ automatic: false, includedPaths: [{ path: "/*" }] })).toBe(true);
  expect(isAutomatic({ automatic: false })).toBe(false);
  expect(isAutomatic({ automatic: false, indexingMode: "none" })).toBe(false);
  expect(isAutomatic({})).toBe(true);
});

test("another version of a partition key is refused", () => {
  expect(define({ partitionKey: { paths: ["/pk"], kind: "Hash", version: "V3" } })).toThrow(/1 or 2/);
});

test("the time to live of the analytical store is kept, whatever there is of such a store", () => {
  for (const ttl of [-1, 0, 1000]) {
    expect(define({ analyticalStorageTtl: ttl })().body).toMatchObject({ analyticalStorageTtl: ttl });
  }
  expect(define({ analyticalStorageTtl: null })().body).not.toHaveProperty("analyticalStorageTtl");
  expect(define({ analyticalStorageTtl: 1.5 })).toThrow(/analytical/);
});
