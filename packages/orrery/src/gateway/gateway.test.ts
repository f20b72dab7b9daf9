import { expect, test, vi } from "vitest";
import { newContainer, openEngine, TestClock } from "../engine/engine.fixture.ts";
import { Scheduler } from "../schedule/scheduler.ts";
import { clientOf } from "./gateway.fixture.ts";

test("tasks leave time to requests on single items, and not to pages, which are tasks themselves", async () => {
  const clock = new TestClock();
  // Requests are signed with the real time.
  clock.ms = Date.now();
  clock.scheduler = new Scheduler();
  const noteShort = vi.spyOn(clock.scheduler, "noteShort");
  const engine = await openEngine(undefined, clock);
  await newContainer(engine);
  const client = clientOf(engine);
  const container = client.database("db").container("c");
  const notes = async (work: Promise<unknown>) => {
    noteShort.mockClear();
    await work;
    return noteShort.mock.calls.length;
  };

  // The first also asks for the account.
  await container.items.create({ id: "0", pk: "x" });
  expect(await notes(container.items.create({ id: "1", pk: "x" }))).toBe(1);
  expect(await notes(container.item("1", "x").read())).toBe(1);
  const pages = () => container.items.changeFeed("x", { startFromBeginning: true }).fetchNext();
  // The first also asks for the container.
  await pages();
  expect(await notes(pages())).toBe(0);
  client.dispose();
  await engine.close();
});

test("while the data may be another's, nothing is answered, also not what is in memory", async () => {
  const clock = new TestClock();
  clock.ms = Date.now();
  const engine = await openEngine(undefined, clock);
  await newContainer(engine);
  let asked = 0;
  let validAsks = Number.POSITIVE_INFINITY;
  const client = clientOf(engine, () => ++asked <= validAsks);
  const container = client.database("db").container("c");
  await container.items.create({ id: "1", pk: "x" });
  const reading = () => container.item("1", "x").read();
  expect((await reading()).statusCode).toBe(200);
  // It is asked for the open doors, before the work, and again before the answer.
  for (const stillValid of [1, 2]) {
    [asked, validAsks] = [0, stillValid];
    await expect(reading()).rejects.toMatchObject({
      code: 503,
      message: expect.stringContaining("lost touch with its database"),
    });
  }
  [asked, validAsks] = [0, 3];
  expect((await reading()).statusCode).toBe(200);
  client.dispose();
  await engine.close();
});
