/**
 * Random searches of random texts, with a full-text index and without one: the rows are the same, in the same order, on
 * one partition and on several, on one page and on many, and when the partitions change in between. A failure prints
 * its seed; ORRERY_FUZZ_CASES makes it longer, ORRERY_TEST_SEED repeats one.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { caseSeeds } from "../../../../../../tests/harness/seeded-random.ts";
import { equalBorders, type FixtureOptions, QueryFixture } from "../query.fixture.ts";
import type { QueryWork } from "../query-work.ts";
import { Random } from "../random-query.fixture.ts";

const SEEDS = caseSeeds(4_711, 60);

const WORDS = "red rad rod bicycle bicycles bycicle mountain the of and blue – running runs été 東京".split(
  " ",
);

function randomText(random: Random): string {
  return Array.from({ length: random.integer(0, 12) }, () => random.pick(WORDS)).join(
    random.pick([" ", ", ", "-"]),
  );
}

function randomItems(random: Random): JsonObject[] {
  return Array.from({ length: random.integer(0, 40) }, (_, i) => {
    const item: Record<string, Json> = { id: `${i}`, _rid: `r${i}`, n: random.integer(0, 4) };
    if (random.chance(0.85))
      item.text = random.chance(0.95) ? randomText(random) : random.pick<Json>([5, null, ["red"]]);
    if (random.chance(0.6)) item.o = { text: randomText(random) };
    item.v = [random.integer(0, 3), 1];
    return item;
  });
}

function randomTerm(random: Random): string {
  const phrase = Array.from({ length: random.chance(0.8) ? 1 : 2 }, () => random.pick(WORDS)).join(" ");
  return random.chance(0.75)
    ? JSON.stringify(phrase)
    : JSON.stringify({ term: phrase, distance: random.integer(0, 2) });
}

function terms(random: Random): string {
  return Array.from({ length: random.integer(1, 3) }, () => randomTerm(random)).join(", ");
}

function randomFilter(random: Random, depth = 2): string {
  if (depth > 0 && random.chance(0.35)) {
    return `(${randomFilter(random, depth - 1)} ${random.pick(["AND", "OR"])} ${randomFilter(random, depth - 1)})`;
  }
  const path = random.pick(["c.text", "c.text", "c.o.text", "c.other"]);
  return random.pick([
    () => `FullTextContains(${path}, ${randomTerm(random)})`,
    () => `FullTextContainsAll(${path}, ${terms(random)})`,
    () => `FullTextContainsAny(${path}, ${terms(random)}${random.pick(["", ", 5", ', "the"'])})`,
    () => `NOT FullTextContains(${path}, ${randomTerm(random)})`,
    () => `c.n ${random.pick(["=", ">", "<"])} ${random.integer(0, 4)}`,
  ])();
}

function randomQuery(random: Random): string {
  const where = random.chance(0.4) ? ` WHERE ${randomFilter(random)}` : "";
  const path = random.pick(["c.text", "c.o.text"]);
  const score = () => `FullTextScore(${path}, ${terms(random)})`;
  const top = random.chance(0.7) ? `TOP ${random.integer(1, 12)} ` : "";
  switch (random.integer(0, 5)) {
    case 0:
      return `SELECT VALUE c.id FROM c WHERE ${randomFilter(random)}`;
    case 1:
      return `SELECT VALUE COUNT(1) FROM c WHERE ${randomFilter(random)}`;
    case 2:
      return `SELECT COUNT(1) AS documents, [{words: SUM(_FullTextWordCount(${path})), hits: [COUNTIF(FullTextContains(${path}, ${randomTerm(random)})), COUNTIF(FullTextContains(${path}, ${randomTerm(random)}))]}] AS s FROM c`;
    case 3:
      return `SELECT ${top}VALUE c.id FROM c${where} ORDER BY RANK ${score()}`;
    case 4:
      return `SELECT ${top}VALUE c.id FROM c${where} ORDER BY RANK RRF(${score()}, ${random.pick([score(), "VectorDistance(c.v, [1, 2])"])}${random.pick(["", ", [1, 2]", ", [-1, 1]"])})`;
    default: {
      const numbers = random.pick(["100, 700, [3, 4]", "0, 0, []", "40, 200, [40, 0]", "-1, 5, [3]"]);
      const direction = random.pick(["DESC", "DESC", "ASC"]);
      return `SELECT ${top}c._rid, _FullTextScore(${path}, [${terms(random)}], ${numbers}) AS s FROM c${where} ORDER BY _FullTextScore(${path}, [${terms(random)}], ${numbers}) ${direction}`;
    }
  }
}

interface Answer {
  readonly rows: readonly Json[];
  readonly work: QueryWork;
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
  do {
    const page = await fixture(pages).page(text, {
      page: { maxItems },
      ...(continuation !== undefined && { continuation }),
    });
    rows.push(...page.rows.map((row) => JSON.parse(row.bytes().toString()) as Json));
    for (const [name, count] of Object.entries(page.work)) work[name] = (work[name] ?? 0) + count;
    continuation = page.continuation;
    expect(++pages, `pages of ${text}`).toBeLessThan(500);
  } while (continuation !== undefined);
  return { rows, work: work as unknown as QueryWork };
}

/** Without an order, rows come as the way to them has it. */
function normal(rows: readonly Json[], text: string): readonly string[] {
  const texts = rows.map((row) => JSON.stringify(row));
  return text.includes("ORDER BY") ? texts : texts.sort();
}

