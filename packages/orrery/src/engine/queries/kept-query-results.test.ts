import type { JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import type { Container } from "../container/container.ts";
import { newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import { createOne } from "../items/items.ts";
import { KeptQueryResults } from "./kept-query-results.ts";
import { type ItemQueryRequest, queryContainer } from "./query-container.ts";

const GROUPS = "SELECT c.g, SUM(c.n) AS n FROM c GROUP BY c.g";

async function filled(
  clock = new TestClock(),
  body: JsonObject = {},
): Promise<{ container: Container; kept: KeptQueryResults }> {
  const engine = await openEngine(new MemoryStore(), clock);
  const container = await newContainer(engine, body);
  for (let n = 0; n < 40; n++) await createOne(container, { id: `${n}`, pk: "a", g: n % 10, n }, plain);
  return { container, kept: new KeptQueryResults(engine.environment) };
}

const page = (container: Container, request: Partial<ItemQueryRequest>, text = GROUPS) =>
  queryContainer(container, { text, parameters: [] }, { ...plain, maxItems: 4, ...request });

/** The sum of the group that is written to in between tells when a page was computed. */
async function secondPage(
  second: Partial<ItemQueryRequest>,
  work: (container: Container) => Promise<unknown>,
) {
  const { container, kept } = await filled();
  const { continuation } = await page(container, { kept });
  await work(container);
  const { rows, ranges } = await page(container, { kept, continuation, ...second });
  return {
    row: rows[0]!.value(),
    lsn: ranges[0]!.lsn,
    newest: container.partitions.all[0]!.store.summary.lsn,
  };
}

const write = (container: Container) => createOne(container, { id: "new", pk: "a", g: 4, n: 1000 }, plain);
const session = (lsn: number) => ({ terms: { ...plain.terms, session: new Map([["0", lsn]]) } });

test("a later page shows the moment of the first, and says so", async () => {
  const { row, lsn, newest } = await secondPage({}, write);
  expect(row).toEqual({ g: 4, n: 76 });
  expect(lsn).toBe(newest - 1);
});

test("a client that has seen something newer is answered from the newest", async () => {
  const { newest } = await secondPage({}, write);
  expect((await secondPage(session(newest), write)).row).toEqual({ g: 4, n: 1076 });
  expect((await secondPage(session(newest - 1), write)).row).toEqual({ g: 4, n: 76 });
});

test("so is one that reads the newest at all times", async () => {
  const strong = { terms: { ...plain.terms, readMultiplier: 2 as const } };
  expect((await secondPage(strong, write)).row).toEqual({ g: 4, n: 1076 });
});

test("it is also not answered from items that have expired since", async () => {
  const clock = new TestClock();
  const { container, kept } = await filled(clock, { defaultTtl: -1 });
  const strong = { terms: { ...plain.terms, readMultiplier: 2 as const } };
  await createOne(container, { id: "short", pk: "a", g: 4, n: 1000, ttl: 1 }, plain);
  const { continuation } = await page(container, { kept, ...strong });
  const second = async () =>
    (await page(container, { kept, continuation, ...strong })).rows[0]!.value() as { n: number };
  expect((await second()).n).toBe(1076);
  clock.advanceSeconds(2);
  expect((await second()).n).toBe(76);
});

test("what was kept is for its own query alone, and for a while", async () => {
  const clock = new TestClock();
  const { container, kept } = await filled(clock);
  const { continuation } = await page(container, { kept });
  const other = await page(container, { kept, continuation }, GROUPS.replace("SUM", "MAX"));
  expect(other.rows[0]!.value()).toEqual({ g: 4, n: 34 });
  await write(container);
  expect((await page(container, { kept, continuation, key: ["a"] })).rows[0]!.value()).toEqual({
    g: 4,
    n: 1076,
  });
  expect((await page(container, { kept, continuation })).rows[0]!.value()).toEqual({ g: 4, n: 76 });
  clock.advanceSeconds(301);
  expect((await page(container, { kept, continuation })).rows[0]!.value()).toEqual({ g: 4, n: 1076 });
});

test("pages cost the same whether or not something was kept", async () => {
  const { container, kept } = await filled();
  const charges = async (request: Partial<ItemQueryRequest>): Promise<number[]> => {
    const all: number[] = [];
    let continuation: string | undefined;
    do {
      const answer = await page(container, { ...request, continuation });
      all.push(answer.charge);
      continuation = answer.continuation;
    } while (continuation !== undefined);
    return all;
  };
  expect(await charges({ kept })).toEqual(await charges({}));
});
