/**
 * Test support: forms of queries that a client can make as long as it likes. Each makes a text of about `n` terms, with
 * parameters where the form has them.
 */
import type { Json } from "@orrerydb/exact-json";

export interface LongQuery {
  readonly text: string;
  readonly parameters?: readonly { readonly name: string; readonly value: Json }[];
}

export interface LongForm {
  readonly name: string;
  build(n: number): LongQuery;
}

type TermOf = (i: number) => string;

function listOf(n: number, term: TermOf, separator = ","): string {
  return Array.from({ length: n }, (_, i) => term(i)).join(separator);
}

function form(name: string, text: (n: number) => string): LongForm {
  return { name, build: (n) => ({ text: text(n) }) };
}

function filterForm(name: string, filter: (n: number) => string): LongForm {
  return form(name, (n) => `SELECT VALUE c.id FROM c WHERE ${filter(n)}`);
}

/** `left AND left AND …`, and the same with OR, and both again inside NOT. */
function chainForms(name: string, term: TermOf): readonly LongForm[] {
  return [
    filterForm(`${name} AND …`, (n) => listOf(n, term, " AND ")),
    filterForm(`${name} OR …`, (n) => listOf(n, term, " OR ")),
    filterForm(`NOT (${name} AND …)`, (n) => `NOT (${listOf(n, term, " AND ")})`),
    filterForm(`NOT (${name} OR …)`, (n) => `NOT (${listOf(n, term, " OR ")})`),
  ];
}

const numbers = (n: number, from = 0): string => listOf(n, (i) => `${from + i}`);

const CHAINS: readonly LongForm[] = [
  ...chainForms("c.n = i", (i) => `c.n = ${i}`),
  ...chainForms("c.n != i", (i) => `c.n != ${i}`),
  ...chainForms("c.n < i", (i) => `c.n < ${i}`),
  ...chainForms("c.n >= i", (i) => `c.n >= ${i}`),
  ...chainForms("c.pi = i", (i) => `c.p${i} = ${i}`),
  ...chainForms("c.pi != i", (i) => `c.p${i} != ${i}`),
  ...chainForms("c.pi > i", (i) => `c.p${i} > ${i}`),
  ...chainForms("c.pi", (i) => `c.p${i}`),
  ...chainForms("c.n BETWEEN i AND i + 5", (i) => `c.n BETWEEN ${10 * i} AND ${10 * i + 5}`),
  ...chainForms("c.n NOT BETWEEN i AND i + 5", (i) => `c.n NOT BETWEEN ${10 * i} AND ${10 * i + 5}`),
  ...chainForms("c.n IN (i, i + 1)", (i) => `c.n IN (${3 * i},${3 * i + 1})`),
  ...chainForms("c.n NOT IN (i, i + 1)", (i) => `c.n NOT IN (${3 * i},${3 * i + 1})`),
  ...chainForms("STARTSWITH(c.s, 'i')", (i) => `STARTSWITH(c.s,'${i}')`),
  ...chainForms("STARTSWITH(c.s, 'i', true)", (i) => `STARTSWITH(c.s,'abc${i}',true)`),
  ...chainForms("CONTAINS(c.s, 'i')", (i) => `CONTAINS(c.s,'${i}')`),
  ...chainForms("CONTAINS(c.pi, 'i')", (i) => `CONTAINS(c.p${i},'${i}')`),
  ...chainForms("c.s LIKE 'i%'", (i) => `c.s LIKE '${i}%'`),
  ...chainForms("c.s LIKE '%i%'", (i) => `c.s LIKE '%${i}%'`),
  ...chainForms("IS_DEFINED(c.pi)", (i) => `IS_DEFINED(c.p${i})`),
  ...chainForms("ARRAY_CONTAINS(c.t, i)", (i) => `ARRAY_CONTAINS(c.t,${i})`),
  ...chainForms("ARRAY_CONTAINS([i], c.n)", (i) => `ARRAY_CONTAINS([${i},${i + 1}],c.n)`),
  ...chainForms("ARRAY_CONTAINS(c.t, {a: i}, true)", (i) => `ARRAY_CONTAINS(c.t,{a:${i}},true)`),
  ...chainForms("FullTextContains(c.text, 'i')", (i) => `FullTextContains(c.text,'w${i}')`),
  ...chainForms(
    "ST_DISTANCE(c.g, point) < i",
    (i) => `ST_DISTANCE(c.g,{'type':'Point','coordinates':[${i % 90},1]})<9`,
  ),
  ...chainForms("c.pk = 'i'", (i) => `c.pk = 'k${i}'`),
  ...chainForms("(c.pk = i AND c.id = 'i')", (i) => `(c.pk = ${i} AND c.id = '${i}')`),
  ...chainForms("(c.a = i OR c.b = i)", (i) => `(c.a = ${i} OR c.b = ${i})`),
  ...chainForms("(c.a = i AND c.b > i)", (i) => `(c.a = ${i} AND c.b > ${i})`),
  ...chainForms("EXISTS(SELECT …)", (i) => `EXISTS(SELECT VALUE t FROM t IN c.t WHERE t = ${i})`),
  ...chainForms("c[@p]", () => "c[@p]"),
  ...chainForms("true", () => "true"),
  ...chainForms("UPPER(c.s) = 'i'", (i) => `UPPER(c.s) = '${i}'`),
  ...chainForms("c.ti.a = c.a", (i) => `c.t${i}.a = c.a`),
];

