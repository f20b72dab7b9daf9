/**
 * ORDER BY RANK for a client: the queries of its components as text, with placeholders for what the client finds out
 * first, and how to fuse their ranks.
 */

import { arrayOf, nameOf, negated, selected } from "../plan/rewrite/build-expression.ts";
import {
  componentQuery,
  type HybridSearch,
  type HybridSearchOptions,
  needsStatistics,
  planHybridSearch,
  type RankComponent,
  rankComponents,
  type StatisticsTerms,
  statisticsQuery,
  withCandidates,
} from "../plan/rewrite/hybrid-search.ts";
import { payloadOf, selectWithRid } from "../plan/rewrite/rewrite-order-by.ts";
import type { Expression, Query } from "../syntax/ast.ts";
import { printExpression, printQuery } from "../syntax/print-query.ts";
import { type HybridSearchQueryInfo, plainQueryInfo, type QueryInfo } from "./execution-info.ts";
import { RESUME_FILTER } from "./resume-filter.ts";

const PLACEHOLDER = "documentdb-formattablehybridsearchquery";

const PLACEHOLDERS: StatisticsTerms = {
  documentCount: nameOf(`{${PLACEHOLDER}-totaldocumentcount}`),
  totalWordCount: (text) => nameOf(`{${PLACEHOLDER}-totalwordcount-${text}}`),
  hitCounts: (text) => nameOf(`{${PLACEHOLDER}-hitcountsarray-${text}}`),
};

interface ClientSearchOptions extends HybridSearchOptions {
  /** The client sorts by itself: components need not answer what they are ordered by. */
  readonly skipOrderBy: boolean;
}

/** Each component is printed in a slice. */
export function* planHybridSearchForClient(
  query: Query,
  options: ClientSearchOptions,
): Generator<void, HybridSearchQueryInfo> {
  const search = planHybridSearch(query, options);
  const components = rankComponents(search, PLACEHOLDERS);
  const scores = components.map(({ ranked }) => ranked);
  const componentQueryInfos: QueryInfo[] = [];
  for (const component of components) {
    yield;
    componentQueryInfos.push(
      options.skipOrderBy
        ? unorderedComponent(search, component, components)
        : orderedComponent(search, component, scores),
    );
  }
  return {
    globalStatisticsQuery: printQuery(statisticsQuery(search), "block"),
    componentQueryInfos,
    componentWithoutPayloadQueryInfos: [],
    projectionQueryInfo: null,
    componentWeights: search.weights,
    skip: search.skip ?? null,
    take: search.take ?? null,
    requiresGlobalStatistics: needsStatistics(search),
  };
}

/** A component that is alone keeps its order: nothing is fused. */
function unorderedComponent(
  search: HybridSearch,
  component: RankComponent,
  all: readonly RankComponent[],
): QueryInfo {
  if (all.length === 1) return orderedComponent(search, component, []);
  const rewritten = withCandidates(withScores(search.query, component, all), search.candidates);
  return { ...plainQueryInfo, rewrittenQuery: printQuery(rewritten, "block") };
}

function orderedComponent(
  search: HybridSearch,
  component: RankComponent,
  scores: readonly Expression[],
): QueryInfo {
  const { top, limit } = search.candidates;
  return {
    ...plainQueryInfo,
    top: top ?? null,
    offset: limit === undefined ? null : 0,
    limit: limit ?? null,
    orderBy: [component.descending ? "Descending" : "Ascending"],
    orderByExpressions: [printExpression(component.score, "block")],
    rewrittenQuery: printQuery(componentQuery(search, component, scores, RESUME_FILTER), "block"),
    hasNonStreamingOrderBy: true,
  };
}

function withScores(query: Query, component: RankComponent, all: readonly RankComponent[]): Query {
  const scores = all.map(({ ranked, descending }) => (descending ? ranked : negated(ranked)));
  return {
    ...query,
    select: selectWithRid(query, [
      selected("payload", payloadOf(query)),
      selected("componentScores", arrayOf(scores)),
    ]),
    orderBy: { rank: false, items: [component.item] },
  };
}
