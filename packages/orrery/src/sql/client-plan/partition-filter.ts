/**
 * Which partition keys a query can find rows under: what routes a query to the partitions that hold them.
 *
 * For every expression of the filter there are two questions: under which keys can it be true, and under which can
 * it be false (`undefined` is neither). Both are answered on the safe side: "all" wherever nothing is known.
 */
import type { Value } from "@orrerydb/exact-json";
import {
  type PartitionKeyComponent,
  type PartitionKeyDefinition,
  parsePartitionKeyPath,
} from "@orrerydb/keys/hash";
import { constantOf, isTrue } from "../bind/expressions/constant-of.ts";
import { isAggregateQuery } from "../bind/query-shape.ts";
import { resolveParameters } from "../bind/resolve-parameters.ts";
import type { Constant } from "../functions/builtin-function.ts";
import type { Expression, NodeOf, Query, Source } from "../syntax/ast.ts";
import { namesBelow } from "../syntax/member-steps.ts";
import {
  anyComponent,
  KeyIntersections,
  type KeyPattern,
  type KeySet,
  keySet,
  noKeys,
  PATTERNS_MAX,
  uniteKeys,
} from "./key-set.ts";
import { literalOfPattern } from "./literal-of-pattern.ts";

const COMPARISONS: ReadonlySet<string> = new Set(["!=", "<", "<=", ">", ">="]);

/** Names in sight: the path of the item that each stands for; undefined where it stands for something else. */
type Names = ReadonlyMap<string, readonly string[] | undefined>;

/**
 * Key values, or prefixes of them where the key is hierarchical; "all" where any key may match. The list is empty
 * for a query that no item can match.
 */
export type PartitionKeys = "all" | readonly (readonly PartitionKeyComponent[])[];

export function partitionKeysOf(
  query: Query,
  definition: PartitionKeyDefinition,
  parameters: ReadonlyMap<string, Value>,
): PartitionKeys {
  if (query.from === undefined) return [];
  const filter = new PartitionFilter(definition.paths.map(parsePartitionKeyPath), parameters);
  const set = filter.rowsOf(resolveParameters(query, parameters), new Map());
  return set === "all" ? "all" : prefixesOf(set, definition);
}

/** The leading values of each pattern; a prefix stands for all that begin with it. */
function prefixesOf(set: ReadonlyMap<string, KeyPattern>, definition: PartitionKeyDefinition): PartitionKeys {
  const shortest = definition.kind === "MultiHash" ? 1 : definition.paths.length;
  const prefixes = new Map<string, readonly PartitionKeyComponent[]>();
  for (const pattern of set.values()) {
    const any = pattern.indexOf(anyComponent);
    const prefix = (any < 0 ? pattern : pattern.slice(0, any)) as readonly PartitionKeyComponent[];
    if (prefix.length < shortest) return "all";
    prefixes.set(prefixText(prefix), prefix);
  }
  const isCovered = (prefix: readonly PartitionKeyComponent[]) =>
    prefix.some((_, length) => length > 0 && prefixes.has(prefixText(prefix.slice(0, length))));
  return [...prefixes.values()].filter((prefix) => !isCovered(prefix));
}

function prefixText(prefix: readonly PartitionKeyComponent[]): string {
  return JSON.stringify(prefix.map((component) => (component === undefined ? {} : component)));
}

export class PartitionFilter {
  private readonly paths: readonly (readonly string[])[];
  private readonly parameters: ReadonlyMap<string, Value>;
  readonly #intersections = new KeyIntersections();

  constructor(paths: readonly (readonly string[])[], parameters: ReadonlyMap<string, Value>) {
    this.paths = paths;
    this.parameters = parameters;
  }

  /** Under which keys the query has rows. */
  rowsOf(query: Query, outer: Names): KeySet {
    const names = new Map(outer);
    const sources = query.from === undefined ? "all" : this.rowsOfSource(query.from, names);
    return query.where === undefined
      ? sources
      : this.#intersections.intersect(sources, this.whereTrue(query.where, names));
  }

