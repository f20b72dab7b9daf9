/**
 * Parameters as steps of a path: `c[@name]` becomes the tree of `c["name"]`, so that all who look at paths see one: indexes,
 * vectors and their metric, texts, partition keys, orders, groups and the names of columns. Elsewhere a parameter is a
 * constant as it is (`constant-of.ts`). The step is still printed as a parameter, in queries that are rewritten for clients.
 */
import type { Value } from "@orrerydb/exact-json";
import type { Collection, Expression, NodeOf, Query, Source } from "../syntax/ast.ts";
import { mapChildren } from "../syntax/map-expression.ts";
import { collectionOf } from "../syntax/parse-query.ts";

type Parameters = ReadonlyMap<string, Value>;

/** Most trees have no such steps, and are used again and again. */
const WITHOUT_STEPS = new WeakSet<Query>();

export function resolveParameters(query: Query, parameters: Parameters): Query {
  if (parameters.size === 0 || WITHOUT_STEPS.has(query)) return query;
  const resolver = new StepResolver(parameters);
  const resolved = resolver.query(query);
  if (!resolver.hasOpenSteps) WITHOUT_STEPS.add(resolved);
  return resolved;
}

class StepResolver {
  /** Steps without a value: other parameters may have one. */
  hasOpenSteps = false;
  readonly #parameters: Parameters;

  constructor(parameters: Parameters) {
    this.#parameters = parameters;
  }

  /** The same tree where no step is a parameter. */
  query(query: Query): Query {
    const { select, from, where, groupBy, orderBy } = query;
    const { shape } = select;
    const resolved = {
      from: from && this.#source(from),
      where: where && this.#expression(where),
      groupBy: groupBy && mapped(groupBy, this.#expression),
      items: orderBy && mapped(orderBy.items, this.#member),
      value: shape.kind === "value" ? this.#expression(shape.expression) : undefined,
      list: shape.kind === "list" ? mapped(shape.items, this.#member) : undefined,
    };
    const isSame =
      resolved.from === from &&
      resolved.where === where &&
      resolved.groupBy === groupBy &&
      resolved.items === orderBy?.items &&
      (shape.kind !== "value" || resolved.value === shape.expression) &&
      (shape.kind !== "list" || resolved.list === shape.items);
    if (isSame) return query;
    return {
      ...query,
      select: {
        ...select,
        ...(resolved.value && { shape: { kind: "value", expression: resolved.value } }),
        ...(resolved.list && { shape: { kind: "list", items: resolved.list } }),
      },
      ...(resolved.from && { from: resolved.from }),
      ...(resolved.where && { where: resolved.where }),
      ...(resolved.groupBy && { groupBy: resolved.groupBy }),
      ...(orderBy && resolved.items && { orderBy: { ...orderBy, items: resolved.items } }),
    };
  }

  #source(source: Source): Source {
    if (source.kind === "join") {
      const left = this.#source(source.left);
      const right = this.#source(source.right);
      return left === source.left && right === source.right ? source : { ...source, left, right };
    }
    const collection = this.#collection(source.collection);
    return collection === source.collection ? source : { ...source, collection };
  }

  #collection(collection: Collection): Collection {
    if (collection.kind === "subquery") {
      const query = this.query(collection.query);
      return query === collection.query ? collection : { ...collection, query };
    }
    const expression = this.#expression(collection.expression);
    return expression === collection.expression ? collection : collectionOf(expression);
  }

  readonly #member = <T extends { readonly expression: Expression }>(member: T): T => {
    const expression = this.#expression(member.expression);
    return expression === member.expression ? member : { ...member, expression };
  };

  readonly #expression = (expression: Expression): Expression => {
    if (expression.kind === "subquery") {
      const query = this.query(expression.query);
      return query === expression.query ? expression : { ...expression, query };
    }
    const resolved = mapChildren(expression, this.#expression);
    return resolved.kind === "member" && resolved.index.kind === "parameter"
      ? { ...resolved, index: this.#step(resolved.index) }
      : resolved;
  };

  #step(step: NodeOf<"parameter">): Expression {
    const { name, at } = step;
    const value = this.#parameters.get(name);
    if (typeof value === "string" || typeof value === "number")
      return { kind: "literal", value, parameter: name, at };
    this.hasOpenSteps = true;
    return step;
  }
}

/** The same list where nothing in it changes. */
function mapped<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.every((item, i) => item === list[i]) ? list : changed;
}
