/**
 * What one client or a crowd can do to hold up others, at a small scale: how many point reads of another client come through
 * meanwhile, one in each turn of the loop. Every look at the clock finds a millisecond gone, so that turns and not times
 * are counted; bench/holds has the times.
 */

import { setImmediate } from "node:timers/promises";
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ADMISSION_LIMITS } from "../../schedule/admission.ts";
import { Scheduler } from "../../schedule/scheduler.ts";
import { TestLoop } from "../../schedule/test-loop.fixture.ts";
import type { Container } from "../container/container.ts";
import { newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { createOne, readItemById } from "../items/items.ts";

const ADDRESS = { database: "db", container: "c" };
const MANY = 40_000;
const TERMS = 8_000;
const LARGE_TEXT = "x".repeat(300_000);
const PLAIN_ITEMS = 200;
const LARGE_ITEMS = 8;

/** Nobody gives up because the loop's clock runs fast. */
const PATIENT = {
  ...ADMISSION_LIMITS,
  waitMs: Number.MAX_SAFE_INTEGER,
  waitByClockMs: Number.MAX_SAFE_INTEGER,
};

let engine: Engine;
let container: Container;

beforeEach(async () => {
  const clock = new TestClock();
  clock.scheduler = new Scheduler(new TestLoop(1), PATIENT);
  engine = await openEngine(undefined, clock);
  container = await newContainer(engine, {
    indexingPolicy: { excludedPaths: [{ path: "/text/?" }, { path: "/numbers/*" }] },
  });
});
afterEach(() => engine.close());

async function fill(count: number, itemOf: (i: number) => JsonObject): Promise<void> {
  for (let i = 0; i < count; i++)
    await createOne(container, { id: `${i}`, pk: "a", n: i % 7, ...itemOf(i) }, plain);
}

const plainItems = () => fill(PLAIN_ITEMS, (i) => ({ text: `text ${i} `.repeat(20) }));
const largeItems = () => fill(LARGE_ITEMS, (i) => ({ text: LARGE_TEXT, m: i % 3 }));

async function query(text: string, owner: string, parameters: { name: string; value: Json }[] = []) {
  let continuation: string | undefined;
  do {
    const request = {
      ...plain,
      key: ["a"],
      owner,
      mayCross: true,
      mergesQueries: false,
      followsSplits: false,
    };
    const page = await engine.queries.run(
      ADDRESS,
      { text, parameters },
      { ...request, ...(continuation === undefined ? {} : { continuation }) },
    );
    continuation = page.continuation;
  } while (continuation !== undefined);
}

const crowd = (count: number, text: string) => () =>
  Promise.all(Array.from({ length: count }, (_, i) => query(text, `client ${i}`)));

async function addFunction(): Promise<void> {
  await engine.resources.create("userDefinedFunction", ADDRESS, {
    id: "size",
    body: "function (t) { return t.length; }",
  });
}

/** Planned like any other, and then it reads no item. */
const planned = (filter: string) => () => query(`SELECT TOP 0 * FROM c WHERE ${filter}`, "one");

const terms = (term: (i: number) => string, operator: string) =>
  Array.from({ length: TERMS }, (_, i) => term(i)).join(` ${operator} `);

interface Attack {
  readonly name: string;
  readonly prepare?: () => Promise<void>;
  readonly run: () => Promise<unknown>;
  /** Point reads that come through. */
  readonly reads: number;
}

const numbers = Array.from({ length: MANY }, (_, i) => i);

const ATTACKS: readonly Attack[] = [
  {
    name: "SetUnion over many values",
    prepare: () => fill(1, () => ({ numbers })),
    run: () =>
      query("SELECT VALUE ARRAY_LENGTH(SetUnion(c.numbers, @others)) FROM c", "one", [
        { name: "@others", value: numbers.map((n) => -n) },
      ]),
    reads: 4,
  },
  {
    name: "large arguments of a function",
    prepare: async () => {
      await addFunction();
      await largeItems();
    },
    run: () => query("SELECT VALUE udf.size(c.text) FROM c", "one"),
    reads: LARGE_ITEMS,
  },
  {
    name: "an item of many properties",
    run: () => {
      const properties = Object.fromEntries(numbers.slice(0, 20_000).map((i) => [`p${i}`, i]));
      return createOne(container, { id: "wide", pk: "a", ...properties }, plain);
    },
    reads: 20,
  },
  {
    name: "20 CONTAINS scans",
    prepare: plainItems,
    run: crowd(20, "SELECT VALUE COUNT(1) FROM c WHERE CONTAINS(c.text, 'nowhere')"),
    reads: 20,
  },
  {
    name: "100 GROUP BYs",
    prepare: plainItems,
    run: crowd(100, "SELECT c.n, COUNT(1) AS count, MAX(c.text) AS last FROM c GROUP BY c.n"),
    reads: 100,
  },
  {
    name: "10 ORDER BYs of large items, by an index",
    prepare: largeItems,
    run: crowd(10, "SELECT * FROM c ORDER BY c.n"),
    reads: 10,
  },
  {
    name: "10 ORDER BYs of the large items that a filter leaves",
    prepare: largeItems,
    run: crowd(10, "SELECT c.id FROM c WHERE c.m = 0 ORDER BY c.n"),
    reads: 10,
  },
  {
    name: "planning of c.n != 0 AND …",
    run: planned(terms((i) => `c.n != ${i}`, "AND")),
    reads: 20,
  },
  {
    name: "planning of c.p0 = 0 AND …",
    run: planned(terms((i) => `c.p${i} = ${i}`, "AND")),
    reads: 20,
  },
  {
    name: "planning of NOT (c.n = 0 OR …)",
    run: planned(`NOT (${terms((i) => `c.n = ${i}`, "OR")})`),
    reads: 20,
  },
  {
    name: "planning of two lists",
    run: planned(`c.n IN (${numbers.slice(0, 12_000)}) AND c.n IN (${numbers.slice(6_000, 18_000)})`),
    reads: 10,
  },
];

test.each(ATTACKS)("$name", async ({ prepare, run, reads }) => {
  await prepare?.();
  await createOne(container, { id: "probed", pk: "b" }, plain);
  // The first query of all loads the code for queries, which gives way to reads as well.
  await query("SELECT TOP 0 * FROM c", "one");
  let isOver = false;
  const attack = run().finally(() => {
    isOver = true;
  });
  let done = 0;
  for (; !isOver; done++) {
    await readItemById(container, "probed", { ...plain, key: ["b"] });
    await setImmediate();
  }
  await attack;
  expect(done).toBeGreaterThanOrEqual(reads);
});
