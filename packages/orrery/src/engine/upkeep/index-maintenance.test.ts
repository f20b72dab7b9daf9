/** Cells of a vector index through all that happens to a partition. */
import { expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { VECTOR } from "../../store/indexes/vector/vector-indexes.ts";
import type { Container } from "../container/container.ts";
import { findings, openEngine, plain, TestClock } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { deleteOne, replaceOne } from "../items/items.ts";
import { deleteLogicalPartition } from "../items/logical-partition-deletion.ts";
import {
  clusteredVectors,
  fillWithVectors,
  nearestOf,
  newVectorContainer,
  rowsOf,
  runQuery,
} from "../queries/vector-index.fixture.ts";
import { sweepContainer } from "./sweep.ts";

const COUNT = 1_100;
const DIMENSIONS = 4;
const NEAREST = "SELECT TOP 5 VALUE c.n FROM c ORDER BY VectorDistance(c.v, @q)";

async function tend(engine: Engine, container: Container): Promise<void> {
  engine.maintainIndexes(container);
  await engine.settled();
}

/** Rows of a set's own: what says which cells there are. */
async function setRows(kv: MemoryStore, { partitions: { map } }: Container): Promise<number[]> {
  const counts: number[] = [];
  for (const { store } of map.partitions) {
    let count = 0;
    for await (const rows of kv.scan(store.space, {
      from: Buffer.of(VECTOR.keyByte),
      to: Buffer.of(VECTOR.keyByte + 1),
    })) {
      count += rows.filter(({ key }) => key[9] === 0).length;
    }
    counts.push(count);
  }
  return counts;
}

test("vectors stay in their index through writes, splits, merges and a restart", async () => {
  const kv = new MemoryStore();
  let engine = await openEngine(kv, new TestClock());
  let container = await newVectorContainer(engine, { type: "diskANN", dimensions: DIMENSIONS });
  const vectors: (number[] | undefined)[] = clusteredVectors(COUNT, DIMENSIONS, 5);
  await fillWithVectors(container, vectors as number[][]);
  const query = [0.3, -0.2, 0.9, 0.1];
  const check = async () => {
    expect(await findings(engine)).toEqual([]);
    const found = await rowsOf(container, NEAREST, query);
    expect(found).toEqual(nearestOf(vectors, query, 5));
  };
  expect(await setRows(kv, container)).toEqual([0]);
  await tend(engine, container);
  expect(await setRows(kv, container)).toEqual([1]);
  await check();

  for (const n of [3, 4, 5, 6]) {
    const v = n < 5 ? query.map((component) => component * n) : [n, 0, 0, 0];
    await replaceOne(container, `${n}`, { id: `${n}`, pk: `${n}`, n, v }, { ...plain, key: [`${n}`] });
    vectors[n] = v;
  }
  for (const n of nearestOf(vectors, query, 2)) {
    await deleteOne(container, `${n}`, { ...plain, key: [`${n % 20}`] });
    vectors[n] = undefined;
  }
  await deleteLogicalPartition(container, { ...plain, key: ["7"] });
  for (let n = 7; n < COUNT; n += 20) vectors[n] = undefined;
  await check();
  await sweepContainer(container);
  await check();

  await engine.topology.split(container, "0", "midpoint");
  expect(await setRows(kv, container)).toEqual([1, 1]);
  await check();
  await fillWithVectors(container, [query], COUNT);
  vectors.push(query);
  await check();
  const [left, right] = container.partitions.all.map(({ id }) => id);
  await engine.topology.merge(container, [left!, right!]);
  expect(await setRows(kv, container)).toEqual([1]);
  await check();

  engine.stop();
  await engine.settled();
  engine = await openEngine(kv, new TestClock());
  container = await engine.openContainer("db", "c");
  await check();
  await tend(engine, container);
  expect(await setRows(kv, container)).toEqual([1]);
  const { work } = await runQuery(container, NEAREST, query);
  expect(work.itemsLoaded).toBe(5);
}, 120_000);
