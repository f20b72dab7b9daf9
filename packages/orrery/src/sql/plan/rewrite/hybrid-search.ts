/**
 * ORDER BY RANK, taken apart: one query for each scoring function, which answers the best candidates by that score,
 * with all their scores; and one that counts what full-text scores have to know of the whole container first. Whoever
 * runs them fuses the ranks: a client, after its own fashion, or the executor.
 */
import type { Value } from "@orrerydb/exact-json";
import { constantOf } from "../../bind/expressions/constant-of.ts";
import { isHighestBest, isVectorDistance, type VectorEmbedding } from "../../bind/vector-metric.ts";
import type { Call, Expression, OrderByItem, Query } from "../../syntax/ast.ts";
import { countValue } from "../../syntax/count-value.ts";
import { QueryError } from "../../syntax/query-error.ts";
import { queryLimits } from "../../syntax/query-limits.ts";
import { arrayOf, callOf, coalesceOf, countOf, literalOf, objectOf, selected } from "./build-expression.ts";
import { payloadOf, rewriteOrderBy } from "./rewrite-order-by.ts";

type Parameters = ReadonlyMap<string, Value>;

/** Fewer candidates than this would make ranks meaningless; a component is asked for twice what the query wants. */
const CANDIDATES_MIN = 60;
/** The score of an item that has none: below, or above, every other. */
const MISSING_TEXT_SCORE = -1;
const MISSING_VECTOR_SCORE = 1.79769e308;

export interface HybridSearch {
  readonly query: Query;
  readonly scores: readonly RankedScore[];
  /** One for each score, none of them negative; empty where they all weigh the same. */
  readonly weights: readonly number[];
  readonly skip?: number;
  readonly take?: number;
  /** How many candidates each component is asked for. */
  readonly candidates: Candidates;
}

type RankedScore =
  | {
      readonly kind: "text";
      /** The highest scores come first. */
      readonly descending: boolean;
      readonly path: Expression;
      readonly terms: readonly Expression[];
    }
  | {
      readonly kind: "vector";
      readonly descending: boolean;
      /** A negative weight asks for the worst first. */
      readonly isReversed: boolean;
      readonly args: readonly Expression[];
    };

interface Candidates {
  readonly top?: number;
  readonly limit?: number;
}

export interface HybridSearchOptions {
  readonly parameters: Parameters;
  readonly vectorEmbeddings: readonly VectorEmbedding[];
}

export function planHybridSearch(query: Query, options: HybridSearchOptions): HybridSearch {
  const { parameters } = options;
  const { calls, weights } = scoreCalls(query, parameters);
  const top = query.select.top && countValue(query.select.top, "TOP", parameters);
  const limit = query.limit && countValue(query.limit, "LIMIT", parameters);
  const skip = query.offset && countValue(query.offset, "OFFSET", parameters);
  const take = top ?? limit;
  return {
    query,
    scores: calls.map((call, i) => rankedScore(call, (weights[i] ?? 0) < 0, options)),
    weights: weights.map(Math.abs),
    ...(skip !== undefined && { skip }),
    ...(take !== undefined && { take }),
    candidates: candidatesOf(top, skip, limit),
  };
}

/** As the rules of queries have left it: one score, or RRF of several, with or without weights. */
function scoreCalls(
  query: Query,
  parameters: Parameters,
): { readonly calls: readonly Call[]; readonly weights: readonly number[] } {
  const ranking = query.orderBy!.items[0]!.expression as Call;
  if (ranking.name.toUpperCase() !== "RRF") return { calls: [ranking], weights: [] };
  const args = ranking.args as readonly Call[];
  const last = ranking.args.at(-1)!;
  if (last.kind === "call") return { calls: args, weights: [] };
  return { calls: args.slice(0, -1), weights: constantOf(last, parameters)?.value as number[] };
}

function rankedScore(call: Call, isReversed: boolean, options: HybridSearchOptions): RankedScore {
  const { parameters, vectorEmbeddings } = options;
  const { args, at } = call;
  if (isVectorDistance(call)) {
    const descending = isHighestBest(call, vectorEmbeddings, parameters) !== isReversed;
    return { kind: "vector", descending, isReversed, args };
  }
  const [path, ...rest] = args;
  const terms = rest.flatMap((term) => termsOf(term, parameters));
  if (path === undefined || terms.length === 0)
    throw new QueryError("SC2050", "FullTextScore takes a path and at least one term.", at);
  return { kind: "text", descending: !isReversed, path, terms };
}

