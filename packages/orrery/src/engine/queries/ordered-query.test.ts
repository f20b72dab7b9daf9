/** Paths that some items lack, while items come, change and go: always as if all were looked at anew. */
import { expect, test } from "vitest";
import { seededRandom } from "../../../../../tests/harness/seeded-random.ts";
import type { Container } from "../container/container.ts";
import { newContainer, openEngine, plain } from "../engine.fixture.ts";
import { createOne, deleteOne, replaceOne } from "../items/items.ts";
import { queryContainer } from "./query-container.ts";

const KEYS = ["a", "b", "c"];
/** More than are sorted. */
const ITEMS = 130;
const ROUNDS = 60;

interface Item {
  readonly id: string;
  readonly pk: string;
  readonly n?: number;
}

const request = (pk: string) => ({ ...plain, key: [pk] });

async function ids(container: Container, clauses: string, key?: string): Promise<unknown[]> {
  const text = { text: `SELECT VALUE c.id FROM c ${clauses}`, parameters: [] };
  const scope = key === undefined ? plain : request(key);
  const { rows } = await queryContainer(container, text, { ...scope, maxItems: 1_000 });
  return rows.map((row) => row.value());
}

/** Ids by `n`, those without it first; items with the same are created in the order of the list. */
function sorted(items: readonly Item[]): string[] {
  const order = ({ n = -1 }: Item) => n;
  return items.toSorted((a, b) => order(a) - order(b)).map(({ id }) => id);
}

test("items that lack the property are found after every write", async () => {
  const random = seededRandom(7);
  const container = await newContainer(await openEngine());
  const items: Item[] = [];
  let next = 0;
  const randomItem = (id: string, pk: string): Item =>
    random() < 0.2 ? { id, pk } : { id, pk, n: next * 1_000 + Math.floor(random() * 1_000) };
  const create = async () => {
    const item = randomItem(`item${next++}`, KEYS[Math.floor(random() * KEYS.length)]!);
    await createOne(container, { ...item }, request(item.pk));
    items.push(item);
  };
  while (items.length < ITEMS) await create();
  for (let round = 0; round < ROUNDS; round++) {
    const at = Math.floor(random() * items.length);
    const { id, pk } = items[at]!;
    const chance = random();
    if (chance < 0.3) {
      await deleteOne(container, id, request(pk));
      items.splice(at, 1);
    } else if (chance < 0.7) {
      items[at] = randomItem(id, pk);
      await replaceOne(container, id, { ...items[at] }, request(pk));
    }
    while (chance >= 0.7 && items.length < ITEMS) await create();
    const lacking = items.filter(({ n }) => n === undefined);
    const expected = sorted(items);
    const whole = await ids(container, "ORDER BY c.n");
    expect(whole.slice(0, lacking.length).toSorted()).toEqual(lacking.map((item) => item.id).toSorted());
    expect(whole.slice(lacking.length)).toEqual(expected.slice(lacking.length));
    expect(await ids(container, "ORDER BY c.n DESC")).toEqual(whole.toReversed());
    expect((await ids(container, "WHERE NOT IS_DEFINED(c.n)")).toSorted()).toEqual(
      whole.slice(0, lacking.length).toSorted(),
    );
    const ofKey = new Set(items.filter((item) => item.pk === "a").map((item) => item.id));
    expect(await ids(container, "ORDER BY c.n", "a")).toEqual(
      whole.filter((name) => ofKey.has(name as string)),
    );
  }
});

test("of items that have a property, those are not read that a filter wants without it", async () => {
  const container = await newContainer(await openEngine());
  for (let i = 0; i < ITEMS; i++) {
    await createOne(container, { id: `${i}`, pk: "a", ...(i % 10 > 0 && { n: i }) }, request("a"));
  }
  const filter = { text: "SELECT VALUE c.id FROM c WHERE NOT IS_DEFINED(c.n)", parameters: [] };
  const whole = await queryContainer(container, filter, plain);
  expect([whole.rows.length, whole.work.itemsLoaded]).toEqual([13, 13]);
  const first = await queryContainer(container, filter, { ...plain, maxItems: 5 });
  const { continuation } = first;
  const second = await queryContainer(container, filter, { ...plain, continuation: continuation! });
  expect([...first.rows, ...second.rows].map((row) => row.value())).toEqual(
    whole.rows.map((row) => row.value()),
  );
  expect(first.work.itemsLoaded + second.work.itemsLoaded).toBe(13);
});

test("of large items only those of a page are read, in the order of the index", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {
    indexingPolicy: { excludedPaths: [{ path: "/text/?" }] },
  });
  const text = "x".repeat(700_000);
  for (let i = 0; i < 12; i++) {
    await createOne(container, { id: `${i}`, pk: "a", n: 12 - i, text }, plain);
  }
  const query = { text: "SELECT * FROM c ORDER BY c.n", parameters: [] };
  const { rows, work } = await queryContainer(container, query, request("a"));
  expect((rows[0]!.value() as unknown as Item).id).toBe("11");
  expect(work.itemsLoaded).toBeLessThanOrEqual(rows.length + 1);
  expect(rows.length).toBeLessThan(7);
  await engine.close();
});
