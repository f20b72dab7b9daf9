import type { Value } from "@orrerydb/exact-json";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { describe, expect, it } from "vitest";
import { parseQuery } from "../syntax/parse-query.ts";
import { PATTERNS_MAX } from "./key-set.ts";
import { type PartitionKeys, partitionKeysOf } from "./partition-filter.ts";

const one: PartitionKeyDefinition = { paths: ["/key"], kind: "Hash", version: 2 };
const three: PartitionKeyDefinition = {
  paths: ["/tenant", "/user/id", "/session"],
  kind: "MultiHash",
  version: 2,
};
const parameters = new Map<string, Value>([
  ["@a", "a"],
  ["@keys", ["a", "b"]],
  ["@name", "key"],
]);

function keysOf(query: string, definition: PartitionKeyDefinition): PartitionKeys {
  return partitionKeysOf(parseQuery(query), definition, parameters);
}

describe("a filter on the key", () => {
  it.each<[string, PartitionKeys]>([
    ["c.key = 'a'", [["a"]]],
    ["'a' = c.key", [["a"]]],
    ["c.key = @a", [["a"]]],
    ["c.key = @missing", "all"],
    ["c['key'] = 'a'", [["a"]]],
    ["c[@name] = 'a'", [["a"]]],
    ["c.key = -0", [[0]]],
    ["c.key = undefined", []],
    ["c.key IN ('a', @a, 'b', undefined)", [["a"], ["b"]]],
    ["c.key IN ('a', c.other)", "all"],
    ["'a' IN (c.key, c.key)", [["a"]]],
    ["c.key NOT IN ('a')", "all"],
    ["NOT (c.key NOT IN ('a'))", [["a"]]],
    ["NOT (c.key != 'a')", [["a"]]],
    ["NOT (c.key != 'a' OR c.x = 1)", [["a"]]],
    ["NOT (c.key != 'a' AND c.key != 'b')", [["a"], ["b"]]],
    ["NOT NOT c.key", [[true]]],
    ["NOT IS_DEFINED(c.key)", [[undefined]]],
    ["NOT udf.IS_DEFINED(c.key)", "all"],
    ["c.key = 'a' AND c.x > 5", [["a"]]],
    ["c.key = 'a' OR c.x > 5", "all"],
    ["(c.key = 'a' OR c.key = 'b') AND (c.key = 'b' OR c.key = 'c')", [["b"]]],
    ["ARRAY_CONTAINS(@keys, c.key)", [["a"], ["b"]]],
    ["ARRAY_CONTAINS(@keys, c.key, true)", "all"],
    ["ARRAY_CONTAINS(c.key, 'a')", "all"],
    ["ABS(c.key) = -1", []],
    ["c.key LIKE 'a\\\\_b'", "all"],
    ["c.key LIKE 'a!_b' ESCAPE '!'", [["a_b"]]],
    ["c.key NOT LIKE 'a'", "all"],
    ["c.key > 'a'", "all"],
    ["c.key.x = 'a'", "all"],
    ["d.key = 'a'", "all"],
    ["c.key = 'a' ? true : false", "all"],
    ["1 = 2", []],
    ["1 = 1 AND c.key = 'a'", [["a"]]],
    ["'true'", []],
  ])("%s", (filter, expected) => {
    expect(keysOf(`SELECT * FROM c WHERE ${filter}`, one)).toEqual(expected);
  });
});

describe("a filter in a subquery", () => {
  it.each<[string, PartitionKeys]>([
    ["SELECT * FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE c.key = 'a')", [["a"]]],
    ["SELECT * FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t.key = 'a')", "all"],
    ["SELECT * FROM c WHERE EXISTS(SELECT COUNT(1) FROM t IN c.tags WHERE c.key = 'a')", "all"],
    ["SELECT * FROM c WHERE NOT EXISTS(SELECT VALUE t FROM t IN c.tags WHERE c.key = 'a')", "all"],
    ["SELECT * FROM c WHERE 1 < (SELECT VALUE t FROM t IN c.tags WHERE c.key = 'a')", [["a"]]],
    ["SELECT * FROM c WHERE 0 = (SELECT VALUE COUNT(1) FROM t IN c.tags WHERE c.key = 'a')", "all"],
    ["SELECT * FROM c JOIN (SELECT VALUE t FROM t IN c.tags WHERE c.key = 'a') AS t", [["a"]]],
    ["SELECT * FROM (SELECT * FROM c WHERE c.key = 'a') AS x", [["a"]]],
    ["SELECT * FROM (SELECT * FROM c) AS c WHERE c.key = 'a'", "all"],
    ["SELECT * FROM x IN c.items WHERE x.key = 'a'", "all"],
    ["SELECT * FROM c JOIN x IN c.items WHERE c.key = 'a' AND x.key = 'b'", [["a"]]],
    ["SELECT 1 WHERE false", []],
  ])("%s", (query, expected) => {
    expect(keysOf(query, one)).toEqual(expected);
  });
});

describe("a hierarchical key", () => {
  it.each<[string, PartitionKeys]>([
    ["c.tenant = 't' AND c.user.id = 1 AND c.session = 's'", [["t", 1, "s"]]],
    ["c.tenant = 't' AND c.user.id = 1", [["t", 1]]],
    ["c.tenant = 't' AND c.session = 's'", [["t"]]],
    ["c.user.id = 1", "all"],
    [
      "c.tenant IN ('t', 'u') AND c.user.id = 1",
      [
        ["t", 1],
        ["u", 1],
      ],
    ],
    ["c.tenant = 't' OR (c.tenant = 'u' AND c.user.id = 1)", [["t"], ["u", 1]]],
    ["c.tenant = 't' OR (c.tenant = 't' AND c.user.id = 1)", [["t"]]],
    ["(c.tenant = 't' AND c.user.id = 1) AND c.user.id = 2", []],
  ])("%s", (filter, expected) => {
    expect(keysOf(`SELECT * FROM c WHERE ${filter}`, three)).toEqual(expected);
  });

  it("is seen through an alias of a part of the item", () => {
    expect(keysOf("SELECT * FROM c JOIN u IN c.list WHERE c.tenant = 't'", three)).toEqual([["t"]]);
    const below: PartitionKeyDefinition = { paths: ["/user/id"] };
    expect(keysOf("SELECT * FROM c.user u WHERE u.id = 1", below)).toEqual([[1]]);
    expect(keysOf("SELECT * FROM c.user WHERE user.id = 1", below)).toEqual([[1]]);
  });
});

it("finds thousands of keys, and gives a larger set where the exact one would cost too much", () => {
  const list = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i).join(", ");
  expect(keysOf(`SELECT * FROM c WHERE c.key IN (${list(0, 5000)})`, one)).toHaveLength(5000);
  expect(keysOf(`SELECT * FROM c WHERE c.key IN (${list(0, PATTERNS_MAX + 1)})`, one)).toBe("all");
  const both = `SELECT * FROM c WHERE c.key IN (${list(0, 5000)}) AND c.key IN (${list(4900, 3000)})`;
  expect(keysOf(both, one)).toHaveLength(100);
  const product = (size: number) => `c.tenant IN (${list(0, size)}) AND c.user.id IN (${list(0, size)})`;
  expect(keysOf(`SELECT * FROM c WHERE ${product(100)}`, three)).toHaveLength(10_000);
  expect(keysOf(`SELECT * FROM c WHERE ${product(200)}`, three)).toHaveLength(200);
});
