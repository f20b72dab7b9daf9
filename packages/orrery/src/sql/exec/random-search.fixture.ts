/** Test support: random places, texts and vectors, and random queries that search them. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { type Random, type RandomQuery, randomItems } from "./random-query.fixture.ts";

const WORDS = ["red", "bikes", "bike", "mountain", "mountains", "river", "the", "run", "running", "Blue"];

export const VECTOR_LENGTH = 4;

/** Random items, most of them with a place `g`, a text `txt`, and a vector `v`. */
export function searchItems(random: Random, countMax?: number): readonly JsonObject[] {
  return randomItems(random, countMax).map((item) => ({
    ...item,
    ...(random.chance(0.8) && { g: random.chance(0.9) ? shape(random) : random.pick<Json>([1, "x", null]) }),
    ...(random.chance(0.8) && {
      txt: random.chance(0.9) ? sentence(random, 12) : random.pick<Json>([1, []]),
    }),
    ...(random.chance(0.8) && { v: vector(random) }),
  }));
}

/** ORDER BY RANK is left out where its plan is of no use. */
export function randomSearch(random: Random, { isRanked = true } = {}): RandomQuery {
  const kinds = [spatialQuery, spatialQuery, textQuery, textQuery, vectorQuery, refusedQuery, groupQuery];
  return random.pick(isRanked ? [...kinds, rankQuery] : kinds)(random);
}

function bag(text: string): RandomQuery {
  return { text, isOrdered: false, hasTies: true, isSample: false, orderPaths: [] };
}

function spatialQuery(random: Random): RandomQuery {
  const projected = random.pick([
    "VALUE c.id",
    "VALUE c.id",
    "VALUE COUNT(1)",
    "DISTINCT VALUE c.n",
    "c.id, c.g",
  ]);
  return bag(`SELECT ${projected} FROM c WHERE ${withMore(random, spatialFilter(random))}`);
}

function textQuery(random: Random): RandomQuery {
  if (random.chance(0.1)) {
    return bag(
      `SELECT VALUE ${random.pick(["STARTSWITH", "CONTAINS"])}(c.${random.pick(["txt", "s"])}, "r") FROM c`,
    );
  }
  const projected = random.pick(["VALUE c.id", "VALUE c.id", "VALUE COUNT(1)", "VALUE c.txt"]);
  return bag(`SELECT ${projected} FROM c WHERE ${withMore(random, textFilter(random))}`);
}

/** Scores may be equal: then any of the rows may come first. */
function rankQuery(random: Random): RandomQuery {
  const where = random.chance(0.5)
    ? ` WHERE ${random.pick([textFilter, plainFilter, spatialFilter])(random)}`
    : "";
  const score = textScore(random);
  const by = random.chance(0.3) ? `RRF(${score}, ${textScore(random)})` : score;
  const top = random.chance(0.5) ? `TOP ${random.integer(1, 9)} ` : "";
  return { ...bag(`SELECT ${top}VALUE c.id FROM c${where} ORDER BY RANK ${by}`), isSample: top !== "" };
}

function vectorQuery(random: Random): RandomQuery {
  const where = [
    `ARRAY_LENGTH(c.v) = ${VECTOR_LENGTH}`,
    ...(random.chance(0.4) ? [plainFilter(random)] : []),
  ];
  const call = `VectorDistance(c.v, ${JSON.stringify(vector(random))})`;
  return {
    text: `SELECT TOP ${random.integer(1, 20)} VALUE c.id FROM c WHERE ${where.join(" AND ")} ORDER BY ${call}`,
    isOrdered: true,
    hasTies: false,
    isSample: false,
    orderPaths: [],
  };
}

