import { describe, expect, it } from "vitest";
import { conformanceData } from "../../../../../tests/harness/conformance-data.ts";
import { parseInSlices, parseQuery } from "./parse-query.ts";
import { printExpression, printQuery } from "./print-query.ts";
import { QueryError, QuerySyntaxError } from "./query-error.ts";
import { queryLimits } from "./query-limits.ts";

interface SyntaxCase {
  readonly group: string;
  readonly description: string;
  readonly query: string;
  readonly canonical?: string;
}

const { cases = [] } = conformanceData<SyntaxCase>("sql-syntax.json");

/**
 * Cases where the service is followed instead of the client library that the data was taken from: that library
 * keeps `\b`, `\f`, `\n`, `\r`, `\t` and `\u1234` as two characters and more, and escapes the backslash when it
 * prints; the service reads the character that is meant. By description, since the queries are long.
 */
const decodedEscapes = new Map([
  [
    "Single quoted string literals with escape seqence",
    String.raw`SELECT VALUE ["\"DoubleQuote", "\\ReverseSolidus", "/solidus", "\bBackspace", "\fSeparatorFeed", "\nLineFeed", "\rCarriageReturn", "\tTab", "ሴ"]`,
  ],
  [
    "Double quoted string literals with escape seqence",
    String.raw`SELECT VALUE ["'SingleQuote", "\"DoubleQuote", "\\ReverseSolidus", "/solidus", "\bBackspace", "\fSeparatorFeed", "\nLineFeed", "\rCarriageReturn", "\tTab", "ሴ"]`,
  ],
  [
    "Single quoted string literals special cases",
    String.raw`SELECT VALUE ["\"", "\"\"", "\\", "\\\\", "/", "//", "\b", "\b\b", "\f", "\f\f", "\n", "\n\n", "\r", "\r\r", "\t", "\t\t", "ሴ", "ሴሴ"]`,
  ],
  [
    "Double quoted string literals special cases",
    String.raw`SELECT VALUE ["\"", "\"\"", "\\", "\\\\", "/", "//", "\b", "\b\b", "\f", "\f\f", "\n", "\n\n", "\r", "\r\r", "\t", "\t\t", "ሴ", "ሴሴ"]`,
  ],
]);

describe.skipIf(cases.length === 0)(
  "the conformance cases of the syntax (skipped where they are absent)",
  () => {
    it.each(cases)("$group: $description: $query", ({ description, query, canonical }) => {
      const expected = decodedEscapes.get(description) ?? canonical;
      if (expected === undefined) {
        expect(() => parseQuery(query)).toThrow(QuerySyntaxError);
      } else {
        // The data has a second space in places where an optional word was left out.
        expect(printQuery(parseQuery(query))).toBe(expected.replace(/ +/g, " ").trim());
      }
    });
  },
);

function canonical(text: string): string {
  return printQuery(parseQuery(text));
}

