/*
 * A query of many keys must answer what the same query answers on a copy of the data that has no suffixes: random
 * items, random queries, all ways of running them, and in pages with a continuation token.
 */

import type { Container, JSONValue } from "@azure/cosmos";
import { concat, hashSuffix } from "@orrerydb/keys";
import { type QueryMode, type SyntheticContainer, withSyntheticKey } from "@orrerydb/keys/cosmos";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "../harness/seeded-random.ts";
import { TestServer } from "../harness/test-server.ts";

interface Row {
  readonly id: string;
  readonly date: string;
  readonly vin: string;
  readonly [property: string]: unknown;
}

const ITEMS = 120;
const QUERIES = 60;
const byVin = hashSuffix({ from: ["/date"], of: ["/vin"], suffixes: 9 });
const byDate = concat({ from: ["/date"] });
const natural = { date: "2018-08-09" };

interface Generated {
  readonly text: string;
  /** Rows that are tied in ORDER BY may come in any order, so only what it orders by is compared. */
  readonly isOrdered: boolean;
  /** TOP and LIMIT without ORDER BY may choose any rows, so only their number is compared. */
  readonly isAnyOf: boolean;
  /** The SDK's own merge fails on null and on items without the property in ORDER BY, loses falsy values in DISTINCT, and adds up mixed types. */
  readonly isSameBySdk: boolean;
}

const where = fc.constantFrom(
  "",
  " WHERE c.n > 10",
  " WHERE c.s = 'b' OR c.n < 3",
  " WHERE IS_DEFINED(c.m) -- a comment",
  " WHERE c.nested.x IN (1, 2)",
  " WHERE c.n > 1000",
);
const limit = fc.record({
  top: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
  offset: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
  limit: fc.integer({ min: 0, max: 60 }),
});
type Limit = typeof limit extends fc.Arbitrary<infer T> ? T : never;

const plain = fc.tuple(
  fc.constantFrom("c.id", "VALUE c.m", "c.n, c.s", "VALUE {id: c.id, x: c.nested}"),
  where,
  limit,
);
const ordered = fc.tuple(
  fc.constantFrom("c.id", "c.n", "c.s", "c.m", "c.nested.x"),
  fc.constantFrom("ASC", "DESC", ""),
  where,
  limit,
);
const distinct = fc.tuple(fc.constantFrom("VALUE c.g", "c.g, c.s", "VALUE c.m", "VALUE c.nested"), where);
const aggregate = fc.tuple(
  fc.constantFrom(
    "VALUE COUNT(1)",
    "VALUE COUNT(c.m)",
    "VALUE SUM(c.n)",
    "VALUE AVG(c.n)",
    "VALUE SUM(c.m)",
    "VALUE AVG(c.missing)",
    "VALUE MIN(c.s)",
    "VALUE MAX(c.n)",
    "VALUE MAX(c.m)",
    "VALUE MIN(c.missing)",
    "COUNT(1) AS count, AVG(c.n) AS mean, MAX(c.s) AS last",
  ),
  where,
);
const group = fc.tuple(
  fc.constantFrom(
    "c.g, COUNT(1) AS count FROM c",
    "c.g, c.s, SUM(c.n) AS total, AVG(c.n) AS mean FROM c",
    "c.s, MIN(c.n) AS least, MAX(c.m) AS most FROM c",
  ),
  where,
);

const query: fc.Arbitrary<Generated> = fc.oneof(
  plain.map(([select, filter, limits]) => limited(`${select} FROM c${filter}`, limits, false, true)),
  ordered.map(([path, direction, filter, limits]) =>
    limited(
      `VALUE [${path}] FROM c${filter}\n ORDER BY ${path} ${direction}`,
      limits,
      true,
      isOneType(path, filter),
    ),
  ),
  distinct.map(([select, filter]) => unlimited(`SELECT DISTINCT ${select} FROM c${filter}`)),
  aggregate.map(([select, filter]) =>
    unlimited(`SELECT ${select} FROM c${filter}`, select.startsWith("VALUE COUNT")),
  ),
  group.map(([select, filter]) => {
    const grouping = select.startsWith("c.g, c.s") ? "c.g, c.s" : select.slice(0, 3);
    return unlimited(`SELECT ${select}${filter}\n GROUP BY ${grouping}`);
  }),
);

/** Whether the filter leaves values of one type to order by. */
function isOneType(path: string, filter: string): boolean {
  return path === "c.id" || (path === "c.n" && filter.startsWith(" WHERE c.n >"));
}

function unlimited(text: string, isSameBySdk = false): Generated {
  return { text, isOrdered: false, isAnyOf: false, isSameBySdk };
}

