/** Test support: random items, and random queries over the properties that they may have. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { seededRandom } from "../../../../../tests/harness/seeded-random.ts";
import type { CompositeParts } from "../../value/rows/index-identity.ts";

/** Draws of a seed: the same seed, the same case. */
export class Random {
  /** In [0, 1). */
  readonly next: () => number;

  constructor(seed: number) {
    // Neighbouring seeds give unlike cases.
    this.next = seededRandom(Math.imul(seed + 1, 0x9e3779b1));
  }

  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }
}

const STRINGS = [
  "",
  "a",
  "ab",
  "abc",
  "b",
  "ba",
  "\uffff",
  "é",
  "x".repeat(90),
  `${"x".repeat(300)}1`,
  `${"x".repeat(300)}2`,
];
const SCALARS: readonly Json[] = [null, true, false, -1, 0, 1, 2, 3, 1.5, "a", "ab", "b", "é"];

const ITEMS_MAX = 60;

/** Mostly few: for those who read each again and again, on pages of every size. */
export function fewItems(random: Random): number {
  return random.pick([12, 25, ITEMS_MAX]);
}

export function randomItems(random: Random, countMax = ITEMS_MAX): readonly JsonObject[] {
  return Array.from({ length: random.integer(0, countMax) }, (_, i) => {
    const item: Record<string, Json> = { id: `${i}`, same: "a" };
    if (random.chance(0.8)) item.n = random.chance(0.8) ? random.integer(-2, 8) : random.pick(SCALARS);
    if (random.chance(0.7)) item.s = random.chance(0.8) ? random.pick(STRINGS) : random.pick(SCALARS);
    if (random.chance(0.6)) item.b = random.chance(0.8) ? random.chance(0.5) : random.pick(SCALARS);
    if (random.chance(0.6))
      item.o = random.chance(0.8) ? { p: random.integer(0, 3), q: random.pick(STRINGS) } : [1];
    if (random.chance(0.7)) item.t = Array.from({ length: random.integer(0, 4) }, () => random.pick(SCALARS));
    if (random.chance(0.3)) item.u = [{ k: random.integer(0, 2) }, { k: random.pick(STRINGS) }];
    return item;
  });
}

/** Orders of several paths, as a policy and as a query name them. */
const COMPOSITES = [
  "n, s DESC",
  "b, n",
  "b, n DESC",
  "same, n DESC",
  "s, b, n",
  "b, n, s DESC",
  "same, b, o.p",
];

/** Some of the composite indexes that random queries may use, always the one that they order by most. */
export function randomComposites(random: Random): readonly CompositeParts[] {
  return COMPOSITES.filter((_, i) => i === 0 || random.chance(0.5)).map((text) =>
    text.split(", ").map((part) => {
      const [name, direction] = part.split(" ");
      return { path: `/${name!.replace(".", "/")}`, descending: direction === "DESC" };
    }),
  );
}

/** The order of a composite index, or the reverse of it. */
function compositeOrder(random: Random): string {
  const isReverse = random.chance(0.5);
  return (random.chance(0.5) ? COMPOSITES[0]! : random.pick(COMPOSITES))
    .split(", ")
    .map((part) => {
      const [name, direction] = part.split(" ");
      return `c.${name} ${(direction === "DESC") !== isReverse ? "DESC" : "ASC"}`;
    })
    .join(", ");
}

export interface RandomQuery {
  readonly text: string;
  /** The query promises the order of its rows. */
  readonly isOrdered: boolean;
  /** Some rows may sort equal: their order depends on the partitions. */
  readonly hasTies: boolean;
  /** The query takes some of the rows, and does not say which. */
  readonly isSample: boolean;
  readonly orderPaths: readonly string[];
}

const PATHS = ["c.n", "c.s", "c.b", "c.o.p", "c.o.q", "c.o", "c.t", "c.none", "c['n']", "c.t[0]"];

