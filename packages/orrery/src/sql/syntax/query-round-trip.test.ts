/**
 * Random syntax trees and random damage to their texts: what is printed is read again as the same tree, and no
 * text makes the parser throw anything but a QueryError.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BinaryOperator, Collection, Expression, Query, Select, Source, SubqueryKind } from "./ast.ts";
import { parseQuery } from "./parse-query.ts";
import { type PrintLayout, printQuery } from "./print-query.ts";
import { QueryError } from "./query-error.ts";

const at = { start: 0, end: 0 };

const name = fc.constantFrom("c", "r", "x", "größe", "_a1", "ALL", "first", "rank", "Select1", "名前");
const parameter = fc.constantFrom("@p", "@p1", "@größe");
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("'", '"', "\\", "\u0001", "\ud800"),
);
const finite = fc.oneof(
  fc.integer({ min: 0 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }),
  fc.integer({ min: -1000, max: -1 }),
);
const count = fc.oneof(
  fc.nat().map((value) => ({ kind: "number" as const, value, at })),
  parameter.map((name) => ({ kind: "parameter" as const, name, at })),
);

const binaryOperators: BinaryOperator[] = [
  "or",
  "and",
  "||",
  "|",
  "^",
  "&",
  "=",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "<<",
  ">>",
  ">>>",
  "+",
  "-",
  "*",
  "/",
  "%",
];
const subqueryKinds: SubqueryKind[] = ["scalar", "exists", "array", "all", "first", "last"];

/** Leaves out the keys whose value is undefined, as the parser does. */
function present<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

function optional<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined });
}

const { query } = fc.letrec<{ expression: Expression; query: Query; source: Source; collection: Collection }>(
  (tie) => {
    const expression = tie("expression");
    const expressions = fc.array(expression, { minLength: 1, maxLength: 3 });
    const leaf: fc.Arbitrary<Expression> = fc.oneof(
      fc.oneof(text, finite, fc.boolean(), fc.constantFrom(null, undefined)).map((value) => ({
        kind: "literal" as const,
        value,
        at,
      })),
      parameter.map((name) => ({ kind: "parameter" as const, name, at })),
      name.map((name) => ({ kind: "name" as const, name, at })),
    );
    const branches: fc.Arbitrary<Expression>[] = [
      fc
        .tuple(expression, name)
        .filter(([object]) => !(object.kind === "literal" && typeof object.value === "number"))
        .map(([object, key]) => ({
          kind: "member" as const,
          object,
          index: { kind: "literal" as const, value: key, at },
          dotted: true,
          at,
        })),
      fc.record({
        kind: fc.constant("member" as const),
        object: expression,
        index: expression,
        dotted: fc.constant(false),
        at: fc.constant(at),
      }),
      fc.record({
        kind: fc.constant("unary" as const),
        operator: fc.constantFrom("-" as const, "+" as const, "~" as const, "not" as const),
        operand: expression,
        at: fc.constant(at),
      }),
      fc.record({
        kind: fc.constant("binary" as const),
        operator: fc.constantFrom(...binaryOperators),
        left: expression,
        right: expression,
        at: fc.constant(at),
      }),
      fc.record({
        kind: fc.constant("coalesce" as const),
        left: expression,
        right: expression,
        at: fc.constant(at),
      }),
      fc.record({
        kind: fc.constant("conditional" as const),
        condition: expression,
        // biome-ignore lint/suspicious/noThenProperty: the tree names its branches so.
        then: expression,
        otherwise: expression,
        at: fc.constant(at),
      }),
      fc.record({
        kind: fc.constant("in" as const),
        operand: expression,
        list: expressions,
        negated: fc.boolean(),
        at: fc.constant(at),
      }),
      fc.record({
        kind: fc.constant("between" as const),
        operand: expression,
        low: expression,
        high: expression,
        negated: fc.boolean(),
        at: fc.constant(at),
      }),
      fc
        .tuple(expression, expression, optional(text), fc.boolean())
        .map(([operand, pattern, mark, negated]) =>
          present({
            kind: "like" as const,
            operand,
            pattern,
            ...(mark !== undefined && { escape: { kind: "literal" as const, value: mark, at } }),
            negated,
            at,
          }),
        ),
      fc.record({
        kind: fc.constant("call" as const),
        name: fc.constantFrom("ABS", "CONCAT", "Left", "RIGHT", "ALL", "last"),
        udf: fc.constant(false),
        args: fc.array(expression, { maxLength: 3 }),
        at: fc.constant(at),
      }),
      fc.record({
        kind: fc.constant("call" as const),
        name,
        udf: fc.constant(true),
        args: fc.array(expression, { maxLength: 2 }),
        at: fc.constant(at),
      }),
      fc.record({
        kind: fc.constant("object" as const),
        entries: fc.array(fc.tuple(text, expression), { maxLength: 3 }),
        at: fc.constant(at),
      }),
      fc.record({
        kind: fc.constant("array" as const),
        items: fc.array(expression, { maxLength: 3 }),
        at: fc.constant(at),
      }),
      fc.record({
        kind: fc.constant("subquery" as const),
        subquery: fc.constantFrom(...subqueryKinds),
        query: tie("query"),
        at: fc.constant(at),
      }),
    ];
    const select: fc.Arbitrary<Select> = fc
      .record({
        distinct: fc.boolean(),
        top: optional(count),
        shape: fc.oneof(
          fc.constant({ kind: "star" as const, at }),
          expression.map((expression) => ({ kind: "value" as const, expression })),
          fc.array(fc.tuple(expression, optional(name)), { minLength: 1, maxLength: 3 }).map((items) => ({
            kind: "list" as const,
            items: items.map(([expression, alias]) =>
              alias === undefined ? { expression } : { expression, alias },
            ),
          })),
        ),
      })
      .map(({ top, ...rest }) => (top === undefined ? rest : { ...rest, top }));
    return {
      expression: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        { weight: 8, arbitrary: leaf },
        ...branches,
      ),
      collection: fc.oneof(
        { maxDepth: 3 },
        fc.tuple(name, fc.array(fc.oneof(fc.nat(9), text), { maxLength: 3 })).map(([root, path]) => ({
          kind: "path" as const,
          root,
          path,
          expression: path.reduce<Expression>(
            (object, step) => ({
              kind: "member",
              object,
              index: { kind: "literal", value: step, at },
              dotted: false,
              at,
            }),
            { kind: "name", name: root, at },
          ),
          at,
        })),
        tie("query").map((query) => ({ kind: "subquery" as const, query, at })),
        fc.array(expression, { maxLength: 2 }).map((items) => ({
          kind: "expression" as const,
          expression: { kind: "call" as const, name: "MAKE", udf: false, args: items, at },
          at,
        })),
      ),
      source: fc.oneof(
        { maxDepth: 3 },
        fc.tuple(tie("collection"), optional(name)).map(([collection, alias]) => ({
          kind: "alias" as const,
          collection,
          ...(alias !== undefined && { alias }),
          at,
        })),
        fc.tuple(name, tie("collection")).map(([name, collection]) => ({
          kind: "iterate" as const,
          name,
          collection,
          at,
        })),
        fc
          .tuple(tie("source"), tie("source"))
          .filter(([, right]) => right.kind !== "join")
          .map(([left, right]) => ({ kind: "join" as const, left, right, at })),
      ),
      query: fc
        .record({
          kind: fc.constant("query" as const),
          select,
          from: optional(tie("source")),
          where: optional(expression),
          groupBy: optional(expressions),
          orderBy: optional(
            fc.record({
              rank: fc.constant(false),
              items: fc.array(
                fc.record({ expression, descending: fc.boolean(), explicit: fc.constant(true) }),
                { minLength: 1, maxLength: 3 },
              ),
            }),
          ),
          page: optional(fc.tuple(count, count)),
          at: fc.constant(at),
        })
        .map(({ page, ...rest }) =>
          present({ ...rest, ...(page && { offset: page[0], limit: page[1] }) }),
        ) as fc.Arbitrary<Query>,
    };
  },
);

