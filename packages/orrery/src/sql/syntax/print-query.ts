/**
 * The canonical text of a syntax tree: parentheses around every operator, strings in double quotes, keywords in
 * upper case. Parsing it gives the same tree again. Two layouts differ only in what surrounds the expressions:
 *
 * - "line": one line, a direction on every ORDER BY item, as the client libraries print;
 * - "block": a line for each clause, directions where they were written, numbers with 17 digits, as the service
 *   prints the rewritten queries of its plans.
 *
 * A name is printed as it stands, so a plan can put a client's placeholder into a tree as a name.
 */
import type { Collection, Count, Expression, OrderBy, Query, SelectShape, Source } from "./ast.ts";

export type PrintLayout = "line" | "block";

export function printQuery(query: Query, layout: PrintLayout = "line"): string {
  return new Printer(layout === "block").query(query, "");
}

export function printExpression(expression: Expression, layout: PrintLayout = "line"): string {
  return new Printer(layout === "block").expression(expression);
}

class Printer {
  private readonly block: boolean;

  constructor(block: boolean) {
    this.block = block;
  }

  query(query: Query, indent: string): string {
    const clauses = [this.select(query)];
    if (query.from) clauses.push(`FROM ${this.source(query.from, indent)}`);
    if (query.where) clauses.push(`WHERE ${this.expression(query.where)}`);
    if (query.groupBy) clauses.push(`GROUP BY ${this.list(query.groupBy)}`);
    if (query.orderBy) clauses.push(this.orderBy(query.orderBy));
    if (query.offset && query.limit) {
      clauses.push(`OFFSET ${this.count(query.offset)} LIMIT ${this.count(query.limit)}`);
    }
    return clauses.join(this.break(indent));
  }

  private break(indent: string): string {
    return this.block ? `\n${indent}` : " ";
  }

  private select({ select }: Query): string {
    const distinct = select.distinct ? "DISTINCT " : "";
    const top = select.top ? `TOP ${this.count(select.top)} ` : "";
    return `SELECT ${distinct}${top}${this.shape(select.shape)}`;
  }

  private shape(shape: SelectShape): string {
    switch (shape.kind) {
      case "star":
        return "*";
      case "value":
        return `VALUE ${this.expression(shape.expression)}`;
      case "list":
        return shape.items
          .map(
            ({ expression, alias }) =>
              this.expression(expression) + (alias === undefined ? "" : ` AS ${alias}`),
          )
          .join(", ");
    }
  }

  private count(count: Count): string {
    return count.kind === "number" ? this.number(count.value) : count.name;
  }

  private source(source: Source, indent: string): string {
    switch (source.kind) {
      case "alias": {
        const alias = source.alias === undefined ? "" : ` AS ${source.alias}`;
        return this.collection(source.collection, indent) + alias;
      }
      case "iterate":
        return `${source.name} IN ${this.collection(source.collection, indent)}`;
      case "join":
        return `${this.source(source.left, indent)}${this.break(indent)}JOIN ${this.source(source.right, indent)}`;
    }
  }

  private collection(collection: Collection, indent: string): string {
    if (collection.kind !== "subquery") return this.expression(collection.expression);
    if (!this.block) return `(${this.query(collection.query, indent)})`;
    const inner = `${indent}    `;
    return `(\n${inner}${this.query(collection.query, inner)}\n${indent})`;
  }

  private orderBy({ rank, items }: OrderBy): string {
    const printed = items.map(({ expression, descending, explicit }) => {
      const direction = explicit || !(rank || this.block) ? (descending ? " DESC" : " ASC") : "";
      return this.expression(expression) + direction;
    });
    return `ORDER BY ${rank ? "RANK " : ""}${printed.join(", ")}`;
  }

  private list(expressions: readonly Expression[]): string {
    return expressions.map((expression) => this.expression(expression)).join(", ");
  }

  expression(node: Expression): string {
    switch (node.kind) {
      case "literal":
        if (node.parameter !== undefined) return node.parameter;
        return typeof node.value === "number"
          ? (node.digits ?? this.number(node.value))
          : (JSON.stringify(node.value) ?? "undefined");
      case "parameter":
      case "name":
        return node.name;
      case "member": {
        const object = this.expression(node.object);
        return node.dotted && node.index.kind === "literal"
          ? `${object}.${node.index.value}`
          : `${object}[${this.expression(node.index)}]`;
      }
      case "unary":
        return `(${node.operator === "not" ? "NOT" : node.operator} ${this.expression(node.operand)})`;
      case "binary":
        return `(${this.expression(node.left)} ${node.operator.toUpperCase()} ${this.expression(node.right)})`;
      case "coalesce":
        return `(${this.expression(node.left)} ?? ${this.expression(node.right)})`;
      case "conditional": {
        const { condition, then, otherwise } = node;
        return `(${this.expression(condition)} ? ${this.expression(then)} : ${this.expression(otherwise)})`;
      }
      case "in":
        return `(${this.expression(node.operand)}${node.negated ? " NOT" : ""} IN (${this.list(node.list)}))`;
      case "between": {
        const bounds = `${this.expression(node.low)} AND ${this.expression(node.high)}`;
        return `(${this.expression(node.operand)}${node.negated ? " NOT" : ""} BETWEEN ${bounds})`;
      }
      case "like": {
        const mark = node.escape ? ` ESCAPE ${this.expression(node.escape)}` : "";
        const pattern = this.expression(node.pattern) + mark;
        return `(${this.expression(node.operand)}${node.negated ? " NOT" : ""} LIKE ${pattern})`;
      }
      case "call":
        return `${node.udf ? "udf." : ""}${node.name}(${this.list(node.args)})`;
      case "object":
        return `{${node.entries.map(([key, value]) => `${JSON.stringify(key)}: ${this.expression(value)}`).join(", ")}}`;
      case "array":
        return `[${this.list(node.items)}]`;
      case "subquery": {
        const word = node.subquery === "scalar" ? "" : node.subquery.toUpperCase();
        return `${word}(${this.subquery(node.query)})`;
      }
    }
  }

  private subquery(query: Query): string {
    return new Printer(false).query(query, "");
  }

  private number(value: number): string {
    if (!this.block || Number.isInteger(value)) return String(value);
    const [digits, exponent] = value.toPrecision(17).split("e");
    return digits!.replace(/\.?0+$/, "") + (exponent === undefined ? "" : `e${exponent}`);
  }
}