export function randomQuery(random: Random): RandomQuery {
  const where = random.chance(0.85)
    ? ` WHERE ${random.chance(0.3) ? conjunction(random) : filter(random, 3)}`
    : "";
  const kind = random.integer(0, 9);
  if (kind === 0) return unordered(aggregate(random, where));
  if (kind === 1) return unordered(groupBy(random, where));
  if (kind === 2) return distinct(random, where);
  if (kind <= 5) return ordered(random, where);
  if (kind === 6) {
    const join = random.pick(["t IN c.t", "t IN c.u", "t IN (SELECT VALUE [c.n, 1])", ...subqueries(random)]);
    const more = random.chance(0.3) ? " JOIN v IN c.t" : "";
    const filterOnElement = random.chance(0.5) && where === "" ? ` WHERE t = ${literal(random)}` : where;
    return unordered(`SELECT c.id, t FROM c JOIN ${join}${more}${filterOnElement}`);
  }
  if (kind === 8 && random.chance(0.2)) {
    const outer = where.replaceAll("c.", "d.").replaceAll("c[", "d[");
    const inner = `SELECT ${random.pick(["VALUE c", "*", "c.n, c.id"])} FROM c WHERE ${filter(random, 1)}`;
    return unordered(`SELECT d.id, d.n FROM (${inner}) AS d${outer}`);
  }
  if (kind === 7 && random.chance(0.5)) {
    return { ...unordered(`SELECT TOP ${random.integer(0, 6)} c.id FROM c${where}`), isSample: true };
  }
  if (kind === 7) {
    const text = `SELECT VALUE c.id FROM c${where} OFFSET ${random.integer(0, 4)} LIMIT ${random.integer(0, 6)}`;
    return { ...unordered(text), isSample: true };
  }
  return unordered(`SELECT ${projection(random)} FROM c${where}`);
}

/** Sources of JOIN that filter what they select. */
function subqueries(random: Random): readonly string[] {
  const element = `(x = ${literal(random)} OR ${filter(random, 0)})`;
  const property = `x.k ${random.pick(["=", "!=", ">"])} ${literal(random)}`;
  return [
    `(SELECT VALUE x FROM x IN c.t WHERE ${element}) AS t`,
    `(SELECT VALUE x FROM x IN c.u WHERE ${property}) AS t`,
    `(SELECT VALUE x.k FROM x IN c.u WHERE ${property}) AS t`,
    `(SELECT VALUE COUNT(1) FROM x IN c.u WHERE ${property}) AS t`,
    `t IN (SELECT VALUE c.t FROM c WHERE ${filter(random, 0)})`,
    `t IN (SELECT VALUE x.k FROM (SELECT VALUE y FROM y IN c.u WHERE y.k = ${literal(random)}) AS x)`,
  ];
}

function unordered(text: string): RandomQuery {
  return { text, isOrdered: false, hasTies: true, isSample: false, orderPaths: [] };
}

function ordered(random: Random, where: string): RandomQuery {
  if (random.chance(0.1)) return orderedDistinct(random, where);
  const projected = random.chance(0.5)
    ? random.pick(["*", 'c.id, [{"item": c.n}] AS orderByItems, c AS payload'])
    : "VALUE [c.id, c.n, c.s]";
  const [key, paths] = random.pick<readonly [string, readonly string[]]>([
    ["c.id", ["/id"]],
    ["c.n", ["/n"]],
    ["c.s", ["/s"]],
    ["c.o", ["/o"]],
    ["c.o.q", ["/o/q"]],
    ["c.t", ["/t"]],
  ]);
  const [by, hasTies] = random.chance(0.3)
    ? [compositeOrder(random), true]
    : [`${key} ${random.pick(["ASC", "DESC"])}`, key !== "c.id"];
  const top = random.chance(0.3) ? `TOP ${random.integer(1, 9)} ` : "";
  const page =
    top === "" && random.chance(0.2) ? ` OFFSET ${random.integer(0, 5)} LIMIT ${random.integer(0, 9)}` : "";
  return {
    text: `SELECT ${top}${projected} FROM c${where} ORDER BY ${by}${page}`,
    isOrdered: true,
    hasTies,
    isSample: hasTies && (top !== "" || page !== ""),
    orderPaths: paths,
  };
}

