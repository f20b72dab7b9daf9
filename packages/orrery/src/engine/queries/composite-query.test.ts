/** Composite indexes of the store: parts of them are read as if all items were looked at. */
import type { Json } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import type { Container } from "../container/container.ts";
import { newContainer, openEngine, plain } from "../engine.fixture.ts";
import { createOne } from "../items/items.ts";
import { queryContainer } from "./query-container.ts";

const ITEMS = 300;

async function filledContainer(compositeIndexes: readonly object[]): Promise<Container> {
  const container = await newContainer(await openEngine(), {
    indexingPolicy: { compositeIndexes: compositeIndexes as unknown as Json },
  });
  for (let i = 0; i < ITEMS; i++) {
    const item = { id: `${i}`, pk: `p${i % 3}`, g: `g${i % 10}`, ...(i % 7 > 0 && { n: i % 40 }) };
    await createOne(container, item, { ...plain, key: [item.pk] });
  }
  return container;
}

async function answer(container: Container, clauses: string, maxItems: number, key?: string) {
  const rows: unknown[] = [];
  let loaded = 0;
  let continuation: string | undefined;
  do {
    const page = await queryContainer(
      container,
      { text: `SELECT VALUE c.id FROM c ${clauses}`, parameters: [] },
      { ...plain, maxItems, ...(key && { key: [key] }), ...(continuation && { continuation }) },
    );
    rows.push(...page.rows.map((row) => row.value()));
    loaded += page.work.itemsLoaded;
    continuation = page.continuation;
  } while (continuation !== undefined);
  return { rows, loaded };
}

test("an order behind a fixed value is read from its place, in both directions, on pages of any size", async () => {
  const directions = ["ascending", "descending"];
  const indexed = await Promise.all([
    filledContainer([]),
    ...directions.map((order) => filledContainer([[{ path: "/g" }, { path: "/n", order }]])),
    filledContainer([[{ path: "/pk" }, { path: "/g" }, { path: "/n", order: "descending" }]]),
  ]);
  for (const key of [undefined, "p1"]) {
    for (const clauses of [
      "WHERE c.g = 'g4' ORDER BY c.n",
      "WHERE c.g = 'g4' ORDER BY c.n DESC",
      "WHERE c.g = 'g4' AND c.n > 5 AND c.n <= 30 ORDER BY c.n DESC",
      "WHERE c.g = 'g4' AND (c.n < 20 OR NOT IS_DEFINED(c.n)) ORDER BY c.n DESC",
    ]) {
      const expected = await answer(indexed[0]!, clauses, 1000, key);
      for (const container of indexed.slice(1)) {
        for (const maxItems of [1000, 4]) {
          const got = await answer(container, clauses, maxItems, key);
          expect(got.rows).toEqual(expected.rows);
          if (key === undefined && container !== indexed.at(-1)) expect(got.loaded).toBe(got.rows.length);
        }
      }
    }
  }
});
