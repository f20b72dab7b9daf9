/**
 * The syntax tree of a query: readonly unions tagged by `kind`, made by `parseQuery`, never changed after.
 * `at` is where a node stands in the text (0-based character offsets, end exclusive), for error messages.
 */
import type { Json } from "@orrerydb/exact-json";

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Query {
  readonly kind: "query";
  readonly select: Select;
  readonly from?: Source;
  readonly where?: Expression;
  readonly groupBy?: readonly Expression[];
  readonly orderBy?: OrderBy;
  readonly offset?: Count;
  readonly limit?: Count;
  readonly at: Span;
}

export interface Select {
  readonly distinct: boolean;
  readonly top?: Count;
  readonly shape: SelectShape;
}

export type SelectShape =
  | { readonly kind: "star"; readonly at: Span }
  | { readonly kind: "value"; readonly expression: Expression }
  | { readonly kind: "list"; readonly items: readonly SelectItem[] };

export interface SelectItem {
  readonly expression: Expression;
  /** As written after AS (or without it); a derived name (`c.a` -> "a", else $1 …) is left to `selectNames`. */
  readonly alias?: string;
}

/** The number after TOP, OFFSET or LIMIT; a parameter's name begins with its `@`, here and in expressions. */
export type Count =
  | { readonly kind: "number"; readonly value: number; readonly at: Span }
  | { readonly kind: "parameter"; readonly name: string; readonly at: Span };

/** What FROM and JOIN range over. */
export type Source =
  /** `path [AS alias]`: binds the value of the path once for each row. */
  | { readonly kind: "alias"; readonly collection: Collection; readonly alias?: string; readonly at: Span }
  /** `name IN path`: binds each element of the array at the path. */
  | { readonly kind: "iterate"; readonly name: string; readonly collection: Collection; readonly at: Span }
  | { readonly kind: "join"; readonly left: Source; readonly right: Source; readonly at: Span };

export type Collection =
  /** A container name, ROOT, or an alias bound before, with a path below it; `expression` is how it was written. */
  | {
      readonly kind: "path";
      readonly root: string;
      readonly path: readonly PathStep[];
      readonly expression: Expression;
      readonly at: Span;
    }
  /** A function result or any other expression that yields an array. */
  | { readonly kind: "expression"; readonly expression: Expression; readonly at: Span }
  | { readonly kind: "subquery"; readonly query: Query; readonly at: Span };

/** One step below a collection: a property name or an array index. */
export type PathStep = string | number;

export interface OrderBy {
  /** ORDER BY RANK. */
  readonly rank: boolean;
  readonly items: readonly OrderByItem[];
}

export interface OrderByItem {
  readonly expression: Expression;
  readonly descending: boolean;
  /** Whether ASC or DESC was written; the printer and ORDER BY RANK care. */
  readonly explicit: boolean;
}

export type BinaryOperator =
  | "or"
  | "and"
  | "||"
  | "|"
  | "^"
  | "&"
  | "="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "<<"
  | ">>"
  | ">>>"
  | "+"
  | "-"
  | "*"
  | "/"
  | "%";

export type UnaryOperator = "-" | "+" | "~" | "not";

export type SubqueryKind = "scalar" | "exists" | "array" | "all" | "first" | "last";

export type Expression =
  | {
      readonly kind: "literal";
      readonly value: Json | undefined;
      /** Of an integer that its double does not hold. */
      readonly digits?: string | undefined;
      /** The name of the parameter whose value it is, where it was written as one. */
      readonly parameter?: string;
      readonly at: Span;
    }
  | { readonly kind: "parameter"; readonly name: string; readonly at: Span }
  /** An identifier: an alias of FROM. */
  | { readonly kind: "name"; readonly name: string; readonly at: Span }
  /** `object.name` or `object[index]`; `dotted` tells how it was written. */
  | {
      readonly kind: "member";
      readonly object: Expression;
      readonly index: Expression;
      readonly dotted: boolean;
      readonly at: Span;
    }
  | {
      readonly kind: "unary";
      readonly operator: UnaryOperator;
      readonly operand: Expression;
      readonly at: Span;
    }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: Span;
    }
  | { readonly kind: "coalesce"; readonly left: Expression; readonly right: Expression; readonly at: Span }
  | {
      readonly kind: "conditional";
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
      readonly at: Span;
    }
  | {
      readonly kind: "in";
      readonly operand: Expression;
      readonly list: readonly Expression[];
      readonly negated: boolean;
      readonly at: Span;
    }
  | {
      readonly kind: "between";
      readonly operand: Expression;
      readonly low: Expression;
      readonly high: Expression;
      readonly negated: boolean;
      readonly at: Span;
    }
  | {
      readonly kind: "like";
      readonly operand: Expression;
      readonly pattern: Expression;
      readonly escape?: Expression;
      readonly negated: boolean;
      readonly at: Span;
    }
  /** `name(args)` or `udf.name(args)`; the name as written. */
  | {
      readonly kind: "call";
      readonly name: string;
      readonly udf: boolean;
      readonly args: readonly Expression[];
      readonly at: Span;
    }
  | {
      readonly kind: "object";
      readonly entries: readonly (readonly [string, Expression])[];
      readonly at: Span;
    }
  | { readonly kind: "array"; readonly items: readonly Expression[]; readonly at: Span }
  | { readonly kind: "subquery"; readonly subquery: SubqueryKind; readonly query: Query; readonly at: Span };

export type NodeOf<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

export type Call = NodeOf<"call">;