  /** Under which keys the source has rows; adds what it binds to the names. */
  private rowsOfSource(source: Source, names: Map<string, readonly string[] | undefined>): KeySet {
    if (source.kind === "join") {
      const left = this.rowsOfSource(source.left, names);
      return this.#intersections.intersect(left, this.rowsOfSource(source.right, names));
    }
    const { collection } = source;
    const rows = collection.kind === "subquery" ? this.whereNotEmpty(collection.query, names) : "all";
    if (source.kind === "iterate") {
      names.set(source.name, undefined);
      return rows;
    }
    const name =
      source.alias ?? (collection.kind === "path" ? (collection.path.at(-1) ?? collection.root) : undefined);
    if (typeof name === "string")
      names.set(name, collection.kind === "path" ? this.itemPath(collection, names) : undefined);
    return rows;
  }

  private itemPath(
    { root, path }: { readonly root: string; readonly path: readonly (string | number)[] },
    names: Names,
  ): readonly string[] | undefined {
    const base = names.has(root) ? names.get(root) : names.size === 0 ? [] : undefined;
    return base !== undefined && path.every((step) => typeof step === "string")
      ? [...base, ...path]
      : undefined;
  }

  /** An aggregate has a row even where nothing was found. */
  private whereNotEmpty(query: Query, names: Names): KeySet {
    return isAggregateQuery(query) && query.groupBy === undefined ? "all" : this.rowsOf(query, names);
  }

  private whereTrue(node: Expression, names: Names): KeySet {
    const constant = this.constantOf(node);
    if (constant !== undefined) return isTrue(constant) ? "all" : noKeys;
    switch (node.kind) {
      case "name":
      case "member":
        return this.whereEqual(node, { value: true }, names);
      case "unary":
        return node.operator === "not" ? this.whereFalse(node.operand, names) : "all";
      case "binary":
        return this.whereBinaryTrue(node, names);
      case "in":
        return node.negated ? "all" : this.whereListed(node, names);
      case "like":
        return node.negated ? "all" : this.whereLike(node, names);
      case "call":
        return this.whereCallTrue(node, names);
      case "subquery":
        return node.subquery === "exists" ? this.whereNotEmpty(node.query, names) : "all";
      case "array":
      case "between":
      case "coalesce":
      case "conditional":
      case "literal":
      case "object":
      case "parameter":
        return "all";
    }
  }

  private whereFalse(node: Expression, names: Names): KeySet {
    const constant = this.constantOf(node);
    if (constant !== undefined) return constant.value === false ? "all" : noKeys;
    switch (node.kind) {
      case "name":
      case "member":
        return this.whereEqual(node, { value: false }, names);
      case "unary":
        return node.operator === "not" ? this.whereTrue(node.operand, names) : "all";
      case "binary": {
        const { operator, left, right } = node;
        if (operator === "and") return uniteKeys(this.whereFalse(left, names), this.whereFalse(right, names));
        if (operator === "or")
          return this.#intersections.intersect(this.whereFalse(left, names), this.whereFalse(right, names));
        return operator === "!=" ? this.whereOperandsEqual(left, right, names) : "all";
      }
      case "in":
        return node.negated ? this.whereListed(node, names) : "all";
      case "like":
        return node.negated ? this.whereLike(node, names) : "all";
      case "call":
        return isBuiltin(node, "IS_DEFINED") ? this.whereComponent(node.args[0], [undefined], names) : "all";
      case "array":
      case "between":
      case "coalesce":
      case "conditional":
      case "literal":
      case "object":
      case "parameter":
      case "subquery":
        return "all";
    }
  }

  private whereBinaryTrue({ operator, left, right }: NodeOf<"binary">, names: Names): KeySet {
    if (operator === "and")
      return this.#intersections.intersect(this.whereTrue(left, names), this.whereTrue(right, names));
    if (operator === "or") return uniteKeys(this.whereTrue(left, names), this.whereTrue(right, names));
    if (operator === "=") return this.whereOperandsEqual(left, right, names);
    return COMPARISONS.has(operator) ? this.whereBothDefined(left, right, names) : "all";
  }

  private whereOperandsEqual(left: Expression, right: Expression, names: Names): KeySet {
    const both = this.whereBothDefined(left, right, names);
    const rightConstant = this.constantOf(right);
    if (rightConstant !== undefined)
      return this.#intersections.intersect(both, this.whereEqual(left, rightConstant, names));
    const leftConstant = this.constantOf(left);
    if (leftConstant !== undefined)
      return this.#intersections.intersect(both, this.whereEqual(right, leftConstant, names));
    return both;
  }

