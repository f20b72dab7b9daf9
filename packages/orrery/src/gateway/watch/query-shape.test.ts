import { expect, test } from "vitest";
import { queryShape, underKey } from "./query-shape.ts";

test.each([
  ["SELECT * FROM c WHERE c.a = 'x y'", {}, "SELECT * FROM c WHERE c.a = @text1", { "@text1": "x y" }],
  ['SELECT * FROM c WHERE c["a"] = "x"', {}, 'SELECT * FROM c WHERE c["a"] = @text1', { "@text1": "x" }],
  ["SELECT * FROM c WHERE c.a = 'it\\'s'", {}, "SELECT * FROM c WHERE c.a = @text1", { "@text1": "it's" }],
  [
    "SELECT * FROM c WHERE c.a IN ('x', 'y') AND ARRAY_CONTAINS(['z'], c.b)",
    {},
    "SELECT * FROM c WHERE c.a IN (@text1, @text2) AND ARRAY_CONTAINS([@text3], c.b)",
    { "@text1": "x", "@text2": "y", "@text3": "z" },
  ],
  ["SELECT { 'a': c.a } FROM c", {}, "SELECT { 'a': c.a } FROM c", {}],
  [
    "SELECT * FROM c WHERE c.a = @text1 AND c.b = 'x'",
    { "@text1": 1 },
    "SELECT * FROM c WHERE c.a = @text1 AND c.b = @text2",
    { "@text1": 1, "@text2": "x" },
  ],
  [
    "SELECT * FROM c -- it's\nWHERE c.a = 'x'",
    {},
    "SELECT * FROM c  \nWHERE c.a = @text1",
    { "@text1": "x" },
  ],
  ["SELECT * /* 'x' */ FROM c", {}, "SELECT *   FROM c", {}],
  ["SELECT * FROM c WHERE c.a = 'x", {}, "SELECT * FROM c WHERE c.a = @text1", { "@text1": "" }],
])("%s", (text, given, shape, parameters) => {
  expect(queryShape(text, given)).toEqual({ text: shape, parameters });
});

test.each([
  ["SELECT * FROM c", "SELECT * FROM c WHERE c.a = @key1"],
  [
    "SELECT * FROM c WHERE c.b = 1 OR c.b = 2 ORDER BY c.b",
    "SELECT * FROM c WHERE c.a = @key1 AND (c.b = 1 OR c.b = 2) ORDER BY c.b",
  ],
  [
    "SELECT VALUE COUNT(1) FROM orders AS o GROUP BY o.b",
    "SELECT VALUE COUNT(1) FROM orders AS o WHERE o.a = @key1 GROUP BY o.b",
  ],
  [
    "SELECT * FROM c JOIN t IN c.tags WHERE EXISTS(SELECT VALUE x FROM x IN c.b WHERE x = 1)",
    "SELECT * FROM c JOIN t IN c.tags WHERE c.a = @key1 AND (EXISTS(SELECT VALUE x FROM x IN c.b WHERE x = 1))",
  ],
  ['SELECT * FROM c WHERE c["a"] = @x', 'SELECT * FROM c WHERE c["a"] = @x'],
  ["SELECT * FROM t IN c.tags", "SELECT * FROM t IN c.tags"],
  ["SELECT 1", "SELECT 1"],
])("%s, sent to one key", (text, whole) => {
  expect(underKey({ text, parameters: {} }, [["/a", "x"]]).text).toBe(whole);
});

test("a comment of quotes that are escaped is passed over once", () => {
  const { text } = queryShape(`SELECT * FROM c -- ${"'\\".repeat(200_000)}`, {});
  expect(text.length).toBe("SELECT * FROM c  ".length);
  const { parameters } = queryShape(`SELECT * FROM c WHERE c.a = ${"'\\".repeat(200_000)}`, {});
  expect(Object.keys(parameters)).toEqual(["@text1"]);
});
