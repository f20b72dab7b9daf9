/** How clients of the SDK get past pages on which nothing was found. */
import { ChangeFeedStartFrom } from "@azure/cosmos";
import { expect, test } from "vitest";
import { newContainer, openEngine, plain, TestClock } from "../../engine/engine.fixture.ts";
import { createOne } from "../../engine/items/items.ts";
import { clientOf } from "../gateway.fixture.ts";

/** Large items count as many: this is more than a page looks at. */
const OLD_ITEMS = 110;
const TEXT = "x".repeat(400_000);

test("from a time on, only what is newer comes, however many pages of old items lie before it", async () => {
  const clock = new TestClock();
  // Requests are signed with the real time.
  clock.ms = Date.now() - 60_000;
  const engine = await openEngine(undefined, clock);
  const container = await newContainer(engine, { indexingPolicy: { indexingMode: "none" } });
  for (let i = 0; i < OLD_ITEMS; i++) await createOne(container, { id: `${i}`, pk: "x", text: TEXT }, plain);
  clock.advanceSeconds(60);
  const startTime = new Date(clock.ms - 5_000);
  await createOne(container, { id: "new", pk: "x" }, plain);

  const client = clientOf(engine);
  const { items } = client.database("db").container("c");

  const pages: { status: number; ids: unknown[] }[] = [];
  const options = { changeFeedStartFrom: ChangeFeedStartFrom.Time(startTime) };
  for await (const { statusCode, result } of items.getChangeFeedIterator(options).getAsyncIterator()) {
    pages.push({ status: statusCode, ids: (result ?? []).map(({ id }) => id) });
    if (statusCode === 304) break;
  }
  expect(pages).toEqual([
    { status: 200, ids: [] },
    { status: 200, ids: ["new"] },
    { status: 304, ids: [] },
  ]);

  const ids: unknown[] = [];
  // This one ends by itself, at the first 304.
  for await (const { result } of items.changeFeed("x", { startTime }).getAsyncIterator())
    ids.push(...result!.map(({ id }) => id));
  expect(ids).toEqual(["new"]);
  client.dispose();
  await engine.close();
});