  /** Nothing compares with undefined, which is what a subquery without rows gives. */
  private whereBothDefined(left: Expression, right: Expression, names: Names): KeySet {
    return this.#intersections.intersect(this.whereDefined(left, names), this.whereDefined(right, names));
  }

  private whereDefined(node: Expression, names: Names): KeySet {
    if (node.kind !== "subquery") return "all";
    const givesRow = node.subquery === "scalar" || node.subquery === "first" || node.subquery === "last";
    return givesRow ? this.whereNotEmpty(node.query, names) : "all";
  }

  private whereEqual(operand: Expression, { value }: Constant, names: Names): KeySet {
    if (value === undefined) return noKeys;
    // `IS_DEFINED(c.pk) = false` is how clients ask for items that lack the key.
    if (value === false && isBuiltin(operand, "IS_DEFINED")) return this.whereFalse(operand, names);
    if (isBuiltin(operand, "ABS") && typeof value === "number") {
      return this.whereComponent(operand.args[0], value < 0 ? [] : [-value, value], names);
    }
    return this.whereComponent(operand, [componentOf(value)], names);
  }

  private whereListed({ operand, list }: NodeOf<"in">, names: Names): KeySet {
    if (list.length > PATTERNS_MAX) return "all";
    const constants = list.map((item) => this.constantOf(item));
    if (constants.every((constant) => constant !== undefined))
      return this.whereOneOf(operand, constants, names);
    return list.reduce<KeySet>(
      (set, item) => uniteKeys(set, this.whereOperandsEqual(operand, item, names)),
      noKeys,
    );
  }

  private whereOneOf(operand: Expression, constants: readonly Constant[], names: Names): KeySet {
    const values = constants.map(({ value }) => value).filter((value) => value !== undefined);
    return this.whereComponent(operand, values.map(componentOf), names);
  }

  private whereLike({ operand, pattern, escape: mark }: NodeOf<"like">, names: Names): KeySet {
    const text = this.constantOf(pattern)?.value;
    const escapedBy = mark && this.constantOf(mark)?.value;
    const literal = typeof text === "string" ? literalOfPattern(text, escapedBy) : undefined;
    return literal === undefined ? "all" : this.whereComponent(operand, [literal], names);
  }

  private whereCallTrue({ name, udf, args }: NodeOf<"call">, names: Names): KeySet {
    switch (udf ? "" : name.toUpperCase()) {
      case "IS_BOOL":
      case "IS_BOOLEAN":
        return this.whereComponent(args[0], [false, true], names);
      case "IS_NULL":
        return this.whereComponent(args[0], [null], names);
      case "ARRAY_CONTAINS":
      case "_TRY_ARRAY_CONTAINS": {
        const list = args[0] && this.constantOf(args[0])?.value;
        if (!Array.isArray(list) || args[1] === undefined || args.length > 2) return "all";
        if (list.length > PATTERNS_MAX) return "all";
        return this.whereOneOf(
          args[1],
          list.map((value: Value) => ({ value })),
          names,
        );
      }
      default:
        return "all";
    }
  }

  /** The keys that have one of these values at the place that the operand reads; all, where that is not a path of the key. */
  private whereComponent(
    operand: Expression | undefined,
    values: readonly PartitionKeyComponent[],
    names: Names,
  ): KeySet {
    const path = operand && this.pathOf(operand, names);
    const index = path === undefined ? -1 : this.paths.findIndex((key) => isSamePath(key, path));
    if (index < 0) return "all";
    return keySet(values.map((value) => this.paths.map((_, i) => (i === index ? value : anyComponent))));
  }

  private pathOf(node: Expression, names: Names): readonly string[] | undefined {
    const place = namesBelow(node);
    const base = place && names.get(place.alias);
    return base && [...base, ...place.names];
  }

  private constantOf(node: Expression): Constant | undefined {
    return constantOf(node, this.parameters);
  }
}

function isBuiltin(node: Expression, name: string): node is NodeOf<"call"> {
  return node.kind === "call" && !node.udf && node.name.toUpperCase() === name;
}

function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((step, i) => step === b[i]);
}

/** Arrays and objects are not key values: the service looks for them where the key is missing. */
function componentOf(value: Value): PartitionKeyComponent {
  return typeof value === "object" && value !== null ? undefined : value === 0 ? 0 : value;
}