/** Queries that are refused, whichever way they are run. */
function refusedQuery(random: Random): RandomQuery {
  const inner = random.pick([
    `SELECT TOP ${random.integer(0, 3)} VALUE t FROM t IN c.t`,
    "SELECT VALUE t FROM t IN c.t ORDER BY c.n",
    "SELECT VALUE t FROM t IN c.t OFFSET 1 LIMIT 1",
  ]);
  return bag(
    random.pick([
      `SELECT VALUE ARRAY(${inner}) FROM c`,
      `SELECT * FROM c WHERE EXISTS(${inner})`,
      `SELECT c.id FROM c JOIN (${inner})`,
      "SELECT VALUE c.t[c.n] FROM c",
      `SELECT VALUE x FROM (${inner}) x`,
      "SELECT * FROM c WHERE FullTextScore(c.txt, 'red') > 0",
      "SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.t ORDER BY RANK FullTextScore(c.txt, 'red')) FROM c",
      "SELECT TOP 2 VALUE c.id FROM c ORDER BY RANK RRF(FullTextScore(c.txt, 'red'))",
      "SELECT TOP 2 VALUE c.id FROM c JOIN t IN c.t ORDER BY RANK FullTextScore(c.txt, 'red')",
      "SELECT TOP 2 VALUE c.id FROM c ORDER BY RANK FullTextScore(c.txt, 'red') DESC",
      "SELECT TOP 2 VALUE c.id FROM c ORDER BY VectorDistance(c.v, [1, 2, 3, 4]) ASC",
      'SELECT TOP 2 VALUE c.id FROM c ORDER BY VectorDistance(c.v, [1], false, {"searchListSizeMultiplier": -1})',
      'SELECT * FROM c WHERE FullTextContains(c.txt, {"term": "red", "distance": 3})',
      "SELECT VALUE 1 FROM (SELECT DISTINCT VALUE c.v FROM c) x ORDER BY VectorDistance(x, [1])",
    ]),
  );
}

/** DISTINCT and GROUP BY of several keys, and of keys that some items lack. */
function groupQuery(random: Random): RandomQuery {
  const [a, b] = [random.pick(GROUP_KEYS), random.pick(GROUP_KEYS)];
  const where = random.chance(0.5) ? ` WHERE ${plainFilter(random)}` : "";
  return bag(
    random.pick([
      `SELECT DISTINCT ${a} AS a, ${b} AS b FROM c${where}`,
      `SELECT DISTINCT VALUE ${a} FROM c${where}`,
      `SELECT DISTINCT VALUE [${a}, ${b}] FROM c${where}`,
      `SELECT DISTINCT VALUE t FROM t IN c.t`,
      `SELECT ${a} AS a, ${b} AS b, COUNT(1) AS n, SUM(c.n) AS s FROM c${where} GROUP BY ${a}, ${b}`,
      `SELECT ${a} AS a, MIN(${b}) AS low, MAX(${b}) AS high FROM c${where} GROUP BY ${a}`,
      `SELECT VALUE ${a} FROM c${where} GROUP BY ${a}`,
      `SELECT COUNT(${b}) AS n FROM c${where} GROUP BY ${a}`,
      `SELECT t AS a, COUNT(1) AS n FROM c JOIN t IN c.t GROUP BY t`,
    ]),
  );
}

const GROUP_KEYS = ["c.n", "c.s", "c.b", "c.o.p", "c.same", "c.none", "c.o"];

function plainFilter(random: Random): string {
  return random.pick([
    `c.n > ${random.integer(-2, 8)}`,
    `c.n = ${random.integer(-2, 8)}`,
    `c.b = ${random.pick(["true", "false"])}`,
    "IS_DEFINED(c.s)",
    "c.same = 'a'",
    "c.n IN (1, 2, 3)",
  ]);
}

function withMore(random: Random, filter: string): string {
  const more = random.chance(0.5) ? plainFilter(random) : spatialFilter(random);
  return random.pick([
    () => filter,
    () => filter,
    () => `${filter} AND ${more}`,
    () => `${filter} OR ${more}`,
    () => `NOT (${filter})`,
    () => `(${filter} OR ${textFilter(random)}) AND ${more}`,
  ])();
}

