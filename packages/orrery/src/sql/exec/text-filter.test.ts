import type { Json, JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { ArraySource } from "./array-source.ts";
import { QueryFixture } from "./query.fixture.ts";
import { TextFilter } from "./text-filter.ts";

const VALUES: readonly Json[] = [
  ...[null, true, false, 0, -0, -1, 1, 11, 0.1, 1e21, 1e-7, 123456789012345680000, Number.MAX_VALUE],
  ...["", "x", "xx", '"', "\\", "a\nb", "\u0001", "/", "é", "e\u0301", "😀", "\ud83d", "\u2028", "null", "1"],
];

/** Each value at some depth, among others that look like it. */
const ITEMS: readonly JsonObject[] = VALUES.flatMap((value, i) => [
  { id: `${i}`, x: value },
  { id: `${i} inside`, o: { x: value }, "x ": value },
  { id: `${i} text`, text: JSON.stringify({ x: value }) },
  { id: `${i} list`, x: [value], X: value },
]);

const unindexed = new QueryFixture({ items: ITEMS, isIndexed: () => false });
const indexed = new QueryFixture({ items: ITEMS });

test.each(VALUES.map((value) => [value]))("finds %j wherever it is asked for", async (value) => {
  const parameters = [{ name: "@v", value }];
  for (const text of [
    "SELECT VALUE c.id FROM c WHERE c.x = @v",
    "SELECT VALUE c.id FROM c WHERE @v = c.o['x'] AND c.id != ''",
    "SELECT VALUE COUNT(1) FROM c WHERE c.x = @v AND (c.id = '0' OR c.id != '0')",
  ]) {
    const rows = await unindexed.rows(text, { parameters });
    expect(rows).toEqual(await indexed.rows(text, { parameters }));
    expect(rows.length).toBeGreaterThan(0);
  }
});

test("a computed property is not looked for in the text", async () => {
  const fixture = new QueryFixture({
    items: [{ id: "1", a: 1 }],
    computedProperties: [{ name: "double", query: "SELECT VALUE c.a * 2 FROM c" }],
    isIndexed: () => false,
  });
  expect(await fixture.rows("SELECT VALUE c.id FROM c WHERE c.double = 2")).toEqual(["1"]);
});

test("gives up where most items have the text", async () => {
  const items = Array.from({ length: 1000 }, (_, i) => ({ a: i < 500 ? 1 : 2 }));
  const filter = new TextFilter('"a":1');
  let rejected = 0;
  for await (const rows of new ArraySource(items).items({})) {
    for (const row of rows) if (filter.rejects(row)) rejected++;
  }
  expect(rejected).toBe(0);
  const other = new TextFilter('"a":2');
  for await (const rows of new ArraySource(items).items({})) {
    for (const row of rows) if (other.rejects(row)) rejected++;
  }
  // It looked on until most of 64 had the text.
  expect(rejected).toBe(500);
});
