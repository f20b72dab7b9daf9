/**
 * ORDER BY, checked against the indexing policy: one path needs its index, several need a composite index with the
 * same paths and the same or all opposite directions. A scoring function needs none: its order is computed.
 *
 * The order itself is that of the index, wherever the rows come from: by encoded values, those of descending parts
 * of a composite index inverted, scanned forwards or backwards. What an item lacks is `undefined`, the least value; an
 * index that a wildcard makes has no entry for it, so that such items are read apart.
 */
import type { Value } from "@orrerydb/exact-json";
import { encodeKey } from "../../../value/encode-value.ts";
import {
  type CompositeParts,
  type FullTextIndex,
  type IndexIdentity,
  indexName,
  isSameIndex,
  pathIndex,
} from "../../../value/rows/index-identity.ts";
import type { VectorSearch } from "../../../value/rows/vector-search.ts";
import { type BindContext, bindPart } from "../../bind/bind-context.ts";
import type { BoundQuery } from "../../bind/bound-query.ts";
import { documentPathOf, type IndexPath, toIndexPath } from "../../bind/document-path.ts";
import type { Environment, Evaluate } from "../../bind/environment.ts";
import type { Scope } from "../../bind/scope.ts";
import { isHighestBest } from "../../bind/vector-metric.ts";
import type { TextScoring } from "../../functions/full-text/full-text-functions.ts";
import type { Expression, OrderByItem, Span } from "../../syntax/ast.ts";
import { QueryError } from "../../syntax/query-error.ts";
import { keyPart } from "../access/composite-interval.ts";
import type { KnownValues } from "../access/index-bounds.ts";
import type { IndexPredicate } from "../predicates/index-predicate.ts";
import type { ComingIndexes, IndexingView } from "../predicates/indexing-view.ts";
import { fullTextIndexOf, indexedScoring } from "../predicates/text-predicate.ts";
import { type OrderedScan, orderedScan } from "./ordered-scan.ts";
import { planNearest } from "./plan-nearest.ts";

export type OrderPlan =
  /** As the rows come. */
  | { readonly kind: "none" }
  /** An index has the order: rows can be read from it, or be sorted where they are few. */
  | IndexedOrder
  /** No index that has it can be read: rows are sorted. */
  | ComputedOrder
  | TextScoreOrder;

/** By a full-text score, best first, which an index tells. */
export interface TextScoreOrder extends SortRule {
  readonly kind: "textScore";
  readonly index: FullTextIndex;
  readonly scoring: TextScoring;
  /** The sort key of a score; undefined: that of items without one, which come last. */
  readonly keyOfScore: (score: number | undefined) => string;
}

export interface ComputedOrder extends SortRule {
  readonly kind: "computed";
  /** A vector index knows which items come first. */
  readonly nearest?: VectorSearch;
}

export interface IndexedOrder extends SortRule {
  readonly kind: "indexed";
  readonly index: IndexIdentity;
  /** What is read of it, or of an index that has the same order. */
  readonly scan: OrderedScan;
  /** The index has no entries for items that lack this path; absent: it has one for every item. */
  readonly lackingPath?: string;
}

/** An order that an index has. */
type PolicyOrder = Omit<IndexedOrder, "scan">;

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
  /** Of the query's own binding. */
  readonly context: BindContext;
  /** What the filter asks of indexes. */
  readonly predicate: IndexPredicate;
  readonly known: KnownValues;
}

export function planOrder(bound: BoundQuery, place: OrderContext): OrderPlan {
  const { indexing, readable, context, predicate, known } = place;
  const { query, orderBy, scope } = bound;
  if (orderBy.length === 0) return { kind: "none" };
  const items = query.orderBy!.items;
  const evaluators = orderBy.map((key) => key.evaluate);
  const only = items.length === 1 ? items[0]! : undefined;
  if (only !== undefined && isScoringFunction(only.expression))
    return scoreOrder(only, evaluators[0]!, bound, { readable, context });
  const parts = items.map((item) => ({
    ...orderPath(item.expression, scope, ORDER_ADVICE),
    descending: item.descending,
  }));
  const plan =
    only !== undefined
      ? singleOrder(parts[0]!.path, only, evaluators[0]!, indexing)
      : compositeOrder(parts, items, evaluators, indexing);
  const { reverse, keyOf } = plan;
  // An index has entries for all elements of an array: those of `c.tags[0]` cannot be told from the others.
  const hasElements = parts.some(({ isMany }) => isMany);
  if (hasElements || !isReadable(plan.index, readable)) return { kind: "computed", reverse, keyOf };
  const scan = orderedScan(plan, { predicate, known, composites: readable.composites });
  return { ...plan, scan };
}

function isReadable(index: IndexIdentity, readable: IndexingView): boolean {
  return index.kind === "path"
    ? readable.isIndexed(index.path)
    : readable.composites.some((parts) => isSameIndex({ kind: "composite", parts }, index));
}

/** Plans say it in the service's words, to the letter. */
const ORDER_ADVICE = " Order by a property, or make the expression a computed property.";

