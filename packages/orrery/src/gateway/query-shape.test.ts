import { expect, test } from "vitest";
import { queryShape } from "./query-shape.ts";

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
])("%s", (text, given, shape, parameters) => {
  expect(queryShape(text, given)).toEqual({ text: shape, parameters });
});
