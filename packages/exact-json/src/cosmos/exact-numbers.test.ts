import { expect, test } from "vitest";
import { passedOn } from "./exact-numbers.ts";

test.each([
  ["SELECT * FROM c WHERE c.a = 'DISTINCT'", "rows"],
  ["SELECT VALUE MIN(c.n) FROM c", "rows"],
  ["SELECT DISTINCT VALUE c.n FROM c", "nothing"],
  ['SELECT VALUE [{"item": MIN(c.n)}] FROM c', "nothing"],
  ['SELECT [{"item": c.k}] AS groupByItems, {"n": {"item": MAX(c.n)}} AS payload FROM c', "nothing"],
  ['SELECT c._rid, [{"item": c.n}] AS orderByItems, c AS payload FROM c ORDER BY c.n', "payloads"],
])("of the rows of %s the SDK passes on %s", (query, expected) => {
  expect(passedOn(query)).toBe(expected);
});
