/**
 * Queries that make no sense, with every function and operator on every type: they answer, or fail with a
 * QueryError, and what they answer is JSON. A failure prints its seed; ORRERY_FUZZ_CASES
 * makes it longer, ORRERY_TEST_SEED repeats one.
 */
import { expect, test } from "vitest";
import { caseSeeds } from "../../../../../tests/harness/seeded-random.ts";
import { allFunctions } from "../functions/find-function.ts";
import { QueryError } from "../syntax/query-error.ts";
import { equalBorders, QueryFixture } from "./query.fixture.ts";
import { Random, randomItems } from "./random-query.fixture.ts";

const SEEDS = caseSeeds(77, 1_000);

const FUNCTIONS = [...allFunctions().map(({ name }) => name), "COUNT", "SUM", "MAKELIST", "RRF", "NOPE"];
const LITERALS = [
  "undefined",
  "null",
  "true",
  "0",
  "-1",
  "1e308",
  "0.1",
  "9007199254740993",
  "''",
  "'a'",
  "'%a_['",
  "'2021-01-08T18:35:00Z'",
  "'yyyy'",
  "[]",
  "[1, 'a', null]",
  "{}",
  "{'type': 'Point', 'coordinates': [1, 2]}",
  "NaN",
  "Infinity",
  "@p",
];
const NAMES = [
  "c",
  "c.n",
  "c.s",
  "c.o.q",
  "c.t",
  "c.t[0]",
  "c.u",
  "c['none']",
  "c.o['p']",
  "x",
  "x.k",
  "c._rid",
];
const OPERATORS = [
  "+",
  "-",
  "*",
  "/",
  "%",
  "||",
  "|",
  "&",
  "^",
  "<<",
  ">>",
  ">>>",
  "=",
  "!=",
  "<",
  ">=",
  "AND",
  "OR",
  "??",
];

function expression(random: Random, depth: number): string {
  if (depth === 0 || random.chance(0.15)) return random.pick(random.chance(0.5) ? LITERALS : NAMES);
  const inner = (): string => expression(random, depth - 1);
  return random.pick([
    () => `(${inner()} ${random.pick(OPERATORS)} ${inner()})`,
    () => `${random.pick(["-", "~", "NOT ", "+"])}(${inner()})`,
    () => `${random.pick(FUNCTIONS)}(${Array.from({ length: random.integer(0, 4) }, inner).join(", ")})`,
    () => `${random.pick(FUNCTIONS)}(${Array.from({ length: random.integer(1, 3) }, inner).join(", ")})`,
    () => `(${inner()} ? ${inner()} : ${inner()})`,
    () => `(${inner()})[${inner()}]`,
    () => `(${inner()} ${random.pick(["", "NOT "])}IN (${inner()}, ${inner()}))`,
    () => `(${inner()} BETWEEN ${inner()} AND ${inner()})`,
    () => `(${inner()} LIKE ${inner()})`,
    () => `{"a": ${inner()}, "__proto__": ${inner()}}`,
    () => `[${inner()}, ${inner()}]`,
    () =>
      `${random.pick(["", "EXISTS", "ARRAY", "ALL", "FIRST", "LAST"])}(SELECT VALUE ${inner()} FROM x IN ${random.pick(["c.t", "c.u"])} WHERE ${inner()})`,
    () => `(SELECT ${random.pick(["COUNT", "MAX", "AVG"])}(${inner()}) AS a FROM x IN c.t)`,
  ])();
}

function query(random: Random): string {
  const part = (): string => expression(random, random.integer(1, 3));
  const select = random.pick(["VALUE ", "DISTINCT VALUE ", "TOP 2 ", "TOP @p ", ""]) + part();
  const from = random.pick([
    "FROM c",
    "FROM c",
    "FROM c JOIN x IN c.t",
    "FROM x IN c.u",
    `FROM (SELECT VALUE ${part()} FROM c) AS c`,
  ]);
  const where = random.chance(0.6) ? ` WHERE ${part()}` : "";
  const tail = random.pick([
    "",
    "",
    ` GROUP BY ${part()}`,
    ` ORDER BY ${part()}`,
    " ORDER BY c.n DESC",
    ` ORDER BY RANK ${part()}`,
    " OFFSET 1 LIMIT 2",
  ]);
  return `SELECT ${select} ${from}${where}${tail}`;
}

test(`${SEEDS.length} queries without sense`, { timeout: 60_000 + SEEDS.length * 20 }, async () => {
  let answered = 0;
  for (const seed of SEEDS) {
    const random = new Random(seed);
    const fixture = new QueryFixture({ items: randomItems(random).slice(0, 12), borders: equalBorders(2) });
    const text = query(random);
    try {
      const rows = await fixture.rows(text, {
        page: { maxItems: 3 },
        parameters: [{ name: "@p", value: 2 }],
      });
      expect(rows).toBeInstanceOf(Array);
      answered++;
    } catch (error) {
      if (!(error instanceof QueryError)) throw new Error(`seed ${seed}: ${text}`, { cause: error });
    }
  }
  if (SEEDS.length > 1) expect(answered).toBeGreaterThan(SEEDS.length / 10);
});