/** The tree with every position set to the same, so that trees can be compared. */
function unplaced(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(unplaced);
  if (typeof node !== "object" || node === null) return Object.is(node, -0) ? 0 : node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === "at" ? at : unplaced(value)]),
  );
}

const layouts: PrintLayout[] = ["line", "block"];

describe("a random query", () => {
  it("is read again as the tree that was printed", () => {
    fc.assert(
      fc.property(query, fc.constantFrom(...layouts), (tree, layout) => {
        expect(unplaced(parseQuery(printQuery(tree, layout)))).toEqual(unplaced(tree));
      }),
      { numRuns: 500 },
    );
  });

  it("prints the same after every damage that still leaves a query, and else fails as a QueryError", () => {
    const damage = fc.record({
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(6),
      insert: fc.oneof(
        fc.string({ maxLength: 3 }),
        fc.constantFrom(
          " SELECT ",
          "(",
          ")",
          "[",
          "'",
          '"',
          "\\u12",
          " NOT ",
          "--",
          "/*",
          " IN ",
          "0x",
          "1e",
          ".",
          "@",
          "?",
        ),
      ),
    });
    let parsed = 0;
    fc.assert(
      fc.property(query, fc.array(damage, { minLength: 1, maxLength: 3 }), (tree, damages) => {
        let text = printQuery(tree);
        for (const { from, length, insert } of damages) {
          const start = Math.floor(from * text.length);
          text = text.slice(0, start) + insert + text.slice(start + length);
        }
        let printed: string;
        try {
          printed = printQuery(parseQuery(text));
        } catch (error) {
          expect(error).toBeInstanceOf(QueryError);
          return;
        }
        parsed++;
        expect(printQuery(parseQuery(printed))).toBe(printed);
      }),
      { numRuns: 2000 },
    );
    expect(parsed).toBeGreaterThan(0);
  });
});