const LISTS: readonly LongForm[] = [
  filterForm("c.n IN (…)", (n) => `c.n IN (${numbers(n)})`),
  filterForm("c.n NOT IN (…)", (n) => `c.n NOT IN (${numbers(n)})`),
  filterForm("c.n IN (…) AND c.n IN (…)", (n) => `c.n IN (${numbers(n / 2)}) AND c.n IN (${numbers(n / 2)})`),
  filterForm(
    "c.n IN (…) OR c.n IN (…)",
    (n) => `c.n IN (${numbers(n / 2)}) OR c.n IN (${numbers(n / 2, 7)})`,
  ),
  filterForm(
    "c.n NOT IN (…) AND c.n NOT IN (…)",
    (n) => `c.n NOT IN (${numbers(n / 2)}) AND c.n NOT IN (${numbers(n / 2, 7)})`,
  ),
  filterForm("c.a IN (…) AND c.b IN (…)", (n) => `c.a IN (${numbers(n / 2)}) AND c.b IN (${numbers(n / 2)})`),
  filterForm(
    "c.h1 IN (…) AND c.h2 IN (…)",
    (n) => `c.h1 IN (${numbers(n / 2)}) AND c.h2 IN (${numbers(n / 2)})`,
  ),
  filterForm("c.h1 IN (…) AND c.h2 IN (…) AND c.h3 IN (…)", (n) =>
    ["h1", "h2", "h3"].map((key) => `c.${key} IN (${numbers(n / 3)})`).join(" AND "),
  ),
  filterForm(
    "c.pk IN (…) AND c.id IN (…)",
    (n) => `c.pk IN (${numbers(n / 2)}) AND c.id IN (${listOf(n / 2, (i) => `'${i}'`)})`,
  ),
  filterForm(
    "c.pk IN (…) AND c.pk IN (…)",
    (n) => `c.pk IN (${numbers(n / 2)}) AND c.pk IN (${numbers(n / 2)})`,
  ),
  filterForm("c.s IN ('…')", (n) => `c.s IN (${listOf(n, (i) => `'value ${i}'`)})`),
  filterForm("c.n IN (c.pi, …)", (n) => `c.n IN (${listOf(n, (i) => `c.p${i}`)})`),
  filterForm("c.n IN ([…], …)", (n) => `c.n IN (${listOf(n, (i) => `[${i}]`)})`),
  filterForm("c.n IN ({…}, …)", (n) => `c.n IN (${listOf(n, (i) => `{a:${i}}`)})`),
  filterForm("ARRAY_CONTAINS([…], c.n)", (n) => `ARRAY_CONTAINS([${numbers(n)}],c.n)`),
  filterForm("ARRAY_CONTAINS_ANY(c.t, …)", (n) => `ARRAY_CONTAINS_ANY(c.t,${numbers(n)})`),
  filterForm("ARRAY_CONTAINS_ALL(c.t, …)", (n) => `ARRAY_CONTAINS_ALL(c.t,${numbers(n)})`),
  filterForm(
    "ARRAY_CONTAINS(c.t, {…}, true)",
    (n) => `ARRAY_CONTAINS(c.t,{${listOf(n, (i) => `p${i}:${i}`)}},true)`,
  ),
  filterForm(
    "FullTextContainsAll(c.text, …)",
    (n) => `FullTextContainsAll(c.text,${listOf(n, (i) => `'w${i}'`)})`,
  ),
  filterForm(
    "FullTextContainsAny(c.text, …)",
    (n) => `FullTextContainsAny(c.text,${listOf(n, (i) => `'w${i}'`)})`,
  ),
  filterForm(
    "FullTextContains(c.text, 'long')",
    (n) => `FullTextContains(c.text,'${listOf(n, (i) => `w${i}`, " ")}')`,
  ),
  filterForm("CONTAINS_ANY_CI(c.s, …)", (n) => `CONTAINS_ANY_CI(c.s,${listOf(n, (i) => `'w${i}'`)})`),
  filterForm("CONCAT(c.s, …)", (n) => `CONCAT(c.s,${listOf(n, (i) => `'w${i}'`)}) = 'x'`),
  filterForm("CONCAT('…') = c.s", (n) => `c.s = CONCAT(${listOf(n, (i) => `'w${i}'`)})`),
  filterForm("c.o = {…}", (n) => `c.o = {${listOf(n, (i) => `p${i}:${i}`)}}`),
  filterForm("c.o = {p: c.pi, …}", (n) => `c.o = {${listOf(n, (i) => `p${i}:c.p${i}`)}}`),
  filterForm("c.t = […]", (n) => `c.t = [${numbers(n)}]`),
  filterForm("c.s LIKE '%a%a…'", (n) => `c.s LIKE '${"%a".repeat(n)}'`),
  filterForm("c.s LIKE 'long'", (n) => `c.s LIKE '${"ab".repeat(n)}%'`),
  filterForm("RegexMatch(c.s, 'a*a*…')", (n) => `RegexMatch(c.s,'${"a*".repeat(n)}')`),
  filterForm("RegexMatch(c.s, '(a|b)…')", (n) => `RegexMatch(c.s,'${"(a|b)".repeat(n)}')`),
  filterForm("STARTSWITH(c.s, 'long')", (n) => `STARTSWITH(c.s,'${"ab".repeat(n)}')`),
  filterForm("STARTSWITH(c.s, 'long', true)", (n) => `STARTSWITH(c.s,'${"ab".repeat(n)}',true)`),
  filterForm("CONTAINS(c.s, 'long')", (n) => `CONTAINS(c.s,'${"ab".repeat(n)}')`),
  filterForm("c.s = 'long'", (n) => `c.s = '${"ab".repeat(n)}'`),
  filterForm("ST_WITHIN(c.g, polygon)", (n) => {
    const ring = Array.from({ length: n }, (_, i) => {
      const angle = (2 * Math.PI * i) / n;
      return `[${(10 * Math.cos(angle)).toFixed(5)},${(10 * Math.sin(angle)).toFixed(5)}]`;
    });
    return `ST_WITHIN(c.g,{'type':'Polygon','coordinates':[[${[...ring, ring[0]].join()}]]})`;
  }),
  filterForm("CHOOSE(c.n, …)", (n) => `CHOOSE(c.n,${numbers(n)}) = 1`),
];

