import type { Json } from "@orrerydb/exact-json";
import { describe, expect, test } from "vitest";
import { QueryError } from "../syntax/query-error.ts";
import { FAILING_QUERY_CASES, QUERY_CASES } from "./query.cases.ts";
import { equalBorders, QueryFixture } from "./query.fixture.ts";

function sorted(rows: readonly Json[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

describe.each([1, 2, 5, 25])("on %i partitions", (partitions) => {
  test.each(QUERY_CASES)("$query", async ({ query, items, rows, parameters, unordered }) => {
    const fixture = new QueryFixture({ items, borders: equalBorders(partitions) });
    for (const maxItems of [100, 1, 2]) {
      const answer = await fixture.rows(query, { page: { maxItems }, ...(parameters && { parameters }) });
      if (unordered) expect(sorted(answer)).toEqual(sorted(rows));
      else expect(answer).toEqual(rows);
    }
  });
});

test.each(FAILING_QUERY_CASES)("$query fails with $code", async ({ query, code, message }) => {
  const fixture = new QueryFixture({ isIndexed: (path) => path !== "/hidden" });
  const failure = await fixture.page(query).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(QueryError);
  expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
});
