/** DISTINCT and GROUP BY that an index answers: what is read for them, and that no page reads it again. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { expect, test, vi } from "vitest";
import { ArraySource } from "./array-source.ts";
import { equalBorders, QueryFixture } from "./query.fixture.ts";
import { addWork, noWork } from "./query-work.ts";

const PARTS = 4;
const ITEMS: readonly JsonObject[] = Array.from({ length: 600 }, (_, i) => ({
  id: `${i}`,
  kind: `g${i % 10}`,
  n: i % 100,
}));
const COMPOSITES = [
  [
    { path: "/kind", descending: false },
    { path: "/n", descending: false },
  ],
];
const fixture = new QueryFixture({ items: ITEMS, borders: equalBorders(PARTS), composites: COMPOSITES });

async function readAll(text: string, maxItems: number, at = fixture) {
  const entries = vi.spyOn(ArraySource.prototype, "index");
  const work = noWork();
  const rows: Json[] = [];
  let pages = 0;
  let continuation: string | undefined;
  do {
    const page = await at.page(text, { page: { maxItems }, ...(continuation && { continuation }) });
    rows.push(...page.rows.map((row) => row.value()));
    addWork(work, page.work);
    continuation = page.continuation;
    pages++;
  } while (continuation !== undefined);
  const scans = entries.mock.calls.length;
  entries.mockRestore();
  return { rows, work, pages, scans };
}

test.each([
  ["SELECT DISTINCT VALUE c.kind FROM c", 10, 10 * PARTS],
  ["SELECT DISTINCT VALUE c.kind FROM c ORDER BY c.kind DESC", 10, 10 * PARTS],
  ["SELECT DISTINCT VALUE c.kind FROM c WHERE c.kind >= 'g5'", 5, 5 * PARTS],
  ["SELECT DISTINCT c.kind, c.n FROM c", 100, undefined],
  ["SELECT c.kind, COUNT(1) AS k FROM c GROUP BY c.kind", 10, 2 * ITEMS.length],
  ["SELECT c.kind, COUNT(1) AS k FROM c WHERE c.kind < 'g3' GROUP BY c.kind", 3, 180],
  ["SELECT c.kind, SUM(c.n) AS s FROM c GROUP BY c.kind", 10, ITEMS.length],
])("%s reads no items, and each entry once however the pages are cut", async (text, rows, entries) => {
  const once = await readAll(text, 1000);
  expect(once.rows).toHaveLength(rows);
  expect(once.work.itemsLoaded).toBe(0);
  if (entries !== undefined) expect(once.work.indexEntries).toBe(entries);
  for (const maxItems of [1, 3, 7]) {
    const cut = await readAll(text, maxItems);
    expect(cut.rows).toEqual(once.rows);
    expect(cut.work).toEqual(once.work);
    expect(cut.scans).toBeLessThanOrEqual(PARTS * cut.pages);
  }
});

test("SELECT VALUE COUNT(1) over DISTINCT reads one entry of each value", async () => {
  const text = "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.kind FROM c)";
  const { rows, work } = await readAll(text, 10);
  expect(rows).toEqual([10]);
  expect(work).toMatchObject({ itemsLoaded: 0, indexEntries: 10 * PARTS });
});

const LONG = "x".repeat(300);
const MIXED: readonly JsonObject[] = [
  { id: "0" },
  { id: "1", v: null },
  { id: "2", v: [1, { a: 1 }] },
  { id: "3", v: [1, { a: 1 }] },
  { id: "4", v: [1, { a: 2 }] },
  { id: "5", v: { a: 1, b: 2 } },
  { id: "6", v: { b: 2, a: 1 } },
  { id: "7", v: `${LONG}1` },
  { id: "8", v: `${LONG}2` },
  { id: "9", v: `${LONG}1` },
  { id: "10", v: 0 },
  { id: "11", v: -0 },
  { id: "12" },
];

test.each([[[]], [["/v"]]])(
  "values that no entry holds are told apart, and what is missing is one, with %j",
  async (explicitPaths) => {
    for (const parts of [1, 3]) {
      const mixed = new QueryFixture({ items: MIXED, borders: equalBorders(parts), explicitPaths });
      const plain = new QueryFixture({ items: MIXED, isIndexed: () => false });
      for (const text of [
        "SELECT DISTINCT VALUE c.v FROM c",
        "SELECT DISTINCT c.v FROM c",
        "SELECT c.v, COUNT(1) AS k FROM c GROUP BY c.v",
        "SELECT DISTINCT c.v FROM c WHERE IS_DEFINED(c.v) = false",
      ]) {
        const expected = (await plain.rows(text)).map((row) => JSON.stringify(row)).sort();
        for (const maxItems of [1, 2, 100]) {
          const { rows } = await readAll(text, maxItems, mixed);
          const texts = rows.map((row) => JSON.stringify(row).replace('{"b":2,"a":1}', '{"a":1,"b":2}'));
          expect(texts.sort(), `${text}, pages of ${maxItems}`).toEqual(expected);
        }
      }
    }
  },
);

test("a page goes on in the same order when the index is gone, or is there only now", async () => {
  const bare = new QueryFixture({ items: ITEMS, isIndexed: () => false });
  for (const text of ["SELECT DISTINCT VALUE c.n FROM c", "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n"]) {
    const all = (await fixture.rows(text)).map((row) => JSON.stringify(row)).sort();
    for (const [first, then] of [
      [fixture, bare],
      [bare, fixture],
    ] as const) {
      const page = await first.page(text, { page: { maxItems: 13 } });
      const rest = await then.rows(text, { continuation: page.continuation! });
      const rows = [...page.rows.map((row) => row.value()), ...rest].map((row) => JSON.stringify(row));
      expect(rows.sort()).toEqual(all);
    }
  }
});