export function orderPath(expression: Expression, scope: Scope, advice = ""): IndexPath {
  const steps = documentPathOf(expression, scope);
  if (steps === undefined || steps.length === 0) {
    // The one error for which the service tells no place in the text.
    throw new QueryError(
      "2206",
      `Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document path.${advice}`,
    );
  }
  if (steps.includes(null)) {
    throw new QueryError("2206", "Order-by over correlated collections is not supported.", expression.at);
  }
  return toIndexPath(steps);
}

/** What every item has. */
const EVERYWHERE: ReadonlySet<string> = new Set(["/id", "/_ts"]);

function singleOrder(
  path: string,
  { expression, descending }: OrderByItem,
  evaluate: Evaluate,
  indexing: IndexingView,
): PolicyOrder {
  if (!indexing.isIndexed(path)) {
    if (indexing.coming?.isIndexed(path) === true)
      throw stillBuilt("OrderByPathNotIndexed", indexing.coming, expression.at);
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
    keyOf: (environment) => encodeKey(evaluate(environment)),
  };
}

function compositeOrder(
  wanted: CompositeParts,
  items: readonly OrderByItem[],
  evaluators: readonly Evaluate[],
  indexing: IndexingView,
): PolicyOrder {
  for (const parts of indexing.composites) {
    const reverse = directionIn(parts, wanted);
    if (reverse === undefined) continue;
    return {
      kind: "indexed",
      index: { kind: "composite", parts },
      reverse,
      keyOf: (environment) =>
        parts.map((part, i) => keyPart(encodeKey(evaluators[i]!(environment)), part)).join(""),
    };
  }
  const at = { start: items[0]!.expression.at.start, end: items.at(-1)!.expression.at.end };
  const { coming } = indexing;
  if (coming?.composites.some((parts) => directionIn(parts, wanted) !== undefined) === true)
    throw stillBuilt("OrderByWithoutCompositeIndex", coming, at);
  throw new QueryError(
    "OrderByWithoutCompositeIndex",
    `The order by query does not have a corresponding composite index that it can be served from. Add (${indexName({ kind: "composite", parts: wanted })}) to the indexing policy.`,
    at,
  );
}

function stillBuilt(code: string, { percent }: ComingIndexes, at: Span): QueryError {
  return new QueryError(
    code,
    `The index that this ORDER BY needs is still being built: ${percent} % of the items are in it. Try again when all are.`,
    at,
  );
}

/** Whether an index, scanned backwards (true) or forwards (false), has the order asked for; undefined: it has not. */
function directionIn(index: CompositeParts, parts: CompositeParts): boolean | undefined {
  if (index.length !== parts.length || index.some(({ path }, i) => path !== parts[i]!.path)) return undefined;
  const reverse = index[0]!.descending !== parts[0]!.descending;
  const agrees = index.every(({ descending }, i) => (descending !== parts[i]!.descending) === reverse);
  return agrees ? reverse : undefined;
}

const SCORING_FUNCTIONS = new Set(["VECTORDISTANCE", "_VECTORSCORE", "_FULLTEXTSCORE"]);

export function isScoringFunction(expression: Expression): expression is ScoringCall {
  return (
    expression.kind === "call" && !expression.udf && SCORING_FUNCTIONS.has(expression.name.toUpperCase())
  );
}

type ScoringCall = Extract<Expression, { kind: "call" }>;

/** Best first, unless a direction was written. Items without a score come last. */
function scoreOrder(
  item: OrderByItem,
  evaluate: Evaluate,
  bound: BoundQuery,
  { readable, context }: Pick<OrderContext, "readable" | "context">,
): ComputedOrder | TextScoreOrder {
  const { parameters, vectorEmbeddings } = context.options;
  const call = item.expression as ScoringCall;
  const isHighestFirst = isHighestBest(call, vectorEmbeddings, parameters);
  const reverse = item.explicit ? item.descending : isHighestFirst;
  const unscored = encodeKey(reverse ? undefined : {});
  const keyOfScore = (score: Value): string => (score === undefined ? unscored : encodeKey(score));
  const rule: SortRule = { reverse, keyOf: (environment) => keyOfScore(evaluate(environment)) };
  const scored = reverse ? textScoreOf(call, bound, { readable, context }) : undefined;
  if (scored !== undefined) return { kind: "textScore", ...rule, ...scored, keyOfScore };
  const nearest =
    reverse === isHighestFirst ? planNearest(call, bound, readable, context.options) : undefined;
  return { kind: "computed", ...rule, ...(nearest && { nearest }) };
}

/** What a full-text index has to be asked for the score of a call. */
function textScoreOf(
  { name, args: [text, ...args] }: ScoringCall,
  { scope, steps, input, hasFrom }: BoundQuery,
  { readable, context }: Pick<OrderContext, "readable" | "context">,
): Pick<TextScoreOrder, "index" | "scoring"> | undefined {
  if (name.toUpperCase() !== "_FULLTEXTSCORE" || steps.length > 0 || input !== undefined || !hasFrom)
    return undefined;
  const { functions } = context.options;
  const index = text && fullTextIndexOf(text, { scope, indexing: readable, functions });
  const values = args.map((argument) => bindPart(argument, { context, scope }).constant);
  if (index === undefined || !values.every((value) => value !== undefined)) return undefined;
  const scoring = indexedScoring(
    values.map(({ value }) => value),
    index.language,
  );
  return scoring && { index, scoring };
}
