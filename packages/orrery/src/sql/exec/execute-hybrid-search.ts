/**
 * ORDER BY RANK, served here as a client would serve it: the same component queries, ranked and fused the same way,
 * so that both ways answer the same rows. Each page computes the ranking anew; it is as small as TOP or LIMIT.
 */
import type { Json, JsonObject } from "../../value/json.ts";
import { arrayOf, literalOf } from "../plan/rewrite/build-expression.ts";
import {
  componentQuery,
  type HybridSearch,
  needsStatistics,
  type RankComponent,
  rankComponents,
  type StatisticsTerms,
  statisticsQuery,
} from "../plan/rewrite/hybrid-search.ts";
import type { Query } from "../syntax/ast.ts";
import { QueryError } from "../syntax/query-error.ts";
import { decodeContinuation, encodeContinuation, START } from "./continuation.ts";
import { type IndexUsageReport, mergeReports } from "./index-usage.ts";
import { PageBuilder } from "./page-builder.ts";
import type { QueryPage, QueryRequest } from "./query-request.ts";
import { addTimes, addWork, noTimes, noWork } from "./query-work.ts";
import { ValueRow } from "./result-row.ts";

/** As many as clients hold. */
const RANKED_ROWS_MAX = 50_000;
/** Reciprocal rank fusion: how little the first ranks stand out. */
const RANK_CONSTANT = 60;

interface Candidate {
  readonly payload: Json;
  readonly scores: readonly number[];
}

type ExecuteQuery = (request: QueryRequest) => Promise<QueryPage>;

/** `execute` runs the component queries. */
export async function executeHybridSearch(
  request: QueryRequest,
  search: HybridSearch,
  execute: ExecuteQuery,
): Promise<QueryPage> {
  const began = request.clock.now();
  const ranking = new Ranking(request, search, execute);
  const { rows: skip } =
    request.continuation === undefined ? START : decodeContinuation(request.continuation);
  const ranked = await ranking.payloads();
  const page = new PageBuilder(request.page);
  let at = skip;
  while (at < ranked.length && page.add(new ValueRow(ranked[at]!))) at++;
  const work = skip === 0 ? ranking.work : noWork();
  work.rowsOut = page.rows.length;
  work.bytesOut = page.bytes;
  return {
    rows: page.rows,
    ...(at < ranked.length && { continuation: encodeContinuation({ ...START, rows: at }) }),
    work,
    times: { ...ranking.times, totalMs: request.clock.now() - began },
    indexUsage: ranking.usage,
    hasReversedTies: false,
  };
}

class Ranking {
  readonly #request: QueryRequest;
  readonly #search: HybridSearch;
  readonly #execute: ExecuteQuery;
  readonly work = noWork();
  readonly times = noTimes();
  usage: IndexUsageReport = mergeReports([]);

  constructor(request: QueryRequest, search: HybridSearch, execute: ExecuteQuery) {
    this.#request = request;
    this.#search = search;
    this.#execute = execute;
  }

  /** Of the answer, in order. */
  async payloads(): Promise<readonly Json[]> {
    const components = rankComponents(this.#search, await this.#statistics());
    const scores = components.map(({ ranked }) => ranked);
    const candidates = new Map<string, Candidate>();
    for (const component of components) {
      for (const row of await this.#rows(componentQuery(this.#search, component, scores))) {
        const { _rid, payload } = row as {
          _rid: string;
          payload: { payload: Json; componentScores: number[] };
        };
        if (payload.payload === undefined) continue;
        candidates.set(_rid, { payload: payload.payload, scores: payload.componentScores });
      }
    }
    const { skip = 0, take = Number.POSITIVE_INFINITY, weights } = this.#search;
    return fuse([...candidates.values()], components, weights)
      .slice(skip, skip + take)
      .map(({ payload }) => payload);
  }

  /** Counted in the container, if any score needs it. */
  async #statistics(): Promise<StatisticsTerms> {
    if (!needsStatistics(this.#search)) return NO_STATISTICS;
    const [row] = await this.#rows(statisticsQuery(this.#search));
    const { documentCount, fullTextStatistics } = row as unknown as {
      documentCount: number;
      fullTextStatistics: { totalWordCount: number; hitCounts: number[] }[];
    };
    return {
      documentCount: literalOf(documentCount),
      totalWordCount: (text) => literalOf(fullTextStatistics[text]!.totalWordCount),
      hitCounts: (text) => arrayOf(fullTextStatistics[text]!.hitCounts.map(literalOf)),
    };
  }

  async #rows(query: Query): Promise<readonly JsonObject[]> {
    const { continuation: _continuation, ...rest } = this.#request;
    const rows: JsonObject[] = [];
    let continuation: string | undefined;
    do {
      const page = await this.#execute({
        ...rest,
        query,
        page: {},
        ...(continuation !== undefined && { continuation }),
      });
      rows.push(...page.rows.map((row) => row.value() as JsonObject));
      if (rows.length > RANKED_ROWS_MAX) {
        throw new QueryError(
          "RankTooLarge",
          `ORDER BY RANK found more than ${RANKED_ROWS_MAX} items. Add TOP, or OFFSET and LIMIT, or a filter.`,
        );
      }
      addWork(this.work, page.work);
      addTimes(this.times, page.times);
      this.usage = mergeReports([this.usage, page.indexUsage]);
      continuation = page.continuation;
    } while (continuation !== undefined);
    return rows;
  }
}

/** For searches without full text. */
const NO_STATISTICS: StatisticsTerms = {
  documentCount: literalOf(0),
  totalWordCount: () => literalOf(0),
  hitCounts: () => arrayOf([]),
};

/** One component keeps its order; several are fused by the reciprocals of their ranks, equal scores sharing a rank. */
function fuse(
  candidates: readonly Candidate[],
  components: readonly RankComponent[],
  weights: readonly number[],
): readonly Candidate[] {
  if (components.length === 1) return candidates;
  const fused = new Map<Candidate, number>();
  for (const [i, { descending }] of components.entries()) {
    const direction = descending ? -1 : 1;
    const sorted = [...candidates].sort((a, b) => direction * (a.scores[i]! - b.scores[i]!));
    const weight = weights[i] ?? 1;
    let rank = 0;
    for (const [at, candidate] of sorted.entries()) {
      if (at === 0 || candidate.scores[i] !== sorted[at - 1]!.scores[i]) rank++;
      fused.set(candidate, (fused.get(candidate) ?? 0) + weight / (RANK_CONSTANT + rank));
    }
  }
  return [...candidates].sort((a, b) => fused.get(b)! - fused.get(a)!);
}