function textFilter(random: Random): string {
  const word = () => JSON.stringify(random.pick(WORDS));
  const term = () =>
    random.chance(0.2) ? `{"term": ${word()}, "distance": ${random.integer(0, 2)}}` : word();
  return random.pick([
    () => `FullTextContains(c.txt, ${random.chance(0.3) ? JSON.stringify(sentence(random, 2)) : term()})`,
    () => `FullTextContainsAll(c.txt, ${term()}, ${term()})`,
    () => `FullTextContainsAny(c.txt, ${term()}, ${term()}, ${word()})`,
    () => `CONTAINS(c.txt, ${word()}, ${random.pick(["true", "false"])})`,
    () => `c.txt LIKE '%${random.pick(WORDS)}%'`,
    () => `ENDSWITH(c.txt, ${word()})`,
    () => `STARTSWITH(c.txt, ${word()}, true)`,
    () => `STRINGEQUALS(c.txt, ${word()}, true)`,
    () => `RegexMatch(c.txt, '${random.pick(["^r", "ik", "s$", "[rb]ed"])}', 'i')`,
  ])();
}

function textScore(random: Random): string {
  const words = Array.from({ length: random.integer(1, 3) }, () => JSON.stringify(random.pick(WORDS)));
  return `FullTextScore(c.txt, ${words.join(", ")})`;
}

function spatialFilter(random: Random): string {
  const place = JSON.stringify(point(random));
  return random.pick([
    () => `ST_DISTANCE(c.g, ${place}) ${random.pick(["<", "<=", ">"])} ${random.integer(0, 400) * 1000}`,
    () => `ST_WITHIN(c.g, ${JSON.stringify(box(random))})`,
    () => `ST_INTERSECTS(c.g, ${JSON.stringify(random.chance(0.7) ? box(random) : line(random))})`,
    () => `ST_INTERSECTS(${JSON.stringify(box(random))}, c.g)`,
    () => `ST_DISTANCE(${place}, c.g) BETWEEN 1000 AND ${random.integer(1, 800) * 1000}`,
    () => "ST_ISVALID(c.g)",
  ])();
}

type Position = readonly [number, number];

/** Most places are close together; some are at the ends of the map. */
function position(random: Random): Position {
  if (random.chance(0.05))
    return random.pick<Position>([
      [180, 0],
      [-180, 10],
      [0, 90],
      [20, -90],
      [0, 0],
    ]);
  if (random.chance(0.1)) return [random.integer(-180, 180), random.integer(-89, 89)];
  return [4 + random.integer(0, 400) / 100, 50 + random.integer(0, 300) / 100];
}

function point(random: Random): JsonObject {
  return { type: "Point", coordinates: [...position(random)] };
}

function line(random: Random): JsonObject {
  const [x, y] = position(random);
  const end = [Math.min(x + random.next(), 180), Math.min(y + random.next(), 90)];
  return { type: "LineString", coordinates: [[x, y], end] };
}

/** Counter-clockwise. */
function box(random: Random): JsonObject {
  const [x, y] = position(random);
  const [low, left] = [Math.min(y, 85), Math.min(x, 170)];
  const [right, high] = [left + 0.2 + random.next() * 4, low + 0.2 + random.next() * 3];
  return {
    type: "Polygon",
    coordinates: [
      [
        [left, low],
        [right, low],
        [right, high],
        [left, high],
        [left, low],
      ],
    ],
  };
}

function shape(random: Random): JsonObject {
  return random.chance(0.75) ? point(random) : random.chance(0.5) ? line(random) : box(random);
}

function sentence(random: Random, longest: number): string {
  return Array.from({ length: random.integer(0, longest) }, () => random.pick(WORDS)).join(" ");
}

function vector(random: Random): number[] {
  return Array.from({ length: VECTOR_LENGTH }, () => Math.fround(random.next() * 2 - 1));
}
