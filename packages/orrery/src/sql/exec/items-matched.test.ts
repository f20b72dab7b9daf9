/** How many of the loaded items the filter let through, whichever way a query takes and however it is cut into pages. */
import { expect, test } from "vitest";
import { QueryFixture } from "./query.fixture.ts";
import type { QueryPage } from "./query-request.ts";

const ITEMS = 40;
const items = Array.from({ length: ITEMS }, (_, i) => ({
  id: `${i}`,
  even: i % 2 === 0,
  third: i % 3,
  tags: i % 4 === 0 ? ["a", "b", "a"] : [],
}));

test.each([
  ["a scan", "SELECT * FROM c WHERE c.even", [], [40, 20]],
  ["no filter", "SELECT c.id FROM c", [], [40, 40]],
  ["an exact index", "SELECT * FROM c WHERE c.third = 0", ["/third"], [14, 14]],
  ["an index and a filter behind it", "SELECT * FROM c WHERE c.third = 0 AND c.even", ["/third"], [14, 7]],
  ["JOIN", "SELECT t FROM c JOIN t IN c.tags WHERE t = 'a'", [], [40, 10]],
  ["DISTINCT", "SELECT DISTINCT c.third FROM c WHERE c.even", [], [40, 20]],
  ["an order", "SELECT * FROM c WHERE c.even ORDER BY c.third", ["/third"], [40, 20]],
  ["a sort", "SELECT * FROM c WHERE c.even AND c.third = 0 ORDER BY c.id", ["/id", "/third"], [14, 7]],
  ["an aggregate", "SELECT VALUE MAX(c.third) FROM c WHERE c.even", [], [40, 20]],
  ["OFFSET", "SELECT * FROM c WHERE c.even OFFSET 5 LIMIT 100", [], [40, 20]],
])("%s", async (_way, text, indexed, counts) => {
  for (const maxItems of [1, 3, 1000]) {
    const fixture = new QueryFixture({ items, isIndexed: (path) => indexed.includes(path) });
    let [loaded, matched] = [0, 0];
    let page: QueryPage | undefined;
    do {
      const { continuation } = page ?? {};
      page = await fixture.page(text, {
        page: { maxItems },
        ...(continuation === undefined ? {} : { continuation }),
      });
      loaded += page.work.itemsLoaded;
      matched += page.work.itemsMatched;
    } while (page.continuation !== undefined);
    expect([loaded, matched], `${maxItems} rows a page`).toEqual(counts);
  }
});
