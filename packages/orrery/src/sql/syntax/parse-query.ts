/**
 * `parseQuery(text)`: the text of a query as a syntax tree, or a QuerySyntaxError that points at the place.
 *
 * This file reads the clauses; expressions are `ExpressionParser`'s. Where the client libraries' published grammar
 * is stricter than the service (an alias without AS, unquoted object keys, hexadecimal numbers, shifts, `\'`), the
 * service is followed.
 */

import type { Value } from "@orrerydb/exact-json";
import type {
  Collection,
  Count,
  Expression,
  OrderBy,
  OrderByItem,
  PathStep,
  Query,
  Select,
  SelectItem,
  SelectShape,
  Source,
} from "./ast.ts";
import { checkSize } from "./check-size.ts";
import { ExpressionParser } from "./expression-parser.ts";
import { memberSteps } from "./member-steps.ts";
import { ParseProgress, SLICE_OVER } from "./parse-progress.ts";
import { QueryError } from "./query-error.ts";
import { queryLimits } from "./query-limits.ts";
import { isNameable } from "./token-reader.ts";

export function parseQuery(text: string): Query {
  checkLength(text);
  const query = new QueryParser(text).parseWhole();
  checkSize(query);
  return query;
}

/** The same, in slices of some milliseconds. */
export function* parseInSlices(text: string): Generator<void, Query> {
  checkLength(text);
  const progress = new ParseProgress();
  for (;;) {
    progress.startAttempt();
    const query = parseOn(text, progress);
    // Its parts are counted in a slice of its own, too.
    yield;
    if (query === undefined) continue;
    checkSize(query);
    return query;
  }
}

/** Undefined where the slice was over before the text was. */
function parseOn(text: string, progress: ParseProgress): Query | undefined {
  try {
    return new QueryParser(text, progress).parseWhole();
  } catch (error) {
    if (error === SLICE_OVER) return undefined;
    throw error;
  }
}

function checkLength(text: string): void {
  if (Buffer.byteLength(text) <= queryLimits.textBytesMax) return;
  throw new QueryError("SC1001", `The query is longer than ${queryLimits.textBytesMax} bytes.`);
}

class QueryParser extends ExpressionParser {
  parseWhole(): Query {
    const query = this.parseQuery();
    if (this.lexer.kind !== "end") this.fail();
    return query;
  }

  protected override parseSelect(): Query {
    const { start } = this.expect("SELECT");
    const select = this.parseSelection();
    const from = this.accept("FROM") ? this.parseFrom() : undefined;
    const where = this.accept("WHERE") ? this.parseClause(() => this.parseExpression()) : undefined;
    const groupBy = this.accept("GROUP") ? this.parseGroupBy() : undefined;
    const orderBy = this.accept("ORDER") ? this.parseOrderBy() : undefined;
    const offset = this.accept("OFFSET") ? this.parseCount() : undefined;
    if (offset !== undefined) this.expect("LIMIT");
    const limit = offset !== undefined ? this.parseCount() : undefined;
    return {
      kind: "query",
      select,
      ...(from && { from }),
      ...(where && { where }),
      ...(groupBy && { groupBy }),
      ...(orderBy && { orderBy }),
      ...(offset && { offset }),
      ...(limit && { limit }),
      at: { start, end: this.lexer.start },
    };
  }

  private parseSelection(): Select {
    const distinct = this.accept("DISTINCT");
    const top = this.accept("TOP") ? this.parseCount() : undefined;
    return { distinct, ...(top && { top }), shape: this.parseShape() };
  }

  private parseShape(): SelectShape {
    const { start, end } = this.lexer;
    if (this.accept("*")) return { kind: "star", at: { start, end } };
    if (this.accept("VALUE")) {
      const expression = this.parseClause(() => this.parseExpression());
      // A value may be given a name, which nothing can refer to.
      this.parseAlias();
      return { kind: "value", expression };
    }
    const items: SelectItem[] = [];
    do {
      const expression = this.parseClause(() => this.parseElement());
      const alias = this.parseAlias();
      items.push(alias === undefined ? { expression } : { expression, alias });
    } while (this.accept(","));
    return { kind: "list", items };
  }

  private parseAlias(): string | undefined {
    return this.accept("AS") || isNameable(this.lexer.kind) ? this.parseName() : undefined;
  }

  private parseCount(): Count {
    const { kind, start, end, number, content } = this.lexer;
    if (kind !== "number" && kind !== "parameter") this.fail();
    this.lexer.advance();
    const at = { start, end };
    return kind === "number" ? { kind, value: number, at } : { kind, name: content, at };
  }

  private parseFrom(): Source {
    let source = this.parseSource();
    for (let joins = 1; this.accept("JOIN"); joins++) {
      const right = this.parseSource();
      const at = { start: source.at.start, end: right.at.end };
      if (joins > queryLimits.joinsMax) {
        throw new QueryError("SC1001", `A query has at most ${queryLimits.joinsMax} JOINs.`, right.at);
      }
      source = { kind: "join", left: source, right, at };
    }
    return source;
  }

  private parseSource(): Source {
    const { start } = this.lexer;
    if (isNameable(this.lexer.kind) && this.lexer.peek() === "IN") {
      const name = this.parseName();
      this.expect("IN");
      const collection = this.parseCollection();
      return { kind: "iterate", name, collection, at: { start, end: collection.at.end } };
    }
    const collection = this.parseCollection();
    const { end } = this.lexer;
    const alias = this.parseAlias();
    return alias === undefined
      ? { kind: "alias", collection, at: collection.at }
      : { kind: "alias", collection, alias, at: { start, end } };
  }

  private parseCollection(): Collection {
    const expression = this.parseClause(() => this.parsePath());
    return collectionOf(expression);
  }

  private parseGroupBy(): Expression[] {
    this.expect("BY");
    const keys: Expression[] = [];
    do keys.push(this.parseClause(() => this.parseElement()));
    while (this.accept(","));
    return keys;
  }

  private parseOrderBy(): OrderBy {
    this.expect("BY");
    const rank = this.acceptRank();
    const items: OrderByItem[] = [];
    do {
      const expression = this.parseClause(() => this.parseElement());
      if (rank && expression.kind !== "call") this.failAt(expression.at);
      const descending = this.lexer.kind === "DESC";
      const explicit = this.accept("ASC") || this.accept("DESC");
      items.push({ expression, descending, explicit });
    } while (this.accept(","));
    return { rank, items };
  }

  /** RANK may also be a name, so it is the keyword only before the function that it ranks by. */
  private acceptRank(): boolean {
    if (this.lexer.kind !== "RANK" || this.lexer.peek() !== "name") return false;
    this.lexer.advance();
    return true;
  }
}

/** What an expression after FROM, JOIN or IN ranges over. */
export function collectionOf(expression: Expression): Collection {
  const { at } = expression;
  if (expression.kind === "subquery" && expression.subquery === "scalar") {
    return { kind: "subquery", query: expression.query, at };
  }
  const path = pathOf(expression);
  return path === undefined
    ? { kind: "expression", expression, at }
    : { kind: "path", ...path, expression, at };
}

/** `root.a["b"][0]` as a root and the steps below it; undefined for anything that is not such a path. */
function pathOf(expression: Expression): { root: string; path: readonly PathStep[] } | undefined {
  const { root, steps } = memberSteps(expression);
  return root.kind === "name" && steps.every(isPathStep) ? { root: root.name, path: steps } : undefined;
}

function isPathStep(step: Value): step is PathStep {
  return typeof step === "string" || (typeof step === "number" && Number.isInteger(step) && step >= 0);
}