/** Terms may also come as one array, written out or as a parameter. */
function termsOf(term: Expression, parameters: Parameters): readonly Expression[] {
  if (term.kind === "array") return term.items;
  const value = term.kind === "parameter" ? parameters.get(term.name) : undefined;
  return Array.isArray(value) ? value.map(literalOf) : [term];
}

function candidatesOf(
  top: number | undefined,
  skip: number | undefined,
  limit: number | undefined,
): Candidates {
  const twice = (count: number) => Math.min(2 * Math.max(count, CANDIDATES_MIN), queryLimits.countMax);
  if (top !== undefined) return { top: twice(top) };
  return limit === undefined ? {} : { limit: twice((skip ?? 0) + limit) };
}

export function needsStatistics({ scores }: HybridSearch): boolean {
  return scores.some(({ kind }) => kind === "text");
}

/** One row: `documentCount`, and `fullTextStatistics` with `totalWordCount` and `hitCounts` for each full-text score. */
export function statisticsQuery({ query, scores }: HybridSearch): Query {
  const statistics = scores.flatMap((score) => {
    if (score.kind !== "text") return [];
    const { path, terms } = score;
    const hits = terms.map((term) => callOf("COUNTIF", callOf("FullTextContains", path, term)));
    const words = callOf("SUM", callOf("_FullTextWordCount", path));
    return [
      objectOf([
        ["totalWordCount", words],
        ["hitCounts", arrayOf(hits)],
      ]),
    ];
  });
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

/** What a full-text score is computed with: the numbers, or what a client puts in their place. */
export interface StatisticsTerms {
  readonly documentCount: Expression;
  /** Of the full-text scores, by their number among themselves. */
  totalWordCount(text: number): Expression;
  hitCounts(text: number): Expression;
}

export interface RankComponent {
  readonly score: Expression;
  readonly descending: boolean;
  readonly item: OrderByItem;
  /** The score with a number in place of undefined. */
  readonly ranked: Expression;
}

export function rankComponents({ scores }: HybridSearch, terms: StatisticsTerms): readonly RankComponent[] {
  let texts = 0;
  return scores.map((score) =>
    score.kind === "text" ? textComponent(score, texts++, terms) : vectorComponent(score),
  );
}

function textComponent(
  { path, terms, descending }: Extract<RankedScore, { kind: "text" }>,
  number: number,
  statistics: StatisticsTerms,
): RankComponent {
  const score = callOf(
    "_FullTextScore",
    path,
    arrayOf(terms),
    statistics.documentCount,
    statistics.totalWordCount(number),
    statistics.hitCounts(number),
  );
  return {
    score,
    descending,
    item: { expression: score, descending, explicit: true },
    ranked: coalesceOf(score, literalOf(MISSING_TEXT_SCORE)),
  };
}

/** Without a direction, a vector score is ordered best first, whatever its metric. */
function vectorComponent({
  args,
  descending,
  isReversed,
}: Extract<RankedScore, { kind: "vector" }>): RankComponent {
  const score = callOf("_VectorScore", ...args);
  return {
    score,
    descending,
    item: { expression: score, descending: isReversed && descending, explicit: isReversed },
    ranked: coalesceOf(score, literalOf(descending ? -MISSING_VECTOR_SCORE : MISSING_VECTOR_SCORE)),
  };
}

/** The candidates of a component, each with its payload and the scores asked for; best first. */
export function componentQuery(
  { query, candidates }: HybridSearch,
  component: RankComponent,
  scores: readonly Expression[],
  filter?: Expression,
): Query {
  const payload = objectOf([
    ["payload", payloadOf(query)],
    ["componentScores", arrayOf(scores)],
  ]);
  const items = [component.item];
  return withCandidates(rewriteOrderBy(query, { items, payload, ...(filter && { filter }) }), candidates);
}

/** The counts of the query itself are for the fused ranking. */
export function withCandidates(query: Query, { top, limit }: Candidates): Query {
  const { offset: _offset, limit: _limit, select, ...clauses } = query;
  return {
    ...clauses,
    select: { ...select, ...(top !== undefined && { top: countOf(top) }) },
    ...(limit !== undefined && { offset: countOf(0), limit: countOf(limit) }),
  };
}
