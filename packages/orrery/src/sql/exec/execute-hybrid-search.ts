/**
 * ORDER BY RANK, served here as a client would serve it: the same component queries, ranked and fused the same way,
 * so that both ways answer the same rows. What follows a page is kept for the next; if it is gone, the ranking is computed
 * anew, which is as small as TOP or LIMIT.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import type { IndexUsageReport } from "../plan/index-advice.ts";
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
import { mergeReports } from "./index-usage.ts";
import { PageBuilder } from "./page-builder.ts";
import { WholeAnswer } from "./produce/whole-answer.ts";
import type { QueryPage, QueryRequest } from "./query-request.ts";
import { addTimes, addWork, noTimes, noWork } from "./query-work.ts";
import { ValueRow } from "./result-row.ts";

/** As many as clients hold. */
const RANKED_ROWS_MAX = 50_000;
/** Reciprocal rank fusion: how little the first ranks stand out. */
const RANK_CONSTANT = 60;

interface Candidate {
  readonly rid: string;
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
  const { task, continuation, kept } = request;
  const began = task.now();
  const start = continuation === undefined ? START : decodeContinuation(continuation);
  const page = new PageBuilder(request.page);
  const answer = new WholeAnswer({ start, ranges: [], page, ...(kept && { kept }) });
  const ranking = new Ranking(request, search, execute);
  if (!answer.fromKept()) {
    for (const payload of await ranking.payloads()) if (!answer.add(new ValueRow(payload))) break;
  }
  const work = start.rows === 0 ? ranking.work : noWork();
  work.rowsOut = page.rows.length;
  work.bytesOut = page.bytes;
  const { next } = answer;
  return {
    rows: page.rows,
    ...(next && { continuation: encodeContinuation(next) }),
    work,
    times: { ...ranking.times, totalMs: task.now() - began },
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
        candidates.set(_rid, { rid: _rid, payload: payload.payload, scores: payload.componentScores });
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
    // What clients may not ask of several partitions, these queries may.
    const { continuation: _continuation, isMerged: _isMerged, ...rest } = this.#request;
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

/**
 * One component keeps its order; several are fused by the reciprocals of their ranks, equal scores sharing a rank. What
 * ranks equal comes by resource id: the same on every page, however the partitions have changed since the last.
 */
function fuse(
  candidates: readonly Candidate[],
  components: readonly RankComponent[],
  weights: readonly number[],
): readonly Candidate[] {
  if (components.length === 1) return withTiesByRid(candidates, ({ scores }) => scores[0]);
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
  const sorted = [...candidates].sort((a, b) => fused.get(b)! - fused.get(a)!);
  return withTiesByRid(sorted, (candidate) => fused.get(candidate));
}

function withTiesByRid(
  sorted: readonly Candidate[],
  scoreOf: (candidate: Candidate) => number | undefined,
): readonly Candidate[] {
  let place = 0;
  const placed = sorted.map((candidate, i) => {
    if (i > 0 && scoreOf(candidate) !== scoreOf(sorted[i - 1]!)) place++;
    return { candidate, place };
  });
  placed.sort((a, b) => a.place - b.place || (a.candidate.rid < b.candidate.rid ? -1 : 1));
  return placed.map(({ candidate }) => candidate);
}
