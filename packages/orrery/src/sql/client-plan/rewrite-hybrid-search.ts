/**
 * ORDER BY RANK: one query for each score, whose results the client ranks and fuses. A full-text score depends on
 * statistics of the whole container, so the client first collects those and puts them into the queries' placeholders.
 *
 * A negative weight turns a component's order around; clients are told the weight without its sign. Clients that
 * take scores as they come (`skipOrderBy`) always rank the highest first, so ascending scores are negated for them.
 */
import type { Value } from "../../value/json.ts";
import { constantOf } from "../bind/constant-of.ts";
import { isVectorDistance, type VectorEmbedding, vectorOrder } from "../bind/vector-metric.ts";
import {
  arrayOf,
  callOf,
  coalesceOf,
  countOf,
  literalOf,
  nameOf,
  negated,
  objectOf,
  propertyOf,
  selected,
} from "../plan/rewrite/build-expression.ts";
import { payloadOf, rewriteOrderBy } from "../plan/rewrite/rewrite-order-by.ts";
import { rootName } from "../plan/rewrite/root-name.ts";
import type { Expression, OrderByItem, Query } from "../syntax/ast.ts";
import { countValue } from "../syntax/count-value.ts";
import { printExpression, printQuery } from "../syntax/print-query.ts";
import { QueryError } from "../syntax/query-error.ts";
import { queryLimits } from "../syntax/query-limits.ts";
import {
  type HybridSearchQueryInfo,
  plainQueryInfo,
  type QueryInfo,
  type SortOrder,
} from "./execution-info.ts";

type Call = Extract<Expression, { kind: "call" }>;
type Parameters = ReadonlyMap<string, Value>;

/** Fewer candidates than this would make ranks meaningless; a component is asked for twice what the query wants. */
const candidatesMin = 60;
const placeholder = "documentdb-formattablehybridsearchquery";
/** The score of an item that has none: below, or above, every other. */
const missingFullTextScore = -1;
const missingVectorScore = 1.79769e308;

export interface HybridSearchOptions {
  readonly parameters: Parameters;
  readonly vectorEmbeddings: readonly VectorEmbedding[];
  readonly skipOrderBy: boolean;
}

interface Component {
  readonly score: Expression;
  readonly order: SortOrder;
  readonly item: OrderByItem;
  /** The score with a number in place of undefined. */
  readonly ranked: Expression;
  /** What the client has to know of the container first. */
  readonly statistics?: Expression;
}

export function planHybridSearch(query: Query, options: HybridSearchOptions): HybridSearchQueryInfo {
  const { scores, weights } = scoresOf(query, options.parameters);
  let texts = 0;
  const components = scores.map((score, i) => {
    const isReversed = (weights[i] ?? 0) < 0;
    return isVectorDistance(score)
      ? vectorComponent(score, isReversed, options)
      : textComponent(score, isReversed, texts++, options.parameters);
  });
  const top = query.select.top && countValue(query.select.top, "TOP", options.parameters);
  const limit = query.limit && countValue(query.limit, "LIMIT", options.parameters);
  const skip = query.offset && countValue(query.offset, "OFFSET", options.parameters);
  const statistics = components.flatMap((component) => component.statistics ?? []);
  return {
    globalStatisticsQuery: printQuery(statisticsQuery(query, statistics), "block"),
    componentQueryInfos: components.map((component) =>
      planComponent(query, component, components, candidatesOf(top, skip, limit), options.skipOrderBy),
    ),
    componentWithoutPayloadQueryInfos: [],
    projectionQueryInfo: null,
    componentWeights: weights.map(Math.abs),
    skip: skip ?? null,
    take: top ?? limit ?? null,
    requiresGlobalStatistics: statistics.length > 0,
  };
}

function scoresOf(
  query: Query,
  parameters: Parameters,
): { scores: readonly Call[]; weights: readonly number[] } {
  const ranking = query.orderBy!.items.map((item) => item.expression);
  const only = ranking[0]!;
  if (ranking.length !== 1)
    throw refusal("ORDER BY RANK takes one scoring function; combine several with RRF.", ranking[1]!);
  if (only.kind !== "call" || only.name.toUpperCase() !== "RRF")
    return { scores: [scoreCall(only)], weights: [] };
  const last = only.args.at(-1);
  const weights = last && last.kind !== "call" ? constantOf(last, parameters)?.value : undefined;
  if (weights === undefined) return { scores: only.args.map(scoreCall), weights: [] };
  const scores = only.args.slice(0, -1).map(scoreCall);
  if (
    !Array.isArray(weights) ||
    weights.length !== scores.length ||
    !weights.every((w) => typeof w === "number")
  ) {
    throw refusal(
      "The weights of RRF are an array with one number for each of its scoring functions.",
      last!,
    );
  }
  return { scores, weights };
}

function scoreCall(expression: Expression): Call {
  const isText =
    expression.kind === "call" && !expression.udf && expression.name.toUpperCase() === "FULLTEXTSCORE";
  if (isText || isVectorDistance(expression)) return expression as Call;
  throw refusal("ORDER BY RANK takes FullTextScore, VectorDistance, or RRF of these.", expression);
}

