/** COUNT is answered from totals, or counts entries unseen: it must be what a query that reads the items finds. */
import { expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import type { Container } from "../container/container.ts";
import { newContainer, openEngine, plain, queryAll, TestClock } from "../engine.fixture.ts";
import { createOne, deleteOne } from "../items/items.ts";
import { deleteLogicalPartition } from "../items/logical-partition-deletion.ts";
import { queryContainer } from "./query-container.ts";

const KEYS = ["a", "b", "c"];
const PARTITIONS = 3;

async function fill(container: Container): Promise<void> {
  for (const [i, pk] of KEYS.entries()) {
    for (let n = 0; n < 20 * (i + 1); n++) await createOne(container, { id: `${n}`, pk, n }, plain);
  }
  for (let n = 0; n < 15; n++) await deleteOne(container, `${n}`, { ...plain, key: ["a"] });
}

async function counts(container: Container): Promise<number[]> {
  const scopes = [{}, ...KEYS.map((key) => ({ key: [key] }))];
  const found: number[] = [];
  for (const scope of scopes) {
    const [count] = await queryAll(container, "SELECT VALUE COUNT(1) FROM c", scope);
    const ids = await queryAll(container, "SELECT VALUE c.id FROM c", scope);
    expect(count).toBe(ids.length);
    const sums = await queryAll(container, "SELECT SUM(0.1) AS s, MAX(2) AS m, COUNT(1) AS n FROM c", scope);
    const s = ids.reduce<number>((sum) => sum + 0.1, 0);
    expect(sums).toEqual([{ s, n: count, ...(ids.length > 0 && { m: 2 }) }]);
    for (const filter of ["c.n = 3", "c.n >= 4 AND c.n < 30", "c.n IN (1, 17, 18)"]) {
      const [matching] = await queryAll(container, `SELECT VALUE COUNT(1) FROM c WHERE ${filter}`, scope);
      const rows = await queryAll(container, `SELECT VALUE c.id FROM c WHERE ${filter}`, scope);
      expect(matching, filter).toBe(rows.length);
    }
    const groups = await queryAll(container, "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n", scope);
    const numbers = await queryAll(container, "SELECT DISTINCT VALUE c.n FROM c", scope);
    expect(groups.filter((group) => Object.hasOwn(group as object, "n"))).toHaveLength(numbers.length);
    found.push(count as number);
  }
  return found;
}

test("counts items of the container and of each key, also while a deleted key is still stored", async () => {
  const container = await newContainer(await openEngine(), {}, PARTITIONS * 6000);
  expect(container.partitions.all).toHaveLength(PARTITIONS);
  await fill(container);
  await createOne(container, { id: "unindexed", pk: "b" }, { ...plain, indexed: false });
  expect(await counts(container)).toEqual([106, 5, 41, 60]);
  await deleteLogicalPartition(container, { ...plain, key: ["b"] });
  expect(await counts(container)).toEqual([65, 5, 0, 60]);
});

test("costs as much as reading an entry for each item", async () => {
  const container = await newContainer(await openEngine());
  await fill(container);
  const work = async (text: string) =>
    (await queryContainer(container, { text, parameters: [] }, plain)).work.indexEntries;
  expect(await work("SELECT VALUE COUNT(1) FROM c")).toBe(105);
  expect(await work("SELECT VALUE COUNT(c.id) FROM c")).toBe(105);
});

test("does not count what has expired", async () => {
  const clock = new TestClock();
  const container = await newContainer(await openEngine(new MemoryStore(), clock), { defaultTtl: 100 });
  await fill(container);
  await createOne(container, { id: "long", pk: "a", ttl: 1000 }, plain);
  expect(await counts(container)).toEqual([106, 6, 40, 60]);
  clock.advanceSeconds(500);
  expect(await counts(container)).toEqual([1, 1, 0, 0]);
});

test("counts what was there when its snapshot was made", async () => {
  const store = new MemoryStore();
  const container = await newContainer(await openEngine(store), {}, PARTITIONS * 6000);
  await fill(container);
  const makeSnapshot = store.snapshot.bind(store);
  store.snapshot = () => {
    const snapshot = makeSnapshot();
    const written = Promise.all(KEYS.map((pk) => createOne(container, { id: "late", pk }, plain)));
    return {
      get: (space, key) => written.then(() => snapshot.get(space, key)),
      getMany: (space, keys) => snapshot.getMany(space, keys),
      scan: (space, options) => snapshot.scan(space, options),
      close: () => snapshot.close(),
    };
  };
  expect(await queryAll(container, "SELECT VALUE COUNT(1) FROM c")).toEqual([105]);
  store.snapshot = makeSnapshot;
  expect(await queryAll(container, "SELECT VALUE COUNT(1) FROM c")).toEqual([108]);
});
