/**
 * Random queries on random items, run in every way that must not matter: with every index and with none, on one
 * partition and on several, on one page and on many, and again after a split or a merge between two pages. A failure
 * prints its seed; ORRERY_FUZZ_CASES makes it longer, ORRERY_TEST_SEED repeats one.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { caseSeeds } from "../../../../../tests/harness/seeded-random.ts";
import { ShapeCells } from "../../spatial/shape-cells.ts";
import { QueryError } from "../syntax/query-error.ts";
import { MappedResults } from "./kept-results.fixture.ts";
import { equalBorders, type FixtureOptions, QueryFixture } from "./query.fixture.ts";
import type { QueryWork } from "./query-work.ts";
import {
  fewItems,
  Random,
  type RandomQuery,
  randomComposites,
  randomItems,
  randomQuery,
} from "./random-query.fixture.ts";
import { randomSearch, searchItems } from "./random-search.fixture.ts";

const SEEDS = caseSeeds(20_261, 200);
/** DISTINCT and GROUP BY go on in their own ways: their rows are read in pages of every size up to this, or all. */
const EVERY_SIZE_MAX = 7;
const CELLS = new ShapeCells({ type: "Geography", shapes: [] });

interface Answer {
  readonly rows: readonly Json[];
  readonly work: QueryWork;
}

/** The order of rows, where the query promises one; otherwise they are compared as a bag. */
function normal(rows: readonly Json[], query: RandomQuery): readonly string[] {
  const texts = rows.map((row) => JSON.stringify(row));
  return query.isOrdered ? texts : texts.sort();
}

async function answer(
  fixture: (page: number) => QueryFixture,
  text: string,
  maxItems: number,
): Promise<Answer> {
  const rows: Json[] = [];
  const work: Record<string, number> = {};
  let continuation: string | undefined;
  let pages = 0;
  const kept = new MappedResults();
  do {
    const page = await fixture(pages).page(text, {
      kept,
      page: { maxItems },
      ...(continuation !== undefined && { continuation }),
    });
    expect(page.rows.length).toBeLessThanOrEqual(maxItems);
    rows.push(...page.rows.map((row) => JSON.parse(row.bytes().toString()) as Json));
    for (const [name, count] of Object.entries(page.work)) work[name] = (work[name] ?? 0) + count;
    continuation = page.continuation;
    if (continuation !== undefined) expect(continuation.length, `token of ${text}`).toBeLessThan(1024);
    expect(++pages, `pages of ${text}, last token ${continuation}`).toBeLessThan(2000);
  } while (continuation !== undefined);
  return { rows, work: work as unknown as QueryWork };
}

const COMPUTED_NUMBER = { name: "n", query: "SELECT VALUE c.hidden ?? c.none FROM c" };

/** The same, where the property is computed: what is stored in its place is not to be seen. */
function withHiddenNumber({ n, ...item }: JsonObject): JsonObject {
  return { ...item, n: "stored", ...(n !== undefined && { hidden: n }) };
}

async function outcome(work: Promise<Answer>): Promise<Answer | string> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof QueryError) return error.code;
    throw error;
  }
}

