/**
 * Parses expressions by operator precedence: `parseExpression(least)` reads an operand and then every operator
 * that binds at least as tightly as `least`. The table is the service's (loosest first): `??`, `? :`, OR, AND,
 * the predicates IN, LIKE and BETWEEN, `||`, `|`, `^`, `&`, equality, order, shifts, sums, products; prefix
 * operators, NOT among them, bind tighter than all of these.
 *
 * Long chains of AND and OR are common (generated filters), so they do not count as height: see `combine`.
 */
import type { BinaryOperator, Expression, NodeOf, Query, Span, SubqueryKind, UnaryOperator } from "./ast.ts";
import type { TokenKind } from "./lexer.ts";
import type { ParseProgress } from "./parse-progress.ts";
import { isNameable, TokenReader } from "./token-reader.ts";

const coalescePower = 1;
const conditionalPower = 2;
const orPower = 3;
const andPower = 4;
const predicatePower = 5;

const binaryPowers = new Map<TokenKind, number>([
  ["??", coalescePower],
  ["?", conditionalPower],
  ["OR", orPower],
  ["AND", andPower],
  ["IN", predicatePower],
  ["LIKE", predicatePower],
  ["BETWEEN", predicatePower],
  ["NOT", predicatePower],
  ["||", 6],
  ["|", 7],
  ["^", 8],
  ["&", 9],
  ["=", 10],
  ["!=", 10],
  ["<", 11],
  ["<=", 11],
  [">", 11],
  [">=", 11],
  ["<<", 12],
  [">>", 12],
  [">>>", 12],
  ["+", 13],
  ["-", 13],
  ["*", 14],
  ["/", 14],
  ["%", 14],
]);

const subqueryKinds = new Map<TokenKind, SubqueryKind>([
  ["EXISTS", "exists"],
  ["ARRAY", "array"],
  ["ALL", "all"],
  ["FIRST", "first"],
  ["LAST", "last"],
]);

/** Chains up to here keep the shape in which they were written; longer ones become balanced trees. */
const leftDeepChainMax = 64;

function span(start: Span, end: Span): Span {
  return { start: start.start, end: end.end };
}

export abstract class ExpressionParser extends TokenReader {
  /** Absent: the text is short, and is read in one go. */
  private readonly progress: ParseProgress | undefined;
  /** Height of the tallest clause of the query being read. */
  private tallestClause = 0;

  constructor(text: string, progress?: ParseProgress) {
    super(text);
    this.progress = progress;
  }

  protected abstract parseSelect(): Query;

  protected parseQuery(): Query {
    const tallestOutside = this.tallestClause;
    this.tallestClause = 0;
    this.enter();
    const query = this.parseSelect();
    this.leave();
    this.height = this.tallestClause;
    this.grow(0);
    this.tallestClause = tallestOutside;
    return query;
  }

  /** Every expression of a clause is read through here, so that a query knows its height. */
  protected parseClause<T>(parse: () => T): T {
    const parsed = parse();
    this.tallestClause = Math.max(this.tallestClause, this.height);
    return parsed;
  }

  protected parseExpression(least: number = coalescePower): Expression {
    this.enter();
    const expression = this.parseOperators(this.parseOperand(), least);
    this.leave();
    return expression;
  }

  /** An expression of a chain or a list, of which a long text has many. */
  protected parseElement(least: number = coalescePower): Expression {
    const { progress, lexer } = this;
    if (progress === undefined) return this.parseExpression(least);
    const { start } = lexer;
    const known = progress.elementAt(start);
    if (known !== undefined) {
      lexer.moveTo(known.end);
      this.height = known.height;
      return known.expression;
    }
    const expression = this.parseExpression(least);
    progress.add(start, { expression, end: lexer.start, height: this.height });
    return expression;
  }

  private parseOperators(operand: Expression, least: number): Expression {
    let left = operand;
    // A predicate cannot be an operand of another, nor of a tighter operator: `a LIKE b LIKE c` is an error.
    let tightest = Number.POSITIVE_INFINITY;
    for (;;) {
      const power = binaryPowers.get(this.lexer.kind);
      if (power === undefined || power < least || power > tightest) return left;
      if (power > predicatePower) {
        left = this.parseBinary(left, power);
      } else if (power === predicatePower) {
        left = this.parsePredicate(left);
        tightest = andPower;
      } else if (power === conditionalPower) {
        left = this.parseConditional(left);
      } else if (power === coalescePower) {
        const height = this.height;
        this.lexer.advance();
        const right = this.parseExpression(conditionalPower);
        this.grow(height);
        left = { kind: "coalesce", left, right, at: span(left.at, right.at) };
      } else {
        left = this.parseChain(left, power);
      }
    }
  }