function refusal(message: string, at: Expression): QueryError {
  return new QueryError("InvalidRank", message, at.at);
}

function textComponent(call: Call, isReversed: boolean, index: number, parameters: Parameters): Component {
  const [path, ...rest] = call.args;
  const terms = rest.flatMap((term) => termsOf(term, parameters));
  if (path === undefined || terms.length === 0)
    throw refusal("FullTextScore takes a path and at least one term.", call);
  const score = callOf(
    "_FullTextScore",
    path,
    arrayOf(terms),
    nameOf(`{${placeholder}-totaldocumentcount}`),
    nameOf(`{${placeholder}-totalwordcount-${index}}`),
    nameOf(`{${placeholder}-hitcountsarray-${index}}`),
  );
  const hits = terms.map((term) => callOf("COUNTIF", callOf("FullTextContains", path, term)));
  return {
    score,
    order: isReversed ? "Ascending" : "Descending",
    item: { expression: score, descending: !isReversed, explicit: true },
    ranked: coalesceOf(score, literalOf(missingFullTextScore)),
    statistics: objectOf([
      ["totalWordCount", callOf("SUM", callOf("_FullTextWordCount", path))],
      ["hitCounts", arrayOf(hits)],
    ]),
  };
}

/** Terms may also come as one array, written out or as a parameter. */
function termsOf(term: Expression, parameters: Parameters): readonly Expression[] {
  if (term.kind === "array") return term.items;
  const value = term.kind === "parameter" ? parameters.get(term.name) : undefined;
  return Array.isArray(value) ? value.filter((text) => typeof text === "string").map(literalOf) : [term];
}

/** Without a direction, a vector score is ordered best first, whatever its metric. */
function vectorComponent(call: Call, isReversed: boolean, options: HybridSearchOptions): Component {
  const best = vectorOrder(call, options.vectorEmbeddings, options.parameters);
  const order = isReversed ? (best === "Ascending" ? "Descending" : "Ascending") : best;
  const score = callOf("_VectorScore", ...call.args);
  return {
    score,
    order,
    item: { expression: score, descending: isReversed && order === "Descending", explicit: isReversed },
    ranked: coalesceOf(score, literalOf(order === "Ascending" ? missingVectorScore : -missingVectorScore)),
  };
}

function statisticsQuery(query: Query, statistics: readonly Expression[]): Query {
  return {
    kind: "query",
    select: {
      distinct: false,
      shape: {
        kind: "list",
        items: [
          selected("documentCount", callOf("COUNT", literalOf(1))),
          selected("fullTextStatistics", arrayOf(statistics)),
        ],
      },
    },
    ...(query.from && { from: query.from }),
    at: query.at,
  };
}

interface Candidates {
  readonly top?: number;
  readonly limit?: number;
}

function candidatesOf(
  top: number | undefined,
  skip: number | undefined,
  limit: number | undefined,
): Candidates {
  const twice = (count: number) => Math.min(2 * Math.max(count, candidatesMin), queryLimits.countMax);
  if (top !== undefined) return { top: twice(top) };
  return limit === undefined ? {} : { limit: twice((skip ?? 0) + limit) };
}

function planComponent(
  query: Query,
  component: Component,
  all: readonly Component[],
  candidates: Candidates,
  skipOrderBy: boolean,
): QueryInfo {
  const { top, limit } = candidates;
  const isAlone = all.length === 1;
  const rewritten =
    skipOrderBy && !isAlone
      ? withScores(query, component, all)
      : rewriteOrderBy(
          query,
          [component.item],
          objectOf([
            ["payload", payloadOf(query.select.shape, query)],
            ["componentScores", arrayOf(skipOrderBy ? [] : all.map(({ ranked }) => ranked))],
          ]),
        );
  const { offset: _offset, limit: _limit, select, ...clauses } = rewritten;
  const text = printQuery(
    {
      ...clauses,
      select: { ...select, ...(top !== undefined && { top: countOf(top) }) },
      ...(limit !== undefined && { offset: countOf(0), limit: countOf(limit) }),
    },
    "block",
  );
  if (skipOrderBy && !isAlone) return { ...plainQueryInfo, rewrittenQuery: text };
  return {
    ...plainQueryInfo,
    top: top ?? null,
    offset: limit === undefined ? null : 0,
    limit: limit ?? null,
    orderBy: [component.order],
    orderByExpressions: [printExpression(component.score, "block")],
    rewrittenQuery: text,
    hasNonStreamingOrderBy: true,
  };
}

function withScores(query: Query, component: Component, all: readonly Component[]): Query {
  const scores = all.map(({ ranked, order }) => (order === "Ascending" ? negated(ranked) : ranked));
  return {
    ...query,
    select: {
      distinct: false,
      shape: {
        kind: "list",
        items: [
          { expression: propertyOf(nameOf(rootName(query)), "_rid") },
          selected("payload", payloadOf(query.select.shape, query)),
          selected("componentScores", arrayOf(scores)),
        ],
      },
    },
    orderBy: { rank: false, items: [component.item] },
  };
}
