import { expect, test } from "vitest";
import type { BindOptions } from "../../bind/bind-context.ts";
import { bindQuery } from "../../bind/bind-query.ts";
import { computedExpressions } from "../../bind/computed/computed-properties.ts";
import { parseQuery } from "../../syntax/parse-query.ts";
import { membersRead } from "./members-read.ts";

const OPTIONS: BindOptions = {
  parameters: new Map(),
  computed: computedExpressions([{ name: "computed", query: parseQuery("SELECT VALUE c.a FROM c") }]),
  functions: {
    nowMs: () => 0,
    boundAtMs: 0,
    random: () => 0,
    geospatialType: "Geography",
    fullTextLanguage: "en-US",
  },
  vectorEmbeddings: [],
  udf: { call: () => undefined },
};

const ITEM = Buffer.from(JSON.stringify({ a: 1, b: 2, d: 3, e: 4, f: 5 }));

function namesRead(text: string): readonly string[] | undefined {
  const { bound, context } = bindQuery(parseQuery(text), OPTIONS);
  const members = membersRead(bound, context);
  return members && Object.keys(members.parse(ITEM));
}

test.each([
  ["SELECT c.a, c.b.x FROM c WHERE c.d > 1 ORDER BY c.e", ["a", "b", "d", "e"]],
  ["SELECT VALUE { x: [c.a ?? c['b']] } FROM c", ["a", "b"]],
  ["SELECT c.a, SUM(c.b) FROM c GROUP BY c.a", ["a", "b"]],
  ["SELECT VALUE udf.f(c.a) FROM c", ["a"]],
  ["SELECT VALUE COUNT(1) FROM c", []],
])("%s reads some members", (text, names) => {
  expect(namesRead(text)).toEqual(names);
});

test.each([
  "SELECT * FROM c WHERE c.a = 1",
  "SELECT c FROM c",
  "SELECT VALUE udf.f(c) FROM c",
  "SELECT c[0] FROM c",
  "SELECT x.a FROM x IN c.a",
  "SELECT c.a FROM c JOIN x IN c.b",
  "SELECT s.a FROM (SELECT c.a FROM c) AS s",
  "SELECT c.a, ARRAY(SELECT VALUE c.b) AS b FROM c",
  "SELECT c.a FROM c WHERE c.computed = 1",
])("%s may read any member", (text) => {
  expect(namesRead(text)).toBeUndefined();
});