function limited(
  text: string,
  { top, offset, limit: count }: Limit,
  isOrdered: boolean,
  isSameBySdk: boolean,
): Generated {
  const isLimited = top !== undefined || offset !== undefined;
  const select = top === undefined ? "SELECT" : `SELECT TOP ${top}`;
  const tail = top === undefined && offset !== undefined ? `\n OFFSET ${offset} LIMIT ${count}` : "";
  return { text: `${select} ${text}${tail}`, isOrdered, isAnyOf: isLimited && !isOrdered, isSameBySdk };
}

describe("queries of many keys", () => {
  let server: TestServer;
  let spread: SyntheticContainer<Row, { readonly date: string | number | boolean | null }>;
  let copy: Container;

  beforeAll(async () => {
    server = await TestServer.start({ isClientInProcess: true });
    const { database } = server;
    const partitionKey = { paths: ["/partitionKey"], version: 2 };
    const create = async (id: string) =>
      (await database.containers.create({ id, partitionKey, throughput: 30_000 })).container;
    spread = withSyntheticKey(await create("spread"), byVin);
    copy = await create("copy");
    const items = randomItems(20180809);
    for (let from = 0; from < items.length; from += 50) {
      const part = items.slice(from, from + 50);
      await Promise.all(part.map((item) => spread.create(item)));
      await Promise.all(part.map((item) => copy.items.create(byDate.apply(item))));
    }
    // Another day, which no answer may contain.
    for (let n = 0; n < 20; n++)
      await spread.create({ id: `other ${n}`, date: "2018-08-0", vin: `9.${n}`, n: 5 });
  });

  afterAll(() => server.stop());

  it("answer what one logical partition answers, every way", async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.integer({ min: 5, max: 50 }), async (generated, pageSize) => {
        const { resources: expected } = await copy.items
          .query(generated.text, { partitionKey: "2018-08-09" })
          .fetchAll();
        const forced: QueryMode[] = generated.isSameBySdk ? ["fan-out", "cross-partition"] : ["fan-out"];
        for (const mode of [...forced, "auto"] as const) {
          const answer = await spread
            .query(natural, generated.text, { mode, maxItemCount: pageSize })
            .fetchAll();
          expectSame(answer.resources, expected, generated);
          if (expected.length > 0) expect(answer.requestCharge).toBeGreaterThan(0);
        }
        for (const mode of forced) {
          expectSame(await inPages(generated.text, pageSize, mode), expected, generated);
        }
      }),
      { numRuns: QUERIES },
    );
  });

  async function inPages(text: string, maxItemCount: number, mode: QueryMode): Promise<unknown[]> {
    const rows: unknown[] = [];
    let continuationToken: string | undefined;
    do {
      const options = { mode, maxItemCount, ...(continuationToken ? { continuationToken } : {}) };
      const page = await spread.query(natural, text, options).fetchNext();
      expect(page.resources.length).toBeLessThanOrEqual(maxItemCount);
      rows.push(...page.resources);
      continuationToken = page.continuationToken;
    } while (continuationToken !== undefined);
    return rows;
  }
});

function expectSame(
  actual: readonly unknown[],
  expected: readonly unknown[],
  { isOrdered, isAnyOf }: Generated,
): void {
  expect(actual).toHaveLength(expected.length);
  if (isAnyOf) return;
  const texts = (rows: readonly unknown[]) => rows.map((row) => canonical(row as JSONValue));
  if (isOrdered) expect(texts(actual)).toEqual(texts(expected));
  else expect(texts(actual).sort()).toEqual(texts(expected).sort());
}

/** Sums of fractions differ in their last digits by the order of adding up. */
function canonical(value: JSONValue): string {
  return JSON.stringify(value, (_, inside) => {
    if (typeof inside === "number") return Number(inside.toPrecision(12));
    if (typeof inside !== "object" || inside === null || Array.isArray(inside)) return inside;
    return Object.fromEntries(Object.entries(inside).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function randomItems(seed: number): Row[] {
  const random = seededRandom(seed);
  const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)]!;
  return Array.from({ length: ITEMS }, (_, n) => {
    const item: Record<string, unknown> = {
      id: `${n}`,
      date: "2018-08-09",
      vin: `V${n}`,
      g: pick<unknown>(1, 2, "1", null, true),
    };
    if (random() < 0.9) item.n = pick(n % 21, n / 8);
    if (random() < 0.8) item.s = pick("a", "b", "B", "ж", "");
    if (random() < 0.7) item.m = pick<unknown>(null, false, true, n % 7, `text ${n % 5}`, -1.5);
    if (random() < 0.5) item.nested = { x: n % 4, y: [n % 2] };
    return item as unknown as Row;
  });
}
