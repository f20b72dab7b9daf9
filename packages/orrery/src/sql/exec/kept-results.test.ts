/** What a page has computed is kept for the next: each item is read once, and the rows are the same without it. */
import type { Json } from "@orrerydb/exact-json";
import { expect, test, vi } from "vitest";
import { ArraySource } from "./array-source.ts";
import { MappedResults } from "./kept-results.fixture.ts";
import { KEPT_RESULT_BYTES_MAX, KeptRows, SeenValues } from "./kept-results.ts";
import { equalBorders, QueryFixture } from "./query.fixture.ts";

const ITEMS = Array.from({ length: 300 }, (_, i) => ({
  id: `${i}`,
  _rid: `${1000 + i}`,
  n: i % 40,
  s: `s${i % 60}`,
  v: [i % 50, 1],
  w: [1, i % 30],
}));
const PARTS = 3;
const fixture = new QueryFixture({ items: ITEMS, borders: equalBorders(PARTS), isIndexed: () => false });

interface Reading {
  readonly rows: readonly Json[];
  readonly pages: number;
  /** How often the items of a range were walked through. */
  readonly walks: number;
}

async function readAll(text: string, kept?: MappedResults, at = fixture): Promise<Reading> {
  const walks = vi.spyOn(ArraySource.prototype, "items");
  const rows: Json[] = [];
  let pages = 0;
  let continuation: string | undefined;
  do {
    const page = await at.page(text, {
      page: { maxItems: 7 },
      ...(kept && { kept }),
      ...(continuation !== undefined && { continuation }),
    });
    rows.push(...page.rows.map((row) => row.value()));
    continuation = page.continuation;
    pages++;
  } while (continuation !== undefined);
  const { length } = walks.mock.calls;
  walks.mockRestore();
  return { rows, pages, walks: length };
}

const COMPUTED_ONCE = [
  "SELECT c.s, SUM(c.n) AS n FROM c GROUP BY c.s",
  "SELECT c.s, c.n, COUNT(1) AS k FROM c GROUP BY c.s, c.n OFFSET 3 LIMIT 50",
  "SELECT UPPER(c.s) AS u, MAX(c.n) AS m FROM c WHERE c.n > 3 GROUP BY UPPER(c.s)",
  "SELECT VALUE x.s FROM (SELECT DISTINCT c.s FROM c) x",
];

test.each(COMPUTED_ONCE)("%s is computed once", async (text) => {
  const kept = await readAll(text, new MappedResults());
  const computed = await readAll(text);
  expect(kept.rows).toEqual(computed.rows);
  expect(kept.pages).toBeGreaterThan(5);
  expect(kept.walks).toBe(PARTS);
  expect(computed.walks).toBe(PARTS * computed.pages);
});

const RANKED =
  "SELECT TOP 40 VALUE c.id FROM c ORDER BY RANK RRF(VectorDistance(c.v, [9, 1]), VectorDistance(c.w, [1, 9]))";

test("a hybrid search is ranked once", async () => {
  const kept = await readAll(RANKED, new MappedResults());
  const computed = await readAll(RANKED);
  expect(kept.rows).toEqual(computed.rows);
  expect(kept.pages).toBe(6);
  // Each score has a query of its own.
  expect(kept.walks).toBe(2 * PARTS);
  expect(computed.walks).toBe(2 * PARTS * computed.pages);
});

test("DISTINCT does not read again what lies before", async () => {
  const text = "SELECT DISTINCT VALUE CONCAT(c.s, 'x') FROM c";
  const kept = await readAll(text, new MappedResults());
  const again = await readAll(text);
  expect(kept.rows).toEqual(again.rows);
  expect(kept.rows).toHaveLength(60);
  // Each page opens the range in which it goes on, and at most one more to see whether it has rows.
  expect(kept.walks).toBeLessThanOrEqual(2 * kept.pages);
  expect(again.walks).toBeGreaterThan(PARTS * (again.pages - 1));
});

test.each([...COMPUTED_ONCE, RANKED, "SELECT DISTINCT VALUE CONCAT(c.s, 'x') FROM c"])(
  "what was forgotten is computed again, with the same rows: %s",
  async (text) => {
    let finds = 0;
    const kept = new MappedResults(() => ++finds % 2 === 0);
    expect((await readAll(text, kept)).rows).toEqual((await readAll(text)).rows);
    expect(kept.found).toBeGreaterThan(0);
  },
);

test("groups that come and go between two pages repeat no other group, and lose none", async () => {
  const text = "SELECT c.s, SUM(c.n) AS n FROM c GROUP BY c.s";
  const { rows, continuation } = await fixture.page(text, { page: { maxItems: 20 } });
  const [first, , third] = rows.map((row) => (row.value() as { s: string }).s);
  const written = ITEMS.filter(({ s }) => s !== first && s !== third).concat({
    ...ITEMS[0]!,
    id: "new",
    n: 1,
    s: "a",
  });
  const after = new QueryFixture({ items: written, isIndexed: () => false });
  const rest = await after.rows(text, { continuation: continuation! });
  const all = await fixture.rows(text);
  expect(rest).toEqual(all.slice(20));
});

test("a page that is asked for again knows what was answered before it, and not what came later", () => {
  const values = new SeenValues();
  expect(values.extend(0, ["a", "b"])).toBe(true);
  expect(values.extend(2, ["c"])).toBe(true);
  expect([values.isAmongFirst(2, "b"), values.isAmongFirst(2, "c")]).toEqual([true, false]);
  expect(values.extend(2, ["c", "d"])).toBe(true);
  expect(values.extend(2, ["d"])).toBe(false);
  expect(values.count).toBe(4);
});

test("what is too large is not kept", () => {
  const half = { value: () => null, bytes: () => Buffer.alloc(0), size: KEPT_RESULT_BYTES_MAX / 2 };
  const rows = new KeptRows();
  expect([rows.add(half, undefined), rows.add(half, undefined)]).toEqual([true, false]);
  expect(new SeenValues().extend(0, ["x".repeat(KEPT_RESULT_BYTES_MAX / 2)])).toBe(false);
});