function failure(text: string): QueryError {
  try {
    parseQuery(text);
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
  throw new Error(`parsed: ${text}`);
}

describe("where the service is more lenient than the client libraries' grammar", () => {
  it.each([
    ["SELECT c.a b, c.c AS d FROM c", "SELECT c.a AS b, c.c AS d FROM c"],
    ["SELECT VALUE c.a AS b FROM c", "SELECT VALUE c.a FROM c"],
    ["SELECT VALUE 0x1F", "SELECT VALUE 31"],
    ["SELECT VALUE .5", "SELECT VALUE 0.5"],
    ["SELECT VALUE 1 << 2 + 3 < 4 >> 5 >>> 6", "SELECT VALUE ((1 << (2 + 3)) < ((4 >> 5) >>> 6))"],
    [String.raw`SELECT VALUE 'it\'s'`, `SELECT VALUE "it's"`],
    ["SELECT VALUE 1 <> 2", "SELECT VALUE (1 != 2)"],
    ["SELECT VALUE {a: 1, order: 2, null: 3}", 'SELECT VALUE {"a": 1, "order": 2, "null": 3}'],
    ["SELECT VALUE 1 BETWEEN 0 AND 2 AND true", "SELECT VALUE ((1 BETWEEN 0 AND 2) AND true)"],
    ["SELECT * FROM c JOIN k IN OBJECTTOARRAY(c.m)", "SELECT * FROM c JOIN k IN OBJECTTOARRAY(c.m)"],
    [
      "SELECT * FROM c WHERE c.größe = 'ß' -- comment\n AND /* block */ true",
      'SELECT * FROM c WHERE ((c.größe = "ß") AND true)',
    ],
    ["SELECT LEFT(c.a, 1), right(c.a, 1) FROM c", "SELECT LEFT(c.a, 1), right(c.a, 1) FROM c"],
    ["SELECT c.rank, c.first FROM c ORDER BY c.rank", "SELECT c.rank, c.first FROM c ORDER BY c.rank ASC"],
    ["SELECT VALUE c.a-1 FROM c", "SELECT VALUE (c.a - 1) FROM c"],
    ["SELECT c.lıke, c.ſelect FROM c", "SELECT c.lıke, c.ſelect FROM c"],
  ])("%s", (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });
});

describe("what is read how", () => {
  it.each([
    ["a ? b : c ? d : e", "(a ? b : (c ? d : e))"],
    ["a ?? b ?? c", "((a ?? b) ?? c)"],
    ["a ?? b ? c : d", "(a ?? (b ? c : d))"],
    ["NOT a = b", "((NOT a) = b)"],
    ["a = b IN (1, 2)", "((a = b) IN (1, 2))"],
    ["- a.b[c + 1]", "(- a.b[(c + 1)])"],
    ["- -1", "(- -1)"],
    ["udf.f(1).g", "udf.f(1).g"],
    [
      "EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t = @p)",
      "EXISTS(SELECT VALUE t FROM t IN c.tags WHERE (t = @p))",
    ],
    ["(SELECT VALUE 1).a", "(SELECT VALUE 1).a"],
  ])("%s", (text, expected) => {
    const { shape } = parseQuery(`SELECT VALUE ${text}`).select;
    expect(shape.kind === "value" && printExpression(shape.expression)).toBe(expected);
  });

  it("keeps where each node stands", () => {
    const { where } = parseQuery("SELECT * FROM c WHERE c.a = STARTSWITH(c.b, 'x')");
    expect(where?.at).toEqual({ start: 22, end: 48 });
    expect(where?.kind === "binary" && where.right.at).toEqual({ start: 28, end: 48 });
  });

  it("tells paths below a root from other collections", () => {
    const { from } = parseQuery(`SELECT * FROM r.a["b"][0] AS x`);
    expect(from).toMatchObject({
      kind: "alias",
      alias: "x",
      collection: { kind: "path", root: "r", path: ["a", "b", 0] },
    });
    const iterate = parseQuery("SELECT * FROM x IN r[@p]").from;
    expect(iterate).toMatchObject({ kind: "iterate", name: "x", collection: { kind: "expression" } });
  });

  it("takes true, null and udf in lower case only", () => {
    expect(parseQuery("SELECT VALUE True").select.shape).toMatchObject({
      expression: { kind: "name", name: "True" },
    });
  });
});

describe("white space", () => {
  const blanks = ["\t", "\v", "\f", "\u0085", "\u00a0", "\u2009", "\u2028", "\u202f", "\u3000", "\ufeff"];

  it.each(blanks.map((blank) => [`U+${blank.charCodeAt(0).toString(16).padStart(4, "0")}`, blank]))(
    "%s",
    (_, blank) => {
      expect(canonical(`SELECT${blank}c.a${blank}FROM${blank}c`)).toBe(canonical("SELECT c.a FROM c"));
      expect(parseQuery(`SELECT VALUE 'a${blank}b'`).select.shape).toMatchObject({
        expression: { value: `a${blank}b` },
      });
    },
  );

  it("is not what has no width", () => {
    expect(failure("SELECT\u200bc.a FROM c").code).toBe("SC1001");
  });
});

describe("errors point at the place", () => {
  it.each([
    ["SELECT * FORM c", 9, 13, "Syntax error, incorrect syntax near 'FORM'."],
    ["SELECT c.value FROM c", 9, 14, "Syntax error, incorrect syntax near 'value'."],
    ["SELECT TOP -1 c FROM c", 11, 12, "Syntax error, incorrect syntax near '-'."],
    ["SELECT (1", 9, 9, "Syntax error, unexpected end of the query."],
    ["SELECT 'abc", 7, 11, "A string is not closed."],
    [String.raw`SELECT 'a\x'`, 9, 11, String.raw`'\x' is not an escape sequence.`],
    ["SELECT 1 /* abc", 9, 15, "A comment is not closed."],
    ["SELECT 1e999", 7, 12, "A number is too large."],
    ["SELECT 12a", 7, 10, "Syntax error, incorrect syntax near '12a'."],
    ["SELECT 😀", 7, 9, "Syntax error, incorrect syntax near '😀'."],
  ])("%s", (text, start, end, message) => {
    expect(failure(text)).toMatchObject({ code: "SC1001", message, location: { start, end } });
  });
});

describe("limits", () => {
  it.each([
    ["brackets", (count: number) => `SELECT VALUE ${"(".repeat(count)}1${")".repeat(count)}`],
    ["arrays", (count: number) => `SELECT VALUE ${"[".repeat(count)}1${"]".repeat(count)}`],
    ["calls", (count: number) => `SELECT VALUE ${"ABS(".repeat(count)}1${")".repeat(count)}`],
    ["subqueries", (count: number) => `SELECT VALUE ${"(SELECT VALUE ".repeat(count)}1${")".repeat(count)}`],
    ["prefix operators", (count: number) => `SELECT VALUE ${"NOT ".repeat(count)}1`],
    ["conditionals", (count: number) => `SELECT VALUE ${"a ? b : ".repeat(count)}1`],
    ["steps", (count: number) => `SELECT VALUE c${".a".repeat(count)}`],
    ["sums", (count: number) => `SELECT VALUE 1${" + 1".repeat(count)}`],
    ["coalesced values", (count: number) => `SELECT VALUE a${" ?? a".repeat(count)}`],
  ])("of nested %s", (_, text) => {
    const shallow = text(100);
    expect(canonical(canonical(shallow))).toBe(canonical(shallow));
    expect(failure(text(20_000)).message).toContain("nested too deeply");
  });

  it("do not count operands of AND and OR", () => {
    for (const operator of ["AND", "OR"]) {
      const text = `SELECT * FROM c WHERE ${Array.from({ length: 10_000 }, (_, i) => `c.a = ${i}`).join(` ${operator} `)}`;
      expect(canonical(canonical(text)).length).toBeGreaterThan(text.length);
    }
  });

  it("of the text and of JOINs", () => {
    expect(failure(`SELECT '${"x".repeat(600_000)}'`).message).toContain("longer than 524288 bytes");
    const joins = (count: number) => `SELECT * FROM c${" JOIN x IN c.x".repeat(count)}`;
    expect(canonical(joins(10))).toContain("JOIN");
    expect(failure(joins(11)).message).toContain("at most 10 JOINs");
  });
});

describe("in slices", () => {
  const listOf = (count: number, item: (i: number) => string, separator: string) =>
    Array.from({ length: count }, (_, i) => item(i)).join(separator);
  const LONG: readonly string[] = [
    `SELECT * FROM c WHERE ${listOf(5_000, (i) => `c.a = ${i} AND c.b != 'x${i}'`, " OR ")}`,
    `SELECT * FROM c WHERE c.a IN (${listOf(50_000, (i) => `${i}`, ", ")})`,
    `SELECT ${listOf(9_000, (i) => `c.p${i} AS q${i}`, ", ")} FROM c GROUP BY ${listOf(9_000, (i) => `c.p${i}`, ", ")}`,
    `SELECT VALUE {${listOf(8_000, (i) => `p${i}: [c.a, ${i}, {b: 'x'}]`, ", ")}} FROM c ORDER BY c.a, c.b`,
    `SELECT VALUE '${"x".repeat(100_000)}' || '${"y".repeat(100_000)}' FROM c WHERE (c.a OR c.b) AND c.c`,
    `SELECT ${"ARRAY(SELECT VALUE ".repeat(50)}[${listOf(40_000, () => "1", ",")}]${" FROM t IN c.t)".repeat(50)} FROM c`,
  ];

  it.each(LONG.map((text) => ({ text })))("$text.length characters make the same tree", ({ text }) => {
    const slices = parseInSlices(text);
    let count = 0;
    let step = slices.next();
    for (; !step.done; step = slices.next()) count++;
    expect(count).toBeLessThan(text.length / 8_000);
    expect(step.value).toEqual(parseQuery(text));
  });

  it("fails where the whole text fails", () => {
    const text = `SELECT * FROM c WHERE c.a IN (${listOf(50_000, (i) => `${i}`, ", ")}, )`;
    const failureOf = (parse: () => unknown) => {
      try {
        parse();
      } catch (error) {
        return error;
      }
    };
    expect(failureOf(() => [...parseInSlices(text)])).toEqual(failureOf(() => parseQuery(text)));
  });
});

it("refuses a query of too many parts", () => {
  const list = (count: number) => `SELECT * FROM c WHERE c.a IN (${Array(count).fill("1").join()})`;
  expect(() => parseQuery(list(queryLimits.partsMax - 5))).not.toThrow();
  const refused = list(queryLimits.partsMax);
  expect(() => parseQuery(refused)).toThrow("more than 65536 names, literals, operators and calls");
  expect(() => [...parseInSlices(refused)]).toThrow("more than 65536 names, literals, operators and calls");
  const nested = `SELECT VALUE ARRAY(${list(queryLimits.partsMax)}) FROM c`;
  expect(() => parseQuery(nested)).toThrow("more than 65536");
});
