/**
 * Random queries on random items, answered by the database and by a client that follows its plan: both must give the
 * same rows. A failure prints its seed; ORRERY_FUZZ_CASES makes it longer, ORRERY_TEST_SEED repeats one.
 */

import type { Json } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { caseSeeds } from "../../../../../tests/harness/seeded-random.ts";
import { runToEnd } from "../../schedule/run-to-end.ts";
import { schedulerOf } from "../../schedule/test-loop.fixture.ts";
import { executeQuery } from "../exec/execute-query.ts";
import { EAGER, equalBorders, FIXED_FUNCTIONS, QueryFixture } from "../exec/query.fixture.ts";
import { fewItems, Random, randomComposites, randomQuery } from "../exec/random-query.fixture.ts";
import { randomSearch, searchItems } from "../exec/random-search.fixture.ts";
import type { QueryPartition } from "../exec/stream/query-range.ts";
import { parseQuery } from "../syntax/parse-query.ts";
import { QueryError } from "../syntax/query-error.ts";
import { bindOptions } from "./bind-options.fixture.ts";
import { mergeRows, sentQuery } from "./model-client.fixture.ts";
import { planForClientInSlices } from "./plan-for-client.ts";

const SEEDS = caseSeeds(77, 150);

const features = new Set(
  (
    "Aggregate CountIf DCount Distinct GroupBy ListAndSetAggregate MultipleAggregates " +
    "MultipleOrderBy NonStreamingOrderBy NonValueAggregate OffsetAndLimit OrderBy Top"
  ).split(" "),
);

/** Shapes that random queries lack; the paths are filled in. */
const shapes = [
  "SELECT DISTINCT VALUE $1 FROM c ORDER BY $1",
  "SELECT DISTINCT $1 FROM c ORDER BY $1 DESC",
  "SELECT DISTINCT TOP 3 VALUE $1 FROM c ORDER BY $1",
  "SELECT DISTINCT $1 FROM c",
  "SELECT VALUE AVG($1) FROM c",
  "SELECT VALUE COUNTIF($1) FROM c",
  "SELECT VALUE $1 FROM c GROUP BY $1",
  "SELECT VALUE {k: $1} FROM c GROUP BY $1",
  "SELECT VALUE SUM($2) FROM c GROUP BY $1",
  "SELECT $1 AS k, $2 AS l, MIN($3) AS m, AVG($3) AS a, COUNT($3) AS n FROM c GROUP BY $1, $2",
  "SELECT $1 AS k, COUNTIF($2) AS n, SUM($3) AS s FROM c GROUP BY $1",
  "SELECT COUNT(1) AS n, 'x' AS label FROM c",
  "SELECT VALUE COUNT(1) FROM c JOIN t IN c.t",
  "SELECT COUNT(1) AS n FROM (SELECT DISTINCT $1 FROM c)",
  "SELECT VALUE $2 FROM c ORDER BY $1",
  "SELECT $1, $2, UPPER($3) FROM c ORDER BY $1 DESC",
  "SELECT VALUE t FROM c JOIN t IN c.t ORDER BY $1",
  "SELECT 1 AS one",
  "SELECT VALUE COUNT(1)",
];
const paths = ["c.n", "c.s", "c.b", "c.o.p", "c.o", "c.none"];

function randomText(random: Random): {
  readonly text: string;
  readonly isOrdered: boolean;
  readonly isSample: boolean;
} {
  if (random.chance(0.3)) return randomSearch(random, { isRanked: false });
  if (random.chance(0.5)) return randomQuery(random);
  const chosen = [0, 1, 2, 3].map(() => random.pick(paths));
  const text = random.pick(shapes).replaceAll(/\$\d/g, (slot) => chosen[Number(slot[1])]!);
  return { text, isOrdered: text.includes("ORDER BY"), isSample: false };
}

async function rowsOf(
  text: string,
  fixture: QueryFixture,
  partitions: readonly QueryPartition[],
): Promise<Json[]> {
  const rows: Json[] = [];
  let continuation: string | undefined;
  do {
    const page = await executeQuery({
      query: parseQuery(text),
      partitions,
      indexing: fixture.indexing,
      functions: FIXED_FUNCTIONS,
      page: {},
      task: schedulerOf(() => 0).begin("test"),
      tuning: EAGER,
      ...(continuation !== undefined && { continuation }),
    });
    rows.push(...page.rows.map((row) => JSON.parse(row.bytes().toString()) as Json));
    continuation = page.continuation;
  } while (continuation !== undefined);
  return rows;
}

async function plannedRows(text: string, fixture: QueryFixture): Promise<readonly Json[]> {
  const partitionKey = { paths: ["/pk"] };
  const { queryInfo, queryRanges } = runToEnd(
    planForClientInSlices(parseQuery(text), partitionKey, bindOptions(new Map()), features),
  );
  const all = fixture.partitions();
  // Where no item can match, a client asks the first partition only.
  const partitions = queryRanges[0]!.max === "Infinity" ? all : all.slice(0, 1);
  const sent = sentQuery(queryInfo!, text);
  return mergeRows(
    queryInfo!,
    await Promise.all(partitions.map((partition) => rowsOf(sent, fixture, [partition]))),
  );
}

async function outcome(rows: Promise<readonly Json[]>): Promise<readonly Json[] | string> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof QueryError) return error.code;
    throw error;
  }
}

async function checkCase(seed: number): Promise<void> {
  const random = new Random(seed);
  const composites = randomComposites(random);
  const parts = random.pick([1, 2, 5, 25]);
  const fixture = new QueryFixture({
    items: searchItems(random, fewItems(random)),
    composites,
  }).repartitioned(equalBorders(parts));
  const query = randomText(random);
  const context = `seed ${seed}: ${parts} partitions: ${query.text}`;
  const expected = await outcome(rowsOf(query.text, fixture, fixture.partitions()));
  const planned = await outcome(plannedRows(query.text, fixture));
  if (typeof expected === "string" || typeof planned === "string") {
    expect(planned, context).toBe(expected);
    return;
  }
  const texts = (rows: readonly Json[]) => rows.map((row) => JSON.stringify(row));
  if (query.isOrdered) expect(texts(planned), context).toEqual(texts(expected));
  else if (query.isSample) expect(planned.length, context).toBe(expected.length);
  else expect(texts(planned).sort(), context).toEqual(texts(expected).sort());
}

test(`${SEEDS.length} random queries give the rows of their plans`, {
  timeout: 60_000 + SEEDS.length * 1000,
}, async () => {
  for (const seed of SEEDS) await checkCase(seed);
});