  private parseBinary(left: Expression, power: number): Expression {
    const operator = this.lexer.kind as BinaryOperator;
    const height = this.height;
    this.lexer.advance();
    const right = this.parseExpression(power + 1);
    this.grow(height);
    return { kind: "binary", operator, left, right, at: span(left.at, right.at) };
  }

  private parseChain(first: Expression, power: number): Expression {
    const keyword = power === andPower ? "AND" : "OR";
    const operands = [first];
    let height = this.height;
    while (this.lexer.kind === keyword) {
      this.lexer.advance();
      operands.push(this.parseElement(power + 1));
      height = Math.max(height, this.height);
    }
    const balanced = operands.length > leftDeepChainMax;
    this.height = height;
    this.grow(height + (balanced ? Math.ceil(Math.log2(operands.length)) : operands.length) - 1);
    const operator = keyword === "AND" ? "and" : "or";
    if (balanced) return this.combine(operator, operands, 0, operands.length);
    return operands.reduce((left, right) => ({
      kind: "binary",
      operator,
      left,
      right,
      at: span(left.at, right.at),
    }));
  }

  /** AND and OR are associative, undefined included, so a tree of logarithmic height means the same. */
  private combine(
    operator: "and" | "or",
    operands: readonly Expression[],
    from: number,
    to: number,
  ): Expression {
    if (to - from === 1) return operands[from]!;
    const middle = (from + to) >>> 1;
    const left = this.combine(operator, operands, from, middle);
    const right = this.combine(operator, operands, middle, to);
    return { kind: "binary", operator, left, right, at: span(left.at, right.at) };
  }

  private parseConditional(condition: Expression): Expression {
    let height = this.height;
    this.lexer.advance();
    const then = this.parseExpression();
    height = Math.max(height, this.height);
    this.expect(":");
    const otherwise = this.parseExpression(conditionalPower);
    this.grow(height);
    return { kind: "conditional", condition, then, otherwise, at: span(condition.at, otherwise.at) };
  }

  private parsePredicate(operand: Expression): Expression {
    const negated = this.accept("NOT");
    let height = this.height;
    if (this.accept("IN")) {
      this.expect("(");
      const list = this.parseList(")");
      if (list.length === 0) this.fail();
      const end = this.expect(")");
      this.grow(height);
      return { kind: "in", operand, list, negated, at: span(operand.at, end) };
    }
    if (this.accept("BETWEEN")) {
      const low = this.parseExpression(predicatePower + 1);
      height = Math.max(height, this.height);
      this.expect("AND");
      const high = this.parseExpression(predicatePower + 1);
      this.grow(height);
      return { kind: "between", operand, low, high, negated, at: span(operand.at, high.at) };
    }
    this.expect("LIKE");
    const pattern = this.parseExpression(predicatePower + 1);
    this.grow(height);
    if (!this.accept("ESCAPE")) {
      return { kind: "like", operand, pattern, negated, at: span(operand.at, pattern.at) };
    }
    const mark = this.parseOperand();
    if (mark.kind !== "literal" && mark.kind !== "parameter") this.failAt(mark.at);
    return { kind: "like", operand, pattern, escape: mark, negated, at: span(operand.at, mark.at) };
  }

  /** A prefix operator with its operand, or a primary with what follows it. */
  private parseOperand(): Expression {
    const { lexer } = this;
    const { kind, start, end } = lexer;
    if (kind !== "-" && kind !== "+" && kind !== "~" && kind !== "NOT") return this.parsePath();
    lexer.advance();
    if (kind === "-" && lexer.kind === "number" && lexer.start === end) {
      return this.parseSteps(this.number(-1, start));
    }
    const operator: UnaryOperator = kind === "NOT" ? "not" : kind;
    this.enter();
    const operand = this.parseOperand();
    this.leave();
    this.grow(0);
    return { kind: "unary", operator, operand, at: { start, end: operand.at.end } };
  }

  /** A primary with its `.name` and `[index]` steps. */
  protected parsePath(): Expression {
    return this.parseSteps(this.parsePrimary());
  }

  private parseSteps(primary: Expression): Expression {
    const { lexer } = this;
    let object = primary;
    for (;;) {
      const height = this.height;
      if (lexer.kind === ".") {
        lexer.advance();
        const at = { start: lexer.start, end: lexer.end };
        const name = this.parseName();
        if (this.isAt("(") && object.kind === "name" && object.name === "udf") {
          object = this.parseCall(name, true, object.at.start);
          continue;
        }
        this.height = 0;
        this.grow(height);
        const index: Expression = { kind: "literal", value: name, at };
        object = { kind: "member", object, index, dotted: true, at: span(object.at, at) };
      } else if (lexer.kind === "[") {
        lexer.advance();
        const index = this.parseExpression();
        this.grow(height);
        const end = this.expect("]");
        object = { kind: "member", object, index, dotted: false, at: span(object.at, end) };
      } else {
        return object;
      }
    }
  }

