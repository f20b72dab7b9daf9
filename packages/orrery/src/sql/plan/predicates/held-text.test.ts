import { expect, test } from "vitest";
import type { Expression } from "../../syntax/ast.ts";
import { parseQuery } from "../../syntax/parse-query.ts";
import { heldText } from "./held-text.ts";
import type { PredicateContext } from "./predicate-context.ts";

/** Literals alone are constants here. */
const CONTEXT = {
  constantOf: (node: Expression) => (node.kind === "literal" ? { value: node.value } : undefined),
} as PredicateContext;

test.each([
  ["CONTAINS(c.a, 'lot')", "lot"],
  ["contains(c.a, 'lot', false)", "lot"],
  ["CONTAINS(c.a, 'lot', true)", undefined],
  ["CONTAINS(c.a, '')", undefined],
  ["CONTAINS(LEFT(c.a, 2), 'lot')", undefined],
  ["ENDSWITH(c.a, 'lot')", "lot"],
  ["STARTSWITH(c.a, 'lot')", "lot"],
  ["SUBSTRING(c.a, 0, 2)", undefined],
  ["CONTAINS_ANY_CS(c.a, 'lot')", undefined],
  ["c.a LIKE '%lot%of_it%'", "lot"],
  ["c.a LIKE 'a%longer'", "longer"],
  ["c.a LIKE 'a[b-z]longer'", "a"],
  ["c.a LIKE '%'", undefined],
  ["c.a LIKE 'a!%b' ESCAPE '!'", undefined],
  ["c.a NOT LIKE 'a%'", undefined],
  ["RegexMatch(c.a, 'lot-7\\\\.$')", "lot-7."],
  ["RegexMatch(c.a, 'ab+cd')", "ab"],
  ["RegexMatch(c.a, 'ab*cde')", "cde"],
  ["RegexMatch(c.a, 'ab?')", "a"],
  ["RegexMatch(c.a, '\\\\dabc\\\\w')", "abc"],
  ["RegexMatch(c.a, '^😀*')", undefined],
  ["RegexMatch(c.a, 'a|b')", undefined],
  ["RegexMatch(c.a, '(abc)')", undefined],
  ["RegexMatch(c.a, 'abc', '')", "abc"],
  ["RegexMatch(c.a, 'abc', 'i')", undefined],
  ["c.a = 'lot'", undefined],
])("%s: %j", (filter, expected) => {
  expect(heldText(parseQuery(`SELECT * FROM c WHERE ${filter}`).where!, CONTEXT)).toBe(expected);
});