/** Properties alone, whose rows an index may hold, and more. */
function distinct(random: Random, where: string): RandomQuery {
  const path = random.pick(PATHS);
  const other = random.pick(["c.n", "c.s", "c.b", "c.o.p"]);
  const projected = random.pick([
    `VALUE ${path}`,
    `VALUE ${path}`,
    `${path} AS x`,
    `${path} AS x, ${other} AS y`,
    "c.b, c.n",
    `VALUE {x: ${path}, y: [${other}]}`,
    `${path} AS x, "k" AS y, ${path} AS z`,
    `VALUE IS_STRING(${path})`,
    `TOP ${random.integer(0, 4)} VALUE ${path}`,
  ]);
  const isSample = projected.startsWith("TOP");
  // A filter on the property itself leaves its index to answer the query alone.
  const own = random.pick([` WHERE ${path} > "a"`, ` WHERE IS_DEFINED(${path})`, ` WHERE NOT ${path}`, ""]);
  const limit = random.chance(0.1) && !isSample ? ` OFFSET ${random.integer(0, 3)} LIMIT 4` : "";
  const text = `SELECT DISTINCT ${projected} FROM c${random.chance(0.5) ? own : where}${limit}`;
  return { ...unordered(text), isSample: isSample || limit !== "" };
}

function orderedDistinct(random: Random, where: string): RandomQuery {
  const name = random.pick(["n", "s", "o"]);
  const projected = random.pick([`VALUE c.${name}`, `c.${name}`, "VALUE c.b"]);
  return {
    text: `SELECT DISTINCT ${projected} FROM c${where} ORDER BY c.${name} ${random.pick(["ASC", "DESC"])}`,
    isOrdered: projected !== "VALUE c.b",
    hasTies: projected === "VALUE c.b",
    isSample: false,
    orderPaths: [`/${name}`],
  };
}

function aggregate(random: Random, where: string): string {
  const path = random.pick(["c.n", "c.s", "c.o.p", "1"]);
  return random.pick([
    `SELECT VALUE COUNT(${path}) FROM c${where}`,
    `SELECT VALUE SUM(${path}) FROM c${where}`,
    `SELECT VALUE MIN(${path}) FROM c${where}`,
    `SELECT VALUE MAX(${path}) FROM c${where}`,
    `SELECT COUNT(1) AS n, MIN(${path}) AS a, MAX(${path}) AS b, AVG(c.n) AS avg FROM c${where}`,
    `SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE ${path} FROM c${where})`,
  ]);
}

function groupBy(random: Random, where: string): string {
  const key = random.pick(["c.n", "c.s", "c.b", "c.o.p", "c.t", "c.o"]);
  const own = random.pick(["", ` WHERE ${key} >= 1`, ` WHERE ${key} != "ab"`, ` WHERE IS_DEFINED(${key})`]);
  const filtered = random.chance(0.5) ? own : where;
  return random.pick([
    `SELECT ${key} AS k, COUNT(1) AS n, MAX(c.n) AS m FROM c${where} GROUP BY ${key}`,
    `SELECT ${key} AS k, COUNT(1) AS n, SUM(${key}) AS s, MIN(${key}) AS m FROM c${filtered} GROUP BY ${key}`,
    `SELECT ${key} AS k, COUNT(${key}) AS n FROM c${filtered} GROUP BY ${key}`,
    `SELECT VALUE ${key} FROM c${filtered} GROUP BY ${key}`,
    `SELECT ${key} AS k, c.b, COUNT(1) AS n, AVG(c.n) AS a FROM c${where} GROUP BY ${key}, c.b`,
    `SELECT c.b, c.n, COUNT(1) AS k FROM c${random.chance(0.5) ? "" : where} GROUP BY c.b, c.n`,
    `SELECT c.b, SUM(c.n) AS s, COUNT(1) AS k FROM c GROUP BY c.b`,
    `SELECT UPPER(c.s) AS k, COUNT(1) AS n FROM c${where} GROUP BY UPPER(c.s)`,
    `SELECT DISTINCT VALUE COUNT(1) FROM c${where} GROUP BY ${key}, c.n`,
  ]);
}

