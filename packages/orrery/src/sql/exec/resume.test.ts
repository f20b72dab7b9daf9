/**
 * A continuation token is a position in the data: whatever ended the page, and however the next one is read, each
 * row is answered once. Pages end here by count, by bytes and by time, and between two of them the way to the
 * candidates and the partitions change; any earlier token may be used again.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { caseSeeds } from "../../../../../tests/harness/seeded-random.ts";
import { ACCESS_TUNING, type AccessTuning } from "../plan/access/choose-access.ts";
import { QueryError } from "../syntax/query-error.ts";
import { MappedResults } from "./kept-results.fixture.ts";
import type { PageLimits } from "./page-builder.ts";
import { EAGER, equalBorders, type FixtureOptions, QueryFixture } from "./query.fixture.ts";
import {
  Random,
  type RandomQuery,
  randomComposites,
  randomItems,
  randomQuery,
} from "./random-query.fixture.ts";

const SEEDS = caseSeeds(7001, 60);
const CHAINS = 2;
const PAGES_MAX = 4_000;

const ALWAYS_WALK: AccessTuning = { walkedItems: Number.POSITIVE_INFINITY, estimateMax: 1, scannedItems: 0 };
const ALWAYS_SCAN: AccessTuning = { walkedItems: 0, estimateMax: 1, scannedItems: 0 };
const ALWAYS_COLLECT: AccessTuning = {
  walkedItems: 0,
  estimateMax: 1000,
  scannedItems: Number.POSITIVE_INFINITY,
};
const TUNINGS = [ALWAYS_WALK, ALWAYS_SCAN, ALWAYS_COLLECT, EAGER];

/** Its calls make the query look at the clock after every row. */
const udf = { call: () => true };

/** The rows of a query whose first page is read one way, and the rest another. */
async function rowsOver(first: QueryFixture, rest: QueryFixture, text: string, page: PageLimits) {
  let now = 0;
  // Time passes with every look at the clock.
  const clock = { now: () => ++now };
  const { rows, continuation } = await first.page(text, { page, clock });
  expect(continuation).toBeDefined();
  const more = await rest.rows(text, { continuation: continuation! });
  return [...rows.map((row) => row.value()), ...more];
}

test("a range that was read in the order of refs is not begun anew in the order of an index", async () => {
  const items = Array.from({ length: 40 }, (_, i) => ({ id: `${i}`, n: (i * 7) % 40 }));
  const text = "SELECT VALUE c.n FROM c WHERE c.n > 25";
  for (const tuning of [ALWAYS_WALK, ALWAYS_COLLECT]) {
    const first = new QueryFixture({ items, tuning });
    const rows = await rowsOver(first, new QueryFixture({ items, tuning: ALWAYS_SCAN }), text, {
      maxItems: 5,
    });
    expect(rows).toHaveLength(14);
    expect(new Set(rows).size).toBe(14);
  }
});

test("items that are written between two pages, and make a scan the cheaper way, repeat no row", async () => {
  const items = Array.from({ length: 5000 }, (_, i) => ({ id: `${i}`, n: (i * 7) % 5000 }));
  const written = Array.from({ length: 100 }, (_, i) => ({ id: `${5000 + i}`, n: -1 }));
  const before = new QueryFixture({ items, tuning: ACCESS_TUNING });
  const after = new QueryFixture({ items: [...items, ...written], tuning: ACCESS_TUNING });
  const text = "SELECT VALUE c.id FROM c WHERE c.n < 1000";
  const rows = await rowsOver(before, after, text, { maxItems: 100 });
  expect(rows).toHaveLength(1100);
  expect(new Set(rows).size).toBe(1100);
});

test("ordered DISTINCT does not pass over a value of which only items without a row were read", async () => {
  const items = Array.from({ length: 400 }, (_, i) => ({ id: `${i}`, n: 1, b: i > 300 }));
  // Without an index of the filter, the items are read in the order of the other.
  const fixture = new QueryFixture({ items, udf, isIndexed: (path) => path === "/n" });
  const text = "SELECT DISTINCT VALUE c.n FROM c WHERE udf.yes(c.id) AND c.b ORDER BY c.n";
  expect(await rowsOver(fixture, fixture, text, { deadlineMs: 40 })).toEqual([1]);
});

test("ordered DISTINCT does not repeat a value that was answered in the middle of its item", async () => {
  const items = ["a", "b"].map((s, i) => ({ id: `${i}`, s, t: [1, 2, 3, 4, 5, 6, 7, 8] }));
  const fixture = new QueryFixture({ items, udf });
  const text = "SELECT DISTINCT VALUE c.s FROM c JOIN t IN c.t WHERE udf.yes(t) ORDER BY c.s";
  expect(await rowsOver(fixture, fixture, text, { deadlineMs: 10 })).toEqual(["a", "b"]);
});

test("rows of a subquery have the same order after a split", async () => {
  const items = Array.from({ length: 40 }, (_, i) => ({ id: `${i}` }));
  const whole = new QueryFixture({ items });
  const text = "SELECT VALUE x.id FROM (SELECT DISTINCT c.id FROM c) x";
  const rows = await rowsOver(whole, whole.repartitioned(equalBorders(4)), text, { maxItems: 10 });
  expect(new Set(rows).size).toBe(40);
});

