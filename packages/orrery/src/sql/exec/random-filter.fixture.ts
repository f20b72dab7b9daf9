/** Test support: random filters of any length, made of all that planning looks at. */
import type { Random } from "./random-query.fixture.ts";

const PLACES = [
  "c.n",
  "c.s",
  "c.a",
  "c.pk",
  "c.id",
  "c.o.p",
  "c.t",
  "c.t[0]",
  "c.h1",
  "c.h2",
  "c[@p]",
  "c.ttl",
];
const COMPARISONS = ["=", "!=", "<", "<=", ">", ">="];

/** A filter of about `characters`. */
export function randomFilter(random: Random, characters: number): string {
  if (characters < 60) return condition(random, characters);
  const shape = random.integer(0, 9);
  if (shape === 0) return `NOT (${randomFilter(random, characters - 6)})`;
  if (shape === 1)
    return `EXISTS(SELECT VALUE x FROM x IN c.t WHERE ${randomFilter(random, characters - 40)})`;
  if (shape === 2) return list(random, characters);
  const operator = random.pick([" AND ", " OR "]);
  const parts = random.pick([2, 3, 10, 100, 1000, 10_000]);
  const each = Math.max(20, Math.floor(characters / parts));
  const terms: string[] = [];
  for (let length = 0; length < characters; length += terms.at(-1)!.length + operator.length) {
    terms.push(`(${randomFilter(random, Math.min(each, characters - length))})`);
  }
  return terms.join(operator);
}

function place(random: Random): string {
  return random.chance(0.2) ? `c.p${random.integer(0, 5_000)}` : random.pick(PLACES);
}

function literal(random: Random): string {
  return random.pick([
    () => `${random.integer(0, 100_000)}`,
    () => `'v${random.integer(0, 1_000)}'`,
    () => "null",
    () => "true",
    () => "@p",
    () => `-${random.integer(1, 9)}.5`,
  ])();
}

function condition(random: Random, characters: number): string {
  const at = place(random);
  const value = literal(random);
  return random.pick([
    () => `${at} ${random.pick(COMPARISONS)} ${value}`,
    () => `${value} ${random.pick(COMPARISONS)} ${at}`,
    () => `${at} BETWEEN ${value} AND ${literal(random)}`,
    () => `${at} ${random.pick(["", "NOT "])}IN (${value}, ${literal(random)})`,
    () => `STARTSWITH(${at}, 'v${random.integer(0, 99)}'${random.pick(["", ", true"])})`,
    () => `${random.pick(["CONTAINS", "ENDSWITH", "STRINGEQUALS"])}(${at}, 'v')`,
    () => `${at} LIKE '${random.pick(["", "%"])}v${random.integer(0, 99)}%'`,
    () => `IS_DEFINED(${at})`,
    () => `ARRAY_CONTAINS(${at}, ${value})`,
    () => `FullTextContains(c.text, 'w${characters}')`,
    () => at,
    () => `UPPER(${at}) = 'V'`,
  ])();
}

function list(random: Random, characters: number): string {
  const values: string[] = [];
  const kind = random.pick(["number", "text", "any", "place"]);
  for (let length = 0; length < characters - 30; length += values.at(-1)!.length + 1) {
    values.push(
      kind === "number"
        ? `${random.integer(0, 1_000_000)}`
        : kind === "text"
          ? `'value ${random.integer(0, 1_000_000)}'`
          : kind === "any"
            ? literal(random)
            : place(random),
    );
  }
  const joined = values.length === 0 ? "1" : values.join(",");
  return random.pick([
    () => `${place(random)} IN (${joined})`,
    () => `${place(random)} NOT IN (${joined})`,
    () => `ARRAY_CONTAINS([${joined}], ${place(random)})`,
    () => `${place(random)} = [${joined}]`,
    () => `CONCAT(${joined}) = 'x'`,
  ])();
}
