/**
 * ORDER BY, checked against the indexing policy: one path needs its index, several need a composite index with the
 * same paths and the same or all opposite directions. A scoring function needs none: its order is computed.
 *
 * The order itself is that of the index, wherever the rows come from: by encoded values, those of descending parts
 * of a composite index inverted, scanned forwards or backwards. What an item lacks is `undefined`, the least value; an
 * index that a wildcard makes has no entry for it, so that such items are read apart.
 */
import { encodeValue } from "../../value/encode-value.ts";
import {
  type CompositeParts,
  type IndexIdentity,
  indexName,
  isSameIndex,
  pathIndex,
} from "../../value/index-identity.ts";
import type { BindOptions } from "../bind/bind-context.ts";
import type { BoundQuery } from "../bind/bound-query.ts";
import { indexPathOf } from "../bind/document-path.ts";
import type { Environment, Evaluate } from "../bind/environment.ts";
import type { Scope } from "../bind/scope.ts";
import { isHighestBest } from "../bind/vector-metric.ts";
import type { Expression, OrderByItem } from "../syntax/ast.ts";
import { QueryError } from "../syntax/query-error.ts";
import type { IndexingView } from "./indexing-view.ts";

export type OrderPlan =
  /** As the rows come. */
  | { readonly kind: "none" }
  /** An index has the order: rows can be read from it, or be sorted where they are few. */
  | IndexedOrder
  /** No index that has it can be read: rows are sorted. */
  | ComputedOrder;

interface ComputedOrder extends SortRule {
  readonly kind: "computed";
}

export interface IndexedOrder extends SortRule {
  readonly kind: "indexed";
  readonly index: IndexIdentity;
  /** The index has no entries for items that lack this path; absent: it has one for every item. */
  readonly lackingPath?: string;
}

export interface SortRule {
  /** From the highest key to the lowest. */
  readonly reverse: boolean;
  /** The sort key of the row in the environment. */
  readonly keyOf: (environment: Environment) => string;
}

interface OrderContext {
  readonly indexing: IndexingView;
  /** The part of the policy that has entries to read. */
  readonly readable: IndexingView;
  readonly options: BindOptions;
}

export function planOrder(
  { query, orderBy, scope }: BoundQuery,
  { indexing, readable, options }: OrderContext,
): OrderPlan {
  if (orderBy.length === 0) return { kind: "none" };
  const items = query.orderBy!.items;
  const evaluators = orderBy.map((key) => key.evaluate);
  const only = items.length === 1 ? items[0]! : undefined;
  if (only !== undefined && isScoringFunction(only.expression))
    return scoreOrder(only, evaluators[0]!, options);
  const parts = items.map((item) => ({
    path: orderPath(item.expression, scope),
    descending: item.descending,
  }));
  const plan =
    only !== undefined
      ? singleOrder(parts[0]!.path, only, evaluators[0]!, indexing)
      : compositeOrder(parts, items, evaluators, indexing);
  const { reverse, keyOf } = plan;
  return isReadable(plan.index, readable) ? plan : { kind: "computed", reverse, keyOf };
}

function isReadable(index: IndexIdentity, readable: IndexingView): boolean {
  return index.kind === "path"
    ? readable.isIndexed(index.path)
    : readable.composites.some((parts) => isSameIndex({ kind: "composite", parts }, index));
}

export function orderPath(expression: Expression, scope: Scope): string {
  const location = indexPathOf(expression, scope);
  if (location === undefined) {
    // The one error for which the service tells no place in the text.
    throw new QueryError(
      "2206",
      "Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document path.",
    );
  }
  if (location.isMany) {
    throw new QueryError("2206", "Order-by over correlated collections is not supported.", expression.at);
  }
  return location.path;
}

/** What every item has. */
const EVERYWHERE: ReadonlySet<string> = new Set(["/id", "/_ts"]);

function singleOrder(
  path: string,
  { expression, descending }: OrderByItem,
  evaluate: Evaluate,
  indexing: IndexingView,
): IndexedOrder {
  if (!indexing.isIndexed(path)) {
    throw new QueryError(
      "OrderByPathNotIndexed",
      `The index path corresponding to the specified order-by item is excluded. Include ${path}/? in the indexing policy.`,
      expression.at,
    );
  }
  const isTotal = indexing.isExplicit(path) || EVERYWHERE.has(path);
  return {
    kind: "indexed",
    index: pathIndex(path),
    ...(!isTotal && { lackingPath: path }),
    reverse: descending,
    keyOf: (environment) => encodeValue(evaluate(environment)).toString("latin1"),
  };
}

function compositeOrder(
  wanted: CompositeParts,
  items: readonly OrderByItem[],
  evaluators: readonly Evaluate[],
  indexing: IndexingView,
): IndexedOrder {
  for (const parts of indexing.composites) {
    const reverse = directionIn(parts, wanted);
    if (reverse === undefined) continue;
    return {
      kind: "indexed",
      index: { kind: "composite", parts },
      reverse,
      keyOf: (environment) =>
        parts
          .map(({ descending }, i) => {
            const encoded = encodeValue(evaluators[i]!(environment));
            return (descending ? inverted(encoded) : encoded).toString("latin1");
          })
          .join(""),
    };
  }
  throw new QueryError(
    "OrderByWithoutCompositeIndex",
    `The order by query does not have a corresponding composite index that it can be served from. Add (${indexName({ kind: "composite", parts: wanted })}) to the indexing policy.`,
    { start: items[0]!.expression.at.start, end: items.at(-1)!.expression.at.end },
  );
}

/** Whether an index, scanned backwards (true) or forwards (false), has the order asked for; undefined: it has not. */
function directionIn(index: CompositeParts, parts: CompositeParts): boolean | undefined {
  if (index.length !== parts.length || index.some(({ path }, i) => path !== parts[i]!.path)) return undefined;
  const reverse = index[0]!.descending !== parts[0]!.descending;
  const agrees = index.every(({ descending }, i) => (descending !== parts[i]!.descending) === reverse);
  return agrees ? reverse : undefined;
}

function inverted(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => ~byte));
}

const SCORING_FUNCTIONS = new Set(["VECTORDISTANCE", "_VECTORSCORE", "_FULLTEXTSCORE"]);

export function isScoringFunction(expression: Expression): expression is ScoringCall {
  return (
    expression.kind === "call" && !expression.udf && SCORING_FUNCTIONS.has(expression.name.toUpperCase())
  );
}

type ScoringCall = Extract<Expression, { kind: "call" }>;

/** Best first, unless a direction was written. Items without a score come last. */
function scoreOrder(item: OrderByItem, evaluate: Evaluate, options: BindOptions): ComputedOrder {
  const { parameters, vectorEmbeddings } = options;
  const reverse = item.explicit
    ? item.descending
    : isHighestBest(item.expression as ScoringCall, vectorEmbeddings, parameters);
  const unscored = encodeValue(reverse ? undefined : {}).toString("latin1");
  return {
    kind: "computed",
    reverse,
    keyOf: (environment) => {
      const value = evaluate(environment);
      return value === undefined ? unscored : encodeValue(value).toString("latin1");
    },
  };
}
