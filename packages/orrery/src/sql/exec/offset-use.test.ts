/** OFFSET: rows that are passed over are passed over in the index, where it tells which items make them. */
import type { JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { ACCESS_TUNING } from "../plan/access/choose-access.ts";
import { equalBorders, QueryFixture } from "./query.fixture.ts";

const ITEMS: readonly JsonObject[] = Array.from({ length: 1000 }, (_, i) => ({
  id: String(i).padStart(4, "0"),
  n: (i * 7) % 1000,
  g: i % 2,
  ...(i % 3 > 0 && { m: i }),
}));

const fixtureOf = (parts: number) =>
  new QueryFixture({ items: ITEMS, tuning: ACCESS_TUNING, borders: equalBorders(parts) });

test.each([
  ["SELECT c.id FROM c ORDER BY c.n OFFSET 900 LIMIT 10", 10, 910],
  ["SELECT * FROM c ORDER BY c.n DESC OFFSET 900 LIMIT 10", 10, 910],
  ["SELECT VALUE c FROM c WHERE c.n >= 100 ORDER BY c.n OFFSET 500 LIMIT 10", 10, 510],
  ["SELECT c.id FROM c ORDER BY c.m DESC OFFSET 600 LIMIT 10", 10, 610],
  ["SELECT c.id FROM c WHERE c.g = 1 OFFSET 300 LIMIT 10", 10, undefined],
  ["SELECT c.id FROM c OFFSET 900 LIMIT 10", 10, undefined],
  ["SELECT c.id FROM c OFFSET 900 LIMIT 0", 0, undefined],
  ["SELECT c.id FROM c ORDER BY c.n OFFSET 2000 LIMIT 10", 0, 1000],
])("%s reads the items that it answers", async (text, rows, entries) => {
  for (const parts of [1, 5]) {
    const page = await fixtureOf(parts).page(text);
    expect(page.rows).toHaveLength(rows);
    expect(page.work.itemsLoaded).toBe(rows);
    if (entries !== undefined) expect(page.work.indexEntries).toBe(entries);
  }
});

test.each([
  ["SELECT VALUE c.m FROM c ORDER BY c.n OFFSET 100 LIMIT 5", "items without the value make no row"],
  ["SELECT c.id FROM c WHERE c.n % 2 = 0 ORDER BY c.n OFFSET 100 LIMIT 5", "the index does not tell them"],
])("%s reads what it passes over: %s", async (text) => {
  expect((await fixtureOf(5).page(text)).work.itemsLoaded).toBeGreaterThan(100);
});

test("rows are the same as those behind the rows before", async () => {
  for (const clauses of [
    "",
    "WHERE c.g = 0",
    "ORDER BY c.n",
    "ORDER BY c.m DESC",
    "WHERE c.n > 300 ORDER BY c.n",
  ]) {
    const fixture = fixtureOf(4);
    const all = await fixture.rows(`SELECT c.id FROM c ${clauses}`);
    for (const offset of [1, 17, 250, 333, 480]) {
      for (const maxItems of [3, 1000]) {
        const text = `SELECT c.id FROM c ${clauses} OFFSET ${offset} LIMIT 20`;
        expect(await fixture.rows(text, { page: { maxItems } })).toEqual(all.slice(offset, offset + 20));
      }
    }
  }
});

test("a page that ends while rows are passed over goes on there", async () => {
  const fixture = fixtureOf(3);
  for (const clauses of ["", "ORDER BY c.n", "WHERE c.g = 0"]) {
    const text = `SELECT c.id FROM c ${clauses} OFFSET 400 LIMIT 20`;
    let now = 0;
    const slow = { clock: { now: () => now++ }, page: { deadlineMs: 40 } };
    const rows = await fixture.rows(text, slow);
    expect(rows).toEqual(await fixture.rows(text));
  }
});