async function checkCase(seed: number): Promise<void> {
  const random = new Random(seed);
  const isSearch = random.chance(0.3);
  const isComputed = random.chance(0.25);
  const countMax = fewItems(random);
  const drawn = isSearch ? searchItems(random, countMax) : randomItems(random, countMax);
  const items = isComputed ? drawn.map(withHiddenNumber) : drawn;
  const query = isSearch ? randomSearch(random) : randomQuery(random);
  const explicitPaths = isComputed || random.chance(0.3) ? ["/n", "/s"] : [];
  const composites = randomComposites(random);
  const options: FixtureOptions = {
    items: items.map((item) => ({ ...item, _rid: item.id! })),
    explicitPaths,
    composites,
    chunkRows: random.integer(1, 9),
    entriesPerItem: random.pick([1, 1, 20]),
    ...(isComputed && { computedProperties: [COMPUTED_NUMBER] }),
  };
  // ORDER BY needs its indexes; without the paths below nothing else is looked up.
  const orderPaths = new Set(query.orderPaths);
  const reference = new QueryFixture({
    ...options,
    isIndexed: (path) => orderPaths.has(path),
    tuning: { walkedItems: Number.POSITIVE_INFINITY, estimateMax: 1, scannedItems: 0 },
  });
  // All items agree in this, as those of one logical partition do in its key.
  const known = [{ path: "/same", value: "a" }];
  const indexed = new QueryFixture({
    ...options,
    shapeCells: (path) => (path === "/g" ? CELLS : undefined),
    fullTextPaths: ["/txt"],
    indexesComputed: isComputed,
    ...(random.chance(0.5) && { known }),
  });
  const expected = await outcome(answer(() => reference, query.text, 10_000));
  const parts = random.integer(2, 6);
  const split = indexed.repartitioned(equalBorders(parts));
  const other = indexed.repartitioned(equalBorders(random.integer(1, 7)));
  const maxItems = random.integer(1, 5);
  const ways: readonly (readonly [string, () => Promise<Answer>])[] = [
    ["one partition, one page", () => answer(() => indexed, query.text, 10_000)],
    [`one partition, pages of ${maxItems}`, () => answer(() => indexed, query.text, maxItems)],
    [`${parts} partitions, one page`, () => answer(() => split, query.text, 10_000)],
    [`${parts} partitions, pages of ${maxItems}`, () => answer(() => split, query.text, maxItems)],
    [
      "repartitioned between pages",
      () => answer((page) => (page % 2 === 0 ? split : other), query.text, maxItems),
    ],
  ];
  const sizes =
    /DISTINCT|GROUP BY/.test(query.text) && typeof expected !== "string"
      ? Array.from({ length: Math.min(expected.rows.length, EVERY_SIZE_MAX) }, (_, i) => i + 1)
      : [];
  const everySize = sizes.map(
    (size) =>
      [`${parts} partitions, pages of just ${size}`, () => answer(() => split, query.text, size)] as const,
  );
  const works: Record<string, QueryWork> = {};
  for (const [way, run] of [...ways, ...everySize]) {
    const got = await outcome(run());
    const context = `seed ${seed}: ${way}: ${query.text}`;
    if (typeof expected === "string" || typeof got === "string") {
      expect(got, context).toBe(expected);
      continue;
    }
    if (query.isSample && way !== "one partition, one page") {
      // TOP without ORDER BY may answer any of the rows.
      expect(got.rows.length, context).toBe(expected.rows.length);
    } else if (!query.isSample) {
      if (way === "repartitioned between pages" && query.isOrdered) {
        // Items that sort equal come in the order of partitions, and those have changed.
        expect([...normal(got.rows, query)].sort(), context).toEqual(
          [...normal(expected.rows, query)].sort(),
        );
      } else if (query.hasTies && way.startsWith(`${parts}`)) {
        expect([...normal(got.rows, query)].sort(), context).toEqual(
          [...normal(expected.rows, query)].sort(),
        );
      } else {
        expect(normal(got.rows, query), context).toEqual(normal(expected.rows, query));
      }
    }
    works[way] = got.work;
  }
  const [, , onePage, manyPages] = ways.map(([way]) => works[way]);
  // A page of DISTINCT in order begins past the last value answered, and does not read what is left of it.
  const isComparable = !isSearch && !query.isSample && !(query.isOrdered && query.text.includes("DISTINCT"));
  if (onePage !== undefined && manyPages !== undefined && isComparable) {
    expect(manyPages, `seed ${seed}: work on many pages: ${query.text}`).toEqual(onePage);
  }
}

test(`${SEEDS.length} random queries answer the same in every way`, {
  timeout: 60_000 + SEEDS.length * 1000,
}, async () => {
  for (const seed of SEEDS) await checkCase(seed);
});
