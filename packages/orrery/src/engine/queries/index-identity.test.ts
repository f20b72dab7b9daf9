/** A property whose name looks like part of a composite index is still a property with an index of its own. */
import { expect, test } from "vitest";
import { newContainer, openEngine, plain, queryAll } from "../engine.fixture.ts";
import { createOne } from "../items/items.ts";

const ITEMS = 60;

test.each(["a,b", "x ASC,/y", "x ASC,"])("finds and orders by a property named %s", async (name) => {
  const container = await newContainer(await openEngine());
  for (let n = 0; n < ITEMS; n++) {
    await createOne(container, { id: `${n}`, pk: "p", [name]: n, o: { [name]: { y: n } } }, plain);
  }
  for (const property of [`c["${name}"]`, `c.o["${name}"].y`]) {
    expect(await queryAll(container, `SELECT VALUE c.id FROM c WHERE ${property} = 7`)).toEqual(["7"]);
    const ordered = await queryAll(container, `SELECT VALUE c.id FROM c ORDER BY ${property} DESC`);
    expect(ordered).toEqual(Array.from({ length: ITEMS }, (_, n) => `${ITEMS - 1 - n}`));
    const few = `SELECT VALUE ${property} FROM c WHERE ${property} >= 58 ORDER BY ${property}`;
    expect(await queryAll(container, few)).toEqual([58, 59]);
  }
});

test("orders by composite indexes whose paths hold commas and directions", async () => {
  const compositeIndexes = [
    [{ path: "/x" }, { path: "/y", order: "descending" }],
    [{ path: '/"x ASC,"/y', order: "descending" }, { path: '/"a,b"' }],
  ];
  const container = await newContainer(await openEngine(), { indexingPolicy: { compositeIndexes } });
  for (let n = 0; n < ITEMS; n++) {
    const item = { id: `${n}`, pk: "p", x: n % 2, y: n, "x ASC,": { y: n % 3 }, "a,b": n };
    await createOne(container, item, plain);
  }
  const ids = (text: string) => queryAll(container, `SELECT TOP 3 VALUE c.id FROM c ORDER BY ${text}`);
  expect(await ids("c.x, c.y DESC")).toEqual(["58", "56", "54"]);
  expect(await ids('c["x ASC,"].y DESC, c["a,b"]')).toEqual(["2", "5", "8"]);
});