const CLAUSES: readonly LongForm[] = [
  form("SELECT c.pi, …", (n) => `SELECT ${listOf(n, (i) => `c.p${i}`)} FROM c`),
  form("SELECT DISTINCT c.pi, …", (n) => `SELECT DISTINCT ${listOf(n, (i) => `c.p${i}`)} FROM c`),
  form("SELECT c, c.pi, …", (n) => `SELECT c,${listOf(n, (i) => `c.p${i}`)} FROM c`),
  form("SELECT 1, 2, …", (n) => `SELECT ${numbers(n)} FROM c`),
  form("SELECT VALUE {…}", (n) => `SELECT VALUE {${listOf(n, (i) => `p${i}:c.p${i}`)}} FROM c`),
  form("SELECT VALUE [1, 2, …]", (n) => `SELECT VALUE [${numbers(n)}] FROM c`),
  form("SELECT COUNT(1), …", (n) => `SELECT ${listOf(n, (i) => `COUNT(1) AS a${i}`)} FROM c`),
  form("SELECT MAX(c.pi), …", (n) => `SELECT ${listOf(n, (i) => `MAX(c.p${i}) AS a${i}`)} FROM c`),
  form("SELECT MIN(c.n), …", (n) => `SELECT ${listOf(n, (i) => `MIN(c.n) AS a${i}`)} FROM c`),
  form(
    "SELECT VALUE COUNTIF(c.n = 1 OR …)",
    (n) => `SELECT VALUE COUNTIF(${listOf(n, (i) => `c.n = ${i}`, " OR ")}) FROM c`,
  ),
  form("SELECT … GROUP BY c.pi, …", (n) => {
    const keys = listOf(n, (i) => `c.p${i}`);
    return `SELECT ${keys} FROM c GROUP BY ${keys}`;
  }),
  form(
    "SELECT COUNT(1) GROUP BY c.pi, …",
    (n) => `SELECT COUNT(1) AS n FROM c GROUP BY ${listOf(n, (i) => `c.p${i}`)}`,
  ),
  form(
    "SELECT MAX(c.qi), … GROUP BY c.pi, …",
    (n) =>
      `SELECT ${listOf(n / 2, (i) => `MAX(c.q${i}) AS a${i}`)} FROM c GROUP BY ${listOf(n / 2, (i) => `c.p${i}`)}`,
  ),
  form("ORDER BY c.pi, …", (n) => `SELECT * FROM c ORDER BY ${listOf(n, (i) => `c.p${i}`)}`),
  form(
    "WHERE c.g = 1 AND … ORDER BY c.n",
    (n) => `SELECT * FROM c WHERE ${listOf(n, (i) => `c.p${i} = ${i}`, " AND ")} ORDER BY c.n`,
  ),
  form(
    "WHERE c.n = 1 OR … ORDER BY c.n",
    (n) => `SELECT * FROM c WHERE ${listOf(n, (i) => `c.n = ${i}`, " OR ")} ORDER BY c.n`,
  ),
  form(
    "WHERE c.ci = 1 AND … (composite)",
    (n) =>
      `SELECT * FROM c WHERE c.c1 IN (${numbers(n / 2)}) AND c.c2 IN (${numbers(n / 2)}) ORDER BY c.c1, c.c2`,
  ),
  form(
    "VectorDistance(c.v, [long])",
    (n) => `SELECT TOP 1 c.id FROM c ORDER BY VectorDistance(c.v,[${numbers(n)}])`,
  ),
  form(
    "ORDER BY RANK FullTextScore(c.text, …)",
    (n) => `SELECT TOP 1 c.id FROM c ORDER BY RANK FullTextScore(c.text,${listOf(n, (i) => `'w${i}'`)})`,
  ),
  form(
    "ORDER BY RANK RRF(…)",
    (n) => `SELECT TOP 1 c.id FROM c ORDER BY RANK RRF(${listOf(n, (i) => `FullTextScore(c.text,'w${i}')`)})`,
  ),
  form(
    "FROM t IN c.t WHERE t = i OR …",
    (n) => `SELECT VALUE t FROM c JOIN t IN c.t WHERE ${listOf(n, (i) => `t = ${i}`, " OR ")}`,
  ),
  form(
    "JOIN (SELECT … WHERE …)",
    (n) =>
      `SELECT VALUE t FROM c JOIN (SELECT VALUE x FROM x IN c.t WHERE ${listOf(n, (i) => `x != ${i}`, " AND ")}) AS t`,
  ),
  form(
    "FROM (SELECT DISTINCT … WHERE …)",
    (n) =>
      `SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.n FROM c WHERE ${listOf(n, (i) => `c.n != ${i}`, " AND ")})`,
  ),
  form("SELECT (SELECT …), …", (n) => `SELECT ${listOf(n, (i) => `(SELECT VALUE ${i}) AS a${i}`)} FROM c`),
];

