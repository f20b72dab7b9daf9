/** Test support: random items, and random queries over the properties that they may have. */
import { seededRandom } from "../../../../../tests/harness/seeded-random.ts";
import type { Json, JsonObject } from "../../value/json.ts";

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

export function randomItems(random: Random): readonly JsonObject[] {
  return Array.from({ length: random.integer(0, 60) }, (_, i) => {
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
  const where = random.chance(0.85) ? ` WHERE ${filter(random, 3)}` : "";
  const kind = random.integer(0, 9);
  if (kind === 0) return unordered(aggregate(random, where));
  if (kind === 1) return unordered(groupBy(random, where));
  if (kind === 2) return unordered(`SELECT DISTINCT VALUE ${random.pick(PATHS)} FROM c${where}`);
  if (kind <= 5) return ordered(random, where);
  if (kind === 6) {
    const join = random.pick(["t IN c.t", "t IN c.u", "t IN (SELECT VALUE [c.n, 1])"]);
    const more = random.chance(0.3) ? " JOIN v IN c.t" : "";
    const filterOnElement = random.chance(0.5) && where === "" ? ` WHERE t = ${literal(random)}` : where;
    return unordered(`SELECT c.id, t FROM c JOIN ${join}${more}${filterOnElement}`);
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
  const [by, hasTies] = random.chance(0.2)
    ? [random.pick(["c.n ASC, c.s DESC", "c.n DESC, c.s ASC"]), true]
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
  const key = random.pick(["c.n", "c.s", "c.b", "c.o.p", "c.t"]);
  return `SELECT ${key} AS k, COUNT(1) AS n, MAX(c.n) AS m FROM c${where} GROUP BY ${key}`;
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
    () => `ARRAY_CONTAINS(c.u, {"k": 1}, true)`,
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