function projection(random: Random): string {
  return random.pick([
    "*",
    "VALUE c.id",
    "VALUE c.n",
    "VALUE c.s",
    "c.id, c.o.p",
    "c.n",
    "VALUE {i: c.id, x: c.none ?? 'd', y: (SELECT VALUE COUNT(1) FROM t IN c.t)}",
    "c.id, ARRAY(SELECT VALUE t FROM t IN c.t WHERE t = c.n) AS same",
  ]);
}

function literal(random: Random): string {
  const value = random.chance(0.4)
    ? random.integer(-2, 8)
    : random.chance(0.5)
      ? random.pick(STRINGS)
      : random.pick<Json>([...SCALARS, [1], { p: 1, q: "a" }]);
  return JSON.stringify(value);
}

/** Filters that a composite index may serve: values of its first paths, and a range after them. */
function conjunction(random: Random): string {
  const parts = [
    () => `c.b = ${random.pick(["true", "false", "1"])}`,
    () => "c.same = 'a'",
    () => `c.n = ${random.integer(-2, 8)}`,
    () => `c.n IN (${random.integer(-2, 8)}, ${random.integer(-2, 8)}, "a")`,
    () => `c.n ${random.pick(["<", "<=", ">", ">="])} ${random.integer(-2, 8)}`,
    () => `c.s = ${JSON.stringify(random.pick(STRINGS))}`,
    () => `c.s > ${JSON.stringify(random.pick(STRINGS))}`,
    () => `c.o.p = ${random.integer(0, 3)}`,
    () => `(${restOf(random, "c.n")})`,
    () => `((c.n = 1 AND (${restOf(random, "c.s")})) OR (${restOf(random, "c.n")}))`,
    () => `((c.b = true AND (${restOf(random, "c.n")})) OR (${restOf(random, "c.b")}))`,
  ];
  return Array.from({ length: random.integer(1, 4) }, () => random.pick(parts)()).join(" AND ");
}

/** What clients ask for when they go on in an order after some value: the rest of its type, and the types after it. */
function restOf(random: Random, path: string): string {
  return random.pick([
    `${path} < 3 OR NOT IS_DEFINED(${path}) OR IS_NULL(${path}) OR IS_BOOLEAN(${path})`,
    `${path} >= 3 OR IS_STRING(${path}) OR IS_ARRAY(${path}) OR IS_OBJECT(${path})`,
    `${path} <= true OR NOT IS_DEFINED(${path}) OR IS_NULL(${path})`,
    `${path} > "a" OR IS_ARRAY(${path}) OR IS_OBJECT(${path})`,
    `NOT IS_DEFINED(${path})`,
    `IS_DEFINED(${path})`,
  ]);
}

