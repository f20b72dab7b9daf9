/** OFFSET over the store: rows are passed over by their addresses and by totals, as if they were read. */
import { expect, test } from "vitest";
import { newContainer, openEngine, plain, queryAll } from "../engine.fixture.ts";
import { createOne, deleteOne } from "../items/items.ts";
import { queryContainer } from "./query-container.ts";

test("passes over items that are there, in all of a container and inside of one key", async () => {
  const container = await newContainer(await openEngine());
  for (let i = 0; i < 120; i++) {
    const pk = `p${i % 4}`;
    await createOne(container, { id: `${i}`, pk, n: i }, { ...plain, key: [pk] });
  }
  for (let i = 0; i < 120; i += 3) await deleteOne(container, `${i}`, { ...plain, key: [`p${i % 4}`] });
  for (const clauses of ["", "WHERE c.pk = 'p1'", "ORDER BY c.n DESC", "WHERE c.n > 10 ORDER BY c.n"]) {
    const all = await queryAll(container, `SELECT c.id FROM c ${clauses}`);
    for (const offset of [1, 10, 19, 60, 79, 200]) {
      const text = `SELECT c.id FROM c ${clauses} OFFSET ${offset} LIMIT 7`;
      expect(await queryAll(container, text)).toEqual(all.slice(offset, offset + 7));
      const { work, rows } = await queryContainer(container, { text, parameters: [] }, plain);
      expect(work.itemsLoaded).toBe(rows.length);
    }
  }
});

test("items may expire: then they are read to be counted", async () => {
  const container = await newContainer(await openEngine(), { defaultTtl: 1000 });
  for (let i = 0; i < 50; i++) await createOne(container, { id: `${i}`, pk: "p", n: i }, plain);
  const all = await queryAll(container, "SELECT c.id FROM c");
  expect(await queryAll(container, "SELECT c.id FROM c OFFSET 40 LIMIT 5")).toEqual(all.slice(40, 45));
});
