import { expect, test, vi } from "vitest";
import { failureOf, newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { createOne } from "../items/items.ts";

const ADDRESS = { database: "db", container: "c" };

/** Queries a range that is split while the query waits for its turn. */
async function querySplitRange(followsSplits: boolean): Promise<readonly unknown[]> {
  const clock = new TestClock();
  const engine = await openEngine(undefined, clock);
  try {
    const container = await newContainer(engine);
    for (const id of ["a", "b", "c"]) await createOne(container, { id, pk: id }, plain);
    await splitAtFirstPause(engine, clock);
    const text = { text: "SELECT VALUE c.id FROM c ORDER BY c.id", parameters: [] };
    const request = { ...plain, rangeId: "0", mayCross: true, mergesQueries: true, followsSplits };
    const { rows } = await engine.queries.run(ADDRESS, text, request);
    expect(container.partitions.map.partitions).toHaveLength(2);
    return rows.map((row) => row.value());
  } finally {
    await engine.close();
  }
}

async function splitAtFirstPause(engine: Engine, { scheduler }: TestClock): Promise<void> {
  const container = await engine.openContainer(ADDRESS.database, ADDRESS.container);
  const begin = scheduler.begin.bind(scheduler);
  vi.spyOn(scheduler, "begin").mockImplementationOnce((owner) => {
    const task = begin(owner);
    vi.spyOn(task, "isDue").mockReturnValueOnce(true);
    vi.spyOn(task, "pause").mockImplementationOnce(async () => {
      await engine.topology.split(container, "0", "midpoint");
    });
    return task;
  });
}

test("a range that is split while a query waits is read from its parts for a client that cannot follow", async () => {
  expect(await querySplitRange(false)).toEqual(["a", "b", "c"]);
});

test("a range that is split while a query waits is gone for a client that reads the ranges again", async () => {
  expect((await failureOf(querySplitRange(true))).code).toBe("rangeGone");
});