/** Their height is limited, so they stop growing: beyond that, they are refused. */
const NESTED: readonly LongForm[] = [
  filterForm("c.a || c.a || …", (n) => `${"c.a || ".repeat(Math.min(n, 900))}c.a = 'x'`),
  filterForm("c.a + c.a + …", (n) => `${"c.a + ".repeat(Math.min(n, 900))}c.a = 1`),
  filterForm("(((…)))", (n) => `${"(".repeat(Math.min(n, 200))}c.n = 1${")".repeat(Math.min(n, 200))}`),
  filterForm("NOT NOT …", (n) => `${"NOT ".repeat(Math.min(n, 200))}c.b`),
  filterForm(
    "ABS(ABS(…))",
    (n) => `${"ABS(".repeat(Math.min(n, 200))}c.n${")".repeat(Math.min(n, 200))} = 1`,
  ),
  filterForm("c.a.a.a…", (n) => `c${".a".repeat(Math.min(n, 900))} = 1`),
  filterForm("many c.a.a.a…", (n) => listOf(n / 100, (i) => `c${".a".repeat(100)} = ${i}`, " OR ")),
  filterForm("EXISTS(… EXISTS(…))", (n) => {
    const depth = Math.min(n, 100);
    return `${"EXISTS(SELECT VALUE t FROM t IN c.t WHERE ".repeat(depth)}t = 1${")".repeat(depth)}`;
  }),
  filterForm("a ? b : …", (n) => `${listOf(Math.min(n, 200), (i) => `c.p${i} ? ${i} : `, "")} 1 = 1`),
  filterForm("a ?? b ?? …", (n) => `(${listOf(Math.min(n, 900), (i) => `c.p${i}`, " ?? ")}) = 1`),
  filterForm("((a AND b) OR c) AND …", (n) => {
    let filter = "c.a = 0";
    for (let i = 1; i < Math.min(n, 200); i++) filter = `(${filter} ${i % 2 ? "OR" : "AND"} c.n != ${i})`;
    return filter;
  }),
  filterForm("[[…]] = c.t", (n) => `c.t = ${"[".repeat(Math.min(n, 200))}1${"]".repeat(Math.min(n, 200))}`),
];