  private parsePrimary(): Expression {
    const { lexer } = this;
    const { kind, start } = lexer;
    this.height = 1;
    // A word that stands for itself is a name, or none that an expression begins with.
    switch (kind as string) {
      case "number":
        return this.number(1, start);
      case "string":
        return this.literal(lexer.content, start);
      case "true":
      case "false":
        return this.literal(kind === "true", start);
      case "null":
        return this.literal(null, start);
      case "undefined":
        return this.literal(undefined, start);
      case "parameter": {
        const at = { start, end: lexer.end };
        const name = lexer.content;
        lexer.advance();
        return { kind: "parameter", name, at };
      }
      case "(":
        return this.parseParenthesis();
      case "[": {
        lexer.advance();
        const items = this.parseList("]");
        return { kind: "array", items, at: { start, end: this.expect("]").end } };
      }
      case "{":
        return this.parseObject();
      case "LEFT":
      case "RIGHT": {
        const name = lexer.content;
        lexer.advance();
        return this.parseCall(name, false, start);
      }
      default:
        return this.parseNamed();
    }
  }

  /** A name, a call, or one of the words that take a subquery. */
  private parseNamed(): Expression {
    const { lexer } = this;
    const { kind, start, end } = lexer;
    const subquery = subqueryKinds.get(kind);
    if (subquery !== undefined && lexer.peek() === "(") {
      const name = lexer.content;
      const nameable = isNameable(kind);
      lexer.advance();
      if (nameable && lexer.peek() !== "SELECT") return this.parseCall(name, false, start);
      lexer.advance();
      const query = this.parseQuery();
      return { kind: "subquery", subquery, query, at: { start, end: this.expect(")").end } };
    }
    const name = this.parseName();
    if (lexer.kind === "(") return this.parseCall(name, false, start);
    return { kind: "name", name, at: { start, end } };
  }

  private parseParenthesis(): Expression {
    const { lexer } = this;
    const { start } = lexer;
    lexer.advance();
    if (lexer.kind === "SELECT") {
      const query = this.parseQuery();
      return { kind: "subquery", subquery: "scalar", query, at: { start, end: this.expect(")").end } };
    }
    const inner = this.parseExpression();
    this.expect(")");
    return inner;
  }

  private parseObject(): Expression {
    const { lexer } = this;
    const { start } = lexer;
    const entries: [string, Expression][] = [];
    let height = 0;
    lexer.advance();
    while (lexer.kind !== "}") {
      if (entries.length > 0) this.expect(",");
      const key = this.parseObjectKey();
      this.expect(":");
      entries.push([key, this.parseElement()]);
      height = Math.max(height, this.height);
    }
    this.height = height;
    this.grow(0);
    return { kind: "object", entries, at: { start, end: this.expect("}").end } };
  }

  /** A string, or any word: keywords need no quotes here. */
  private parseObjectKey(): string {
    if (this.lexer.kind !== "string" && !this.lexer.isWord) this.fail();
    const key = this.lexer.content;
    this.lexer.advance();
    return key;
  }

  /** From the opening parenthesis on. */
  private parseCall(name: string, udf: boolean, start: number): Expression {
    this.expect("(");
    const args = this.parseList(")");
    return { kind: "call", name, udf, args, at: { start, end: this.expect(")").end } };
  }

  /** Expressions between commas, up to `close`, which is left to the caller; none is fine. */
  protected parseList(close: TokenKind): Expression[] {
    const list: Expression[] = [];
    let height = 0;
    while (this.lexer.kind !== close || list.length > 0) {
      list.push(this.parseElement());
      height = Math.max(height, this.height);
      if (!this.accept(",")) break;
    }
    this.height = height;
    this.grow(0);
    return list;
  }

  private number(sign: 1 | -1, start: number): Expression {
    const { lexer } = this;
    const value = sign * lexer.number;
    const text = lexer.text.slice(lexer.start, lexer.end);
    const literal = this.literal(value, start);
    // Other numbers are the same however they are written.
    if (Number.isSafeInteger(value) || !/^\d+$/.test(text)) return literal;
    const digits = `${BigInt(sign) * BigInt(text)}`;
    return digits === `${value}` ? literal : { ...literal, digits };
  }

  private literal(value: string | number | boolean | null | undefined, start: number): NodeOf<"literal"> {
    const at = { start, end: this.lexer.end };
    this.height = 1;
    this.lexer.advance();
    return { kind: "literal", value, at };
  }
}
