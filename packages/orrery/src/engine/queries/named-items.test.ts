/** Queries that name items by key and id look up just these, on the partitions that hold them. */
import { expect, test } from "vitest";
import type { Container } from "../container/container.ts";
import { newContainer, openEngine, plain } from "../engine.fixture.ts";
import { createOne, deleteOne } from "../items/items.ts";
import { deleteLogicalPartition } from "../items/logical-partition-deletion.ts";
import { queryContainer } from "./query-container.ts";

const PARTITIONS = 3;
const KEYS = 40;
const IDS = 10;

async function filled(body = {}): Promise<Container> {
  const container = await newContainer(await openEngine(), body, PARTITIONS * 6000);
  expect(container.partitions.all).toHaveLength(PARTITIONS);
  for (let key = 0; key < KEYS; key++) {
    for (let id = 0; id < IDS; id++) {
      await createOne(container, { id: `${id}`, pk: `k${key}`, n: key * IDS + id }, plain);
    }
  }
  return container;
}

async function run(container: Container, where: string, scope = {}, clauses = "", maxItems = 1000) {
  const text = `SELECT * FROM c WHERE ${where} ${clauses}`;
  const total = { rows: [] as unknown[], loaded: 0, lookups: 0, visited: 0, charge: 0 };
  let continuation: string | undefined;
  do {
    const request = { ...plain, ...scope, maxItems, ...(continuation !== undefined && { continuation }) };
    const page = await queryContainer(container, { text, parameters: [] }, request);
    total.rows.push(...page.rows.map((row) => (row.value() as { n: number }).n));
    total.loaded += page.work.itemsLoaded;
    total.lookups += page.work.indexLookups;
    total.visited += page.work.partitionsVisited;
    total.charge += page.charge;
    continuation = page.continuation;
  } while (continuation !== undefined);
  return total;
}

const name = (key: number, id: number | string) => `(c.pk = 'k${key}' AND c["id"] = '${id}')`;
const byNumber = (a: unknown, b: unknown) => Number(a) - Number(b);

test.each<[string, object]>([
  ["every path indexed", {}],
  ["nothing indexed", { indexingPolicy: { indexingMode: "none", automatic: false } }],
])("reads each named item, and nothing else: %s", async (_, body) => {
  const container = await filled(body);
  const wanted = Array.from({ length: KEYS }, (_, key) => [key, (key * 7) % IDS] as const);
  const where = wanted.map(([key, id]) => name(key, id)).join(" OR ");
  const all = await run(container, where);
  const expected = wanted.map(([key, id]) => key * IDS + id);
  expect(all.rows.sort(byNumber)).toEqual(expected);
  expect(all).toMatchObject({ loaded: KEYS, lookups: KEYS, visited: PARTITIONS });
  const inPages = await run(container, where, {}, "", 3);
  expect(inPages.rows.sort(byNumber)).toEqual(expected);
  expect(inPages.lookups).toBe(KEYS);
});

test("asks no partition that cannot hold a name, and finds none that is not there", async () => {
  const container = await filled();
  expect(await run(container, name(3, 4))).toMatchObject({ rows: [34], loaded: 1, lookups: 1, visited: 1 });
  expect(await run(container, name(3, "none"))).toMatchObject({ rows: [], loaded: 0, lookups: 1 });
  expect(await run(container, `${name(3, 4)} AND c.n < 5`)).toMatchObject({ rows: [], loaded: 1 });
  expect(await run(container, "c.id IN ('1', '2', 'x')", { key: ["k5"] })).toMatchObject({
    rows: [51, 52],
    loaded: 2,
    lookups: 3,
  });
  expect(await run(container, `${name(3, 4)} OR ${name(4, 4)}`, { key: ["k4"] })).toMatchObject({
    rows: [44],
  });
});

test("in any order asked for", async () => {
  const container = await filled();
  const where = [3, 9, 1, 20].map((key) => name(key, 2)).join(" OR ");
  const { rows, loaded } = await run(container, where, {}, "ORDER BY c.n DESC");
  expect({ rows, loaded }).toEqual({ rows: [202, 92, 32, 12], loaded: 4 });
});

test("of deleted items and keys nothing is found", async () => {
  const container = await filled();
  await deleteOne(container, "4", { ...plain, key: ["k3"] });
  await deleteLogicalPartition(container, { ...plain, key: ["k4"] });
  const where = [2, 3, 4].map((key) => name(key, 4)).join(" OR ");
  expect((await run(container, where)).rows).toEqual([24]);
});