const VALUES: readonly LongForm[] = [
  {
    name: "ARRAY_CONTAINS(@list, c.n)",
    build: (n) => ({
      text: "SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(@list, c.n)",
      parameters: [{ name: "@list", value: Array.from({ length: n }, (_, i) => i) }],
    }),
  },
  {
    name: "c.n IN (@p0, @p1, …)",
    build: (n) => ({
      text: `SELECT VALUE c.id FROM c WHERE c.n IN (${listOf(n, (i) => `@p${i}`)})`,
      parameters: Array.from({ length: n }, (_, i) => ({ name: `@p${i}`, value: i })),
    }),
  },
  {
    name: "c.n = @p0 OR …",
    build: (n) => ({
      text: `SELECT VALUE c.id FROM c WHERE ${listOf(n, (i) => `c.n = @p${i}`, " OR ")}`,
      parameters: Array.from({ length: n }, (_, i) => ({ name: `@p${i}`, value: i })),
    }),
  },
  {
    name: "c[@p0] = 1 AND …",
    build: (n) => ({
      text: `SELECT VALUE c.id FROM c WHERE ${listOf(n, (i) => `c[@p${i}] = ${i}`, " AND ")}`,
      parameters: Array.from({ length: n }, (_, i) => ({ name: `@p${i}`, value: `p${i}` })),
    }),
  },
  {
    name: "FullTextContainsAny(c.text, @list)",
    build: (n) => ({
      text: "SELECT TOP 1 c.id FROM c ORDER BY RANK FullTextScore(c.text, @list)",
      parameters: [{ name: "@list", value: Array.from({ length: n }, (_, i) => `w${i}`) }],
    }),
  },
];

export const LONG_FORMS: readonly LongForm[] = [...CHAINS, ...LISTS, ...CLAUSES, ...NESTED, ...VALUES];
