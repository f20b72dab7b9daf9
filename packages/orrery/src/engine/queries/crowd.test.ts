/** What a crowd of queries does to itself, counted in pieces of work and not in time. */
import { afterEach, expect, test } from "vitest";
import { ADMISSION_LIMITS } from "../../schedule/admission.ts";
import { Scheduler } from "../../schedule/scheduler.ts";
import { TestLoop } from "../../schedule/test-loop.fixture.ts";
import { failureOf, newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { createOne } from "../items/items.ts";

let engine: Engine;
afterEach(() => engine.close());

/** Reading one item is heavy work here, and there is one place for it. */
async function crowdedEngine(waitingMax: number): Promise<Scheduler> {
  const scheduler = new Scheduler(new TestLoop(), {
    ...ADMISSION_LIMITS,
    heavyMax: 1,
    lightBytes: 100,
    waitingMax,
    waitMs: Number.MAX_SAFE_INTEGER,
  });
  const clock = new TestClock();
  clock.scheduler = scheduler;
  engine = await openEngine(undefined, clock);
  const container = await newContainer(engine, {
    indexingPolicy: { indexingMode: "none", automatic: false },
  });
  for (let i = 0; i < 20; i++) {
    await createOne(container, { id: `${i}`, pk: `${i}`, n: i % 3, text: "x".repeat(1_000) }, plain);
  }
  return scheduler;
}

function groups(owner: string, isUnwanted = () => false) {
  const text = "SELECT COUNT(1) AS count, c.n FROM c GROUP BY c.n";
  const request = { ...plain, owner, isUnwanted, mayCross: true, mergesQueries: false, followsSplits: false };
  return engine.queries.run({ database: "db", container: "c" }, { text, parameters: [] }, request);
}

test("a hundred GROUP BYs at once all succeed, one at a time", async () => {
  const scheduler = await crowdedEngine(1_000);
  let most = 0;
  const look = () => {
    most = Math.max(most, scheduler.admission.figures.heavy);
    return false;
  };
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => groups(`${i % 4}`, look)));
  for (const { rows } of answers) {
    expect(rows.map((row) => row.value())).toEqual([
      { count: 7, n: 0 },
      { count: 7, n: 1 },
      { count: 6, n: 2 },
    ]);
  }
  expect(most).toBe(1);
  expect(scheduler.admission.figures).toEqual({ light: 0, heavy: 0, waiting: 0 });
});

test("where too many wait, one more is refused as busy, with a time to wait", async () => {
  await crowdedEngine(2);
  const all = Array.from({ length: 40 }, () => groups("all").catch((error: unknown) => error));
  const results = await Promise.all(all);
  const refused = results.find((result) => result instanceof Error);
  const failure = await failureOf(Promise.reject(refused));
  expect(failure).toMatchObject({ code: "serverBusy", retryAfterMs: expect.any(Number) });
});