function filter(random: Random, depth: number): string {
  if (depth > 0 && random.chance(0.4)) {
    const operator = random.pick(["AND", "AND", "OR"]);
    return `(${filter(random, depth - 1)} ${operator} ${filter(random, depth - 1)})`;
  }
  if (depth > 0 && random.chance(0.08)) return `NOT (${filter(random, depth - 1)})`;
  const path = random.pick(PATHS);
  const prefix = JSON.stringify(random.pick(["", "a", "ab", "x", "\uffff", "x".repeat(70), "x".repeat(300)]));
  return random.pick([
    () => `${path} = ${literal(random)}`,
    () => `${path} = ${literal(random)}`,
    () => `${literal(random)} ${random.pick(["<", "<=", ">", ">=", "="])} ${path}`,
    () => `${path} ${random.pick(["<", "<=", ">", ">=", "!="])} ${literal(random)}`,
    () => `${path} IN (${literal(random)}, ${literal(random)}, ${literal(random)})`,
    () => `${path} BETWEEN ${literal(random)} AND ${literal(random)}`,
    () => `${random.pick(["STARTSWITH", "STRINGEQUALS"])}(${path}, ${prefix})`,
    () => `${path} LIKE ${JSON.stringify(random.pick(["a%", "ab", "%b", "a_", "[ab]%", "x%1", "%"]))}`,
    () => `ARRAY_CONTAINS(c.t, ${literal(random)})`,
    () => `ARRAY_CONTAINS(c.u, {"k": ${literal(random)}}, true)`,
    () =>
      `ARRAY_CONTAINS(${random.pick(["c.t", "c.u"])}, ${random.pick(["{}", '{"k": 1, "l": 2}', '"a"'])}, true)`,
    () => textFilter(random, path),
    () => textFilter(random, path),
    () => `${path} NOT IN (${literal(random)}, ${literal(random)})`,
    () => `${path} NOT BETWEEN ${literal(random)} AND ${literal(random)}`,
    () => `NOT (${path} ${random.pick(["<", "<=", ">", ">=", "=", "!="])} ${literal(random)})`,
    () => `NOT ${path}`,
    () => `ARRAY_CONTAINS([${literal(random)}, ${literal(random)}], ${path})`,
    () => `(${path} ${random.pick(["=", ">", "!="])} ${literal(random)}) = ${random.pick(["true", "false"])}`,
    () => `${random.pick(["NOT IS_DEFINED", "NOT IS_STRING", "false = IS_DEFINED"])}(${path})`,
    () =>
      `${random.pick(["ABS", "FLOOR", "CEILING", "ROUND", "TRUNC", "- "])}(${path}) ${random.pick(["=", ">", "!="])} 1`,
    () =>
      `EXISTS(SELECT VALUE x FROM x IN c.${random.pick(["t", "u"])} WHERE ${textFilter(random, random.pick(["x", "x.k"]))})`,
    () => `IS_DEFINED(${path})`,
    () =>
      `${random.pick(["IS_NUMBER", "IS_STRING", "IS_BOOL", "IS_NULL", "IS_ARRAY", "IS_OBJECT", "IS_INTEGER", "IS_PRIMITIVE"])}(${path})`,
    () => path,
    () => `EXISTS(SELECT VALUE x FROM x IN c.t WHERE x = ${literal(random)})`,
    () =>
      `EXISTS(SELECT VALUE x FROM x IN c.u WHERE x.k = ${random.integer(0, 2)} ${random.pick(["AND", "OR"])} ${path} > 1)`,
    () => `EXISTS(SELECT COUNT(1) FROM x IN c.t WHERE x = ${literal(random)})`,
    () => random.pick(["true", "false", "1 = 1", "c.n = c.o.p", "c.n = undefined"]),
    () => `c.id = "${random.integer(0, 60)}"`,
    () =>
      `c.same ${random.pick(["=", "=", "!=", ">", "<="])} ${JSON.stringify(random.pick(["a", "a", "b", 1]))}`,
    () =>
      random.pick([
        "c.same IN ('b', 'a')",
        "STARTSWITH(c.same, 'a')",
        "IS_STRING(c.same)",
        "c.same LIKE '_'",
      ]),
  ])();
}

/** Predicates that look at the text of a value. */
function textFilter(random: Random, path: string): string {
  const needle = JSON.stringify(random.pick(["", "a", "B", "AB", "é", "x1", "1", "X".repeat(70), "\uffff"]));
  const flag = random.pick(["", "", ", true", ", false", ", c.b"]);
  return random.pick([
    () => `${random.pick(["CONTAINS", "ENDSWITH", "STARTSWITH", "STRINGEQUALS"])}(${path}, ${needle}${flag})`,
    () => `NOT CONTAINS(${path}, ${needle}${flag})`,
    () =>
      `${path} ${random.pick(["LIKE", "NOT LIKE"])} ${JSON.stringify(random.pick(["%a%", "%b", "_b%", "%[12]", "a!%%"]))}${random.pick(["", " ESCAPE '!'"])}`,
    () =>
      `REGEXMATCH(${path}, ${JSON.stringify(random.pick(["^a", "b$", "x+1", "A", "("]))}${random.pick(["", ", 'i'"])})`,
    () => `${random.pick(["LOWER", "UPPER"])}(${path}) = ${needle}`,
    () => `${random.pick(["LEFT", "RIGHT"])}(${path}, 1) = ${needle}`,
    () => `SUBSTRING(${path}, ${random.pick([0, 1])}, 1) != ${needle}`,
    () => `CONTAINS_${random.pick(["ANY", "ALL"])}_${random.pick(["CI", "CS"])}(${path}, ${needle}, "a")`,
  ])();
}