async function checkCase(seed: number): Promise<void> {
  const random = new Random(seed);
  const items = randomItems(random);
  const text = randomQuery(random);
  const options: FixtureOptions = {
    items,
    chunkRows: random.integer(1, 9),
    fullTextLanguages: random.chance(0.3) ? new Map([["/text", "de-DE"]]) : new Map(),
    ...(random.chance(0.5) && { isIndexed: () => false }),
  };
  const textTermsMax = random.pick([0, 2, 5, 1000]);
  const fullTextPaths = random.pick([["/text"], ["/text", "/o/text"]]);
  const plain = new QueryFixture(options);
  const indexed = new QueryFixture({ ...options, fullTextPaths, textTermsMax });
  const maxItems = random.integer(1, 5);
  for (const parts of [1, random.integer(2, 6)]) {
    const borders = equalBorders(parts);
    const [without, with_] = [plain.repartitioned(borders), indexed.repartitioned(borders)];
    const expected = await answer(() => without, text, 10_000);
    const context = `seed ${seed}, ${parts} partitions: ${text}`;
    const whole = await answer(() => with_, text, 10_000);
    expect(normal(whole.rows, text), context).toEqual(normal(expected.rows, text));
    const paged = await answer(() => with_, text, maxItems);
    expect(normal(paged.rows, text), `pages of ${maxItems}, ${context}`).toEqual(normal(expected.rows, text));
    expect(paged.work, `work of pages of ${maxItems}, ${context}`).toEqual(whole.work);
    if (!text.includes("ORDER BY")) continue;
    const mixed = await answer((page) => (page % 2 === 0 ? with_ : without), text, maxItems);
    expect(mixed.rows, `index on every other page of ${maxItems}, ${context}`).toEqual(expected.rows);
  }
  const moved = indexed.repartitioned(equalBorders(random.integer(1, 7)));
  const moving = await answer((page) => (page % 2 === 0 ? indexed : moved), text, maxItems);
  const still = await answer(() => plain, text, 10_000);
  if (!/TOP|RANK/.test(text)) {
    // Items that score the same come in the order of partitions, and those have changed.
    expect(normal(moving.rows, ""), `seed ${seed}, moved: ${text}`).toEqual(normal(still.rows, ""));
  }
}

test(`${SEEDS.length} random searches find the same with an index and without`, {
  timeout: 60_000 + SEEDS.length * 1000,
}, async () => {
  for (const seed of SEEDS) await checkCase(seed);
});
