/**
 * Whether the rows of DISTINCT or GROUP BY can be read from an index in its order, one key after another: then a page
 * goes on after the last key, and no page computes anything again.
 */
import { encodeKey } from "../../../value/encode-value.ts";
import { parsePath } from "../../../value/path.ts";
import {
  type CompositeParts,
  type IndexIdentity,
  isSameIndex,
  pathIndex,
} from "../../../value/rows/index-identity.ts";
import type { BindContext } from "../../bind/bind-context.ts";
import type { BoundQuery } from "../../bind/bound-query.ts";
import { bindProperty } from "../../bind/computed/bind-computed.ts";
import { toIndexPath } from "../../bind/document-path.ts";
import type { Environment } from "../../bind/environment.ts";
import { selectExpressions } from "../../bind/query-shape.ts";
import { isCountable, propertiesRead } from "../access/countable.ts";
import { EVERYWHERE_PATH, readExpressions, returnsValues } from "../access/covering-path.ts";
import { type PropertyNames, rowKeyOf } from "../access/row-key.ts";
import { asksForLacking, type IndexPredicate } from "../predicates/index-predicate.ts";
import type { IndexingView } from "../predicates/indexing-view.ts";
import type { KeyInterval } from "../predicates/key-interval.ts";
import type { OrderPlan } from "./plan-order.ts";

/** The order of rows that are told apart by their keys. */
export interface KeyOrder {
  /** From the highest key to the lowest. */
  readonly reverse: boolean;
  /** The key of the row in the environment. */
  readonly keyOf: (environment: Environment) => string;
}

/** How rows are read from an index that has that order. */
export interface KeyedRows extends KeyOrder {
  readonly index: IndexIdentity;
  /** What each value of an entry is of. */
  readonly properties: readonly PropertyNames[];
  /** The parts of a composite index that are the key; absent: all of an entry is. */
  readonly keyParts?: CompositeParts;
  /** The entries to read; absent: all. */
  readonly intervals?: readonly KeyInterval[];
  /** Every entry passes the filter. */
  readonly isMatched: boolean;
  /** Items without an entry make a row too. */
  readonly countsMissing: boolean;
  /** How many of an entry's values an answer may show as an item has them; the others are only computed with. */
  readonly shownValues: number;
  /** How many items a key has does not matter. */
  readonly isOnce: boolean;
}

interface KeyedContext {
  readonly predicate: IndexPredicate;
  /** The same by composite indexes, where these help. */
  readonly composed: IndexPredicate;
  /** What has entries to read. */
  readonly indexing: IndexingView;
  readonly order: OrderPlan;
  /** Of the query's own binding. */
  readonly bindContext: BindContext;
}

export function planKeyed(bound: BoundQuery, context: KeyedContext): KeyedRows | undefined {
  const key = rowKeyOf(bound);
  const { query, scope, grouping } = bound;
  if (key === undefined || bound.empty || !isOfValues(context.predicate)) return undefined;
  if (!selectExpressions(query.select.shape).every((part) => isCountable(part, scope))) {
    return undefined;
  }
  const isUnfiltered = context.predicate.kind === "all" && context.predicate.exact;
  const read = propertiesRead(readExpressions(query, isUnfiltered), scope);
  if (read === undefined) return undefined;
  const rows = {
    isOnce: (grouping?.aggregates.length ?? 0) === 0,
    shownValues: grouping && returnsValues(grouping) ? Number.POSITIVE_INFINITY : key.length,
    keyOf: keyOfProperties(key, context.bindContext),
  };
  const found = read.size === 1 ? byPath(bound, key[0]!, context) : byComposite(key, read, context);
  return found && { ...rows, ...found };
}

/** The order in which a page goes on that an index began which is not there any more. */
export function keyOrderOf(bound: BoundQuery, context: BindContext): KeyOrder | undefined {
  const key = rowKeyOf(bound);
  return key && { reverse: false, keyOf: keyOfProperties(key, context) };
}

/** Items that are found by other means than the values of paths are few, or not found by any values. */
function isOfValues(predicate: IndexPredicate): boolean {
  switch (predicate.kind) {
    case "all":
    case "path":
    case "composite":
      return true;
    case "and":
    case "or":
      return predicate.operands.every(isOfValues);
    case "functional":
    case "named":
    case "none":
    case "text":
      return false;
  }
}

type KeyedIndex = Omit<KeyedRows, "isOnce" | "keyOf" | "shownValues">;

function byPath(
  { query, grouping }: BoundQuery,
  names: PropertyNames,
  { predicate, indexing, order }: KeyedContext,
): KeyedIndex | undefined {
  const { path } = toIndexPath(names);
  const index = pathIndex(path);
  if (!indexing.isIndexed(path)) return undefined;
  if (order.kind === "computed" || (order.kind === "indexed" && !isSameIndex(order.index, index))) {
    return undefined;
  }
  const isBounded = predicate.kind === "path" && predicate.path === path;
  if (isBounded && asksForLacking(predicate)) return undefined;
  const { shape } = query.select;
  const isValue = grouping === undefined && shape.kind === "value" && shape.expression.kind === "member";
  const countsMissing = !isBounded && !indexing.isExplicit(path) && !isValue;
  if (countsMissing && !indexing.isIndexed(EVERYWHERE_PATH)) return undefined;
  const isUnfiltered = predicate.kind === "all" && predicate.exact;
  return {
    index,
    properties: [names],
    ...(isBounded && { intervals: predicate.intervals }),
    isMatched: isUnfiltered || (isBounded && predicate.exact),
    countsMissing,
    reverse: order.kind === "indexed" && order.reverse,
  };
}

/** A composite index that begins with the key, ascending, and holds all that is read. It has an entry for every item. */
function byComposite(
  key: readonly PropertyNames[],
  read: ReadonlySet<string>,
  { predicate, composed, indexing, order }: KeyedContext,
): KeyedIndex | undefined {
  const bounds = composed.kind === "composite" ? composed : undefined;
  const isUnfiltered = predicate.kind === "all" && predicate.exact;
  if (order.kind !== "none" || !(isUnfiltered || bounds)) return undefined;
  const parts = indexing.composites.find(
    (composite) =>
      (bounds === undefined || bounds.parts === composite) &&
      key.every((names, i) => composite[i]?.path === toIndexPath(names).path && !composite[i].descending) &&
      [...read].every((path) => composite.some((part) => part.path === path)) &&
      composite.every(({ path }) => !composite.some((other) => other.path.startsWith(`${path}/`))),
  );
  if (parts === undefined) return undefined;
  return {
    index: { kind: "composite", parts },
    properties: parts.map(({ path }) => parsePath(path) as PropertyNames),
    ...(key.length < parts.length && { keyParts: parts.slice(0, key.length) }),
    ...(bounds && { intervals: bounds.intervals }),
    isMatched: isUnfiltered || (bounds?.exact ?? false),
    countsMissing: false,
    reverse: false,
  };
}

function keyOfProperties(properties: readonly PropertyNames[], context: BindContext): KeyOrder["keyOf"] {
  const readers = properties.map((names) => bindProperty(names, context));
  return (environment) => readers.map((read) => encodeKey(read(environment))).join("");
}