function unusualQuery(random: Random): RandomQuery {
  const filter = random.pick(["c.b = true", "c.n > 2", "c.n < 5", "c.s > 'a'", "true"]);
  const direction = random.pick(["ASC", "DESC"]);
  const ordered = { isOrdered: true, hasTies: false, isSample: false };
  const unordered = { isOrdered: false, hasTies: true, isSample: false, orderPaths: [] };
  return random.pick<RandomQuery>([
    {
      ...ordered,
      text: `SELECT c.id, t FROM c JOIN t IN c.t WHERE ${filter} ORDER BY c.n ${direction}`,
      hasTies: true,
      orderPaths: ["/n"],
    },
    {
      ...ordered,
      text: `SELECT DISTINCT VALUE c.n FROM c WHERE ${filter} AND c.b = true ORDER BY c.n ${direction}`,
      orderPaths: ["/n"],
    },
    {
      ...ordered,
      text: `SELECT DISTINCT VALUE c.s FROM c JOIN t IN c.t WHERE t = 1 AND ${filter} ORDER BY c.s ${direction}`,
      orderPaths: ["/s"],
    },
    { ...unordered, text: `SELECT VALUE x.id FROM (SELECT DISTINCT c.id, c.n FROM c WHERE ${filter}) x` },
    { ...unordered, text: `SELECT c.t, c.n, COUNT(1) AS k FROM c WHERE ${filter} GROUP BY c.t, c.n` },
  ]);
}

function randomCase(random: Random): { items: readonly JsonObject[]; query: RandomQuery } {
  const items = Array.from({ length: random.integer(1, 4) }, () => randomItems(random)).flat();
  const query = random.chance(0.4) ? unusualQuery(random) : randomQuery(random);
  const text = random.chance(0.5) ? query.text.replace(" WHERE ", " WHERE udf.yes(c.id) AND ") : query.text;
  return { items: items.map((item, i) => ({ ...item, id: `${i}` })), query: { ...query, text } };
}

interface Reached {
  readonly token?: string;
  readonly rows: readonly string[];
}

async function checkCase(seed: number): Promise<void> {
  const random = new Random(seed);
  const { items, query } = randomCase(random);
  const composites = randomComposites(random);
  const options: FixtureOptions = { items, composites, udf, chunkRows: random.integer(1, 9) };
  const fixture = (parts: number, tuning: AccessTuning, entriesPerItem = 1) =>
    new QueryFixture({ ...options, borders: equalBorders(parts), tuning, entriesPerItem });
  const parts = random.integer(1, 5);
  const isRepartitioned = random.chance(0.5);
  const expected = await allRows(fixture(parts, ALWAYS_WALK), query.text);
  // Another test compares errors.
  if (expected === undefined) return;
  // What pages have kept is lost now and then.
  const kept = new MappedResults(() => random.chance(0.3));
  const start: Reached = { rows: [] };
  const reached: Reached[] = [start];
  let at = start;
  for (let pages = 0, chains = 0; chains < CHAINS; pages++) {
    expect(pages, `seed ${seed}: pages of ${query.text}`).toBeLessThan(PAGES_MAX);
    if (random.chance(0.1)) at = random.pick(reached);
    const speed = random.pick([0, 0.5, 3, 10]);
    let now = 0;
    const borders = isRepartitioned ? random.integer(1, 5) : parts;
    const way = fixture(borders, random.pick(TUNINGS), random.pick([1, 20]));
    const page = await way.page(query.text, {
      page: {
        ...(random.chance(0.8) && { maxItems: random.integer(1, 12) }),
        ...(random.chance(0.3) && { maxBytes: random.integer(1, 500) }),
        ...(speed > 0 && { deadlineMs: random.integer(1, 60) }),
      },
      clock: { now: () => (now += speed) },
      ...(random.chance(0.8) && { kept }),
      ...(at.token !== undefined && { continuation: at.token }),
    });
    const rows = [...at.rows, ...page.rows.map((row) => JSON.stringify(row.value()))];
    if (page.continuation === undefined) {
      checkRows(rows, expected, query, isRepartitioned, `seed ${seed}: ${query.text}`);
      chains++;
      at = start;
    } else {
      at = { token: page.continuation, rows };
      reached.push(at);
    }
  }
}

async function allRows(fixture: QueryFixture, text: string): Promise<readonly string[] | undefined> {
  try {
    return (await fixture.rows(text)).map((row) => JSON.stringify(row));
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}

function checkRows(
  rows: readonly string[],
  expected: readonly string[],
  query: RandomQuery,
  isRepartitioned: boolean,
  context: string,
): void {
  if (query.isSample) {
    // Any of the rows, but none twice: all of these queries select the id.
    expect(rows.length, context).toBe(expected.length);
    expect(new Set(rows).size, context).toBe(rows.length);
  } else if (query.isOrdered && !(query.hasTies && isRepartitioned)) {
    expect(rows, context).toEqual(expected);
  } else {
    expect([...rows].sort(), context).toEqual([...expected].sort());
  }
}

test(`${SEEDS.length} random queries answer each row once from any chain of tokens`, {
  timeout: 60_000 + SEEDS.length * 1000,
}, async () => {
  for (const seed of SEEDS) await checkCase(seed);
});
