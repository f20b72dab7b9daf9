/**
 * ORDER BY RANK, served here as a client would serve it: the same component queries, ranked and fused the same way,
 * so that both ways answer the same rows. Each page computes the ranking anew; it is as small as TOP or LIMIT.
 */
import type { Json, JsonObject } from "../../value/json.ts";
import type { HybridSearchQueryInfo } from "../client-plan/execution-info.ts";
import { planHybridSearch } from "../client-plan/rewrite-hybrid-search.ts";
import { parseQuery } from "../syntax/parse-query.ts";
import { QueryError } from "../syntax/query-error.ts";
import { decodeContinuation, encodeContinuation, START } from "./continuation.ts";
import { executeQuery, parameterMap, type QueryPage, type QueryRequest } from "./execute-query.ts";
import { type IndexUsageReport, mergeReports } from "./index-usage.ts";
import { PageBuilder } from "./page-builder.ts";
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

export async function executeHybridSearch(request: QueryRequest): Promise<QueryPage> {
  const began = request.clock.now();
  const search = new HybridSearch(request);
  const { rows: skip } =
    request.continuation === undefined ? START : decodeContinuation(request.continuation);
  const ranked = await search.ranking();
  const page = new PageBuilder(request.page);
  let at = skip;
  while (at < ranked.length && page.add(new ValueRow(ranked[at]!))) at++;
  const work = skip === 0 ? search.work : noWork();
  work.rowsOut = page.rows.length;
  work.bytesOut = page.bytes;
  return {
    rows: page.rows,
    ...(at < ranked.length && { continuation: encodeContinuation({ ...START, rows: at }) }),
    work,
    times: { ...search.times, totalMs: request.clock.now() - began },
    indexUsage: search.usage,
  };
}

class HybridSearch {
  readonly #request: QueryRequest;
  readonly #info: HybridSearchQueryInfo;
  readonly work = noWork();
  readonly times = noTimes();
  usage: IndexUsageReport = mergeReports([]);

  constructor(request: QueryRequest) {
    this.#request = request;
    this.#info = planHybridSearch(request.query, {
      parameters: parameterMap(request),
      vectorEmbeddings: request.vectorEmbeddings ?? [],
      skipOrderBy: false,
    });
  }

  /** The payloads of the answer, in order. */
  async ranking(): Promise<readonly Json[]> {
    const fill = await this.#placeholders();
    const candidates = new Map<string, Candidate>();
    for (const { rewrittenQuery } of this.#info.componentQueryInfos) {
      for (const row of await this.#rows(fill(rewrittenQuery))) {
        const { _rid, payload } = row as {
          _rid: string;
          payload: { payload: Json; componentScores: number[] };
        };
        if (payload.payload === undefined) continue;
        candidates.set(_rid, { payload: payload.payload, scores: payload.componentScores });
      }
    }
    const { skip, take } = this.#info;
    const first = skip ?? 0;
    return fuse([...candidates.values()], this.#info)
      .slice(first, take === null ? undefined : first + take)
      .map(({ payload }) => payload);
  }

  /** Puts the container's statistics into a component query, as clients do. */
  async #placeholders(): Promise<(text: string) => string> {
    const values = new Map<string, string>([["documentdb-formattableorderbyquery-filter", "true"]]);
    if (this.#info.requiresGlobalStatistics) {
      const prefix = "documentdb-formattablehybridsearchquery";
      const [statistics] = await this.#rows(this.#info.globalStatisticsQuery);
      const { documentCount, fullTextStatistics } = statistics as unknown as {
        documentCount: number;
        fullTextStatistics: { totalWordCount: number; hitCounts: number[] }[];
      };
      values.set(`${prefix}-totaldocumentcount`, `${documentCount}`);
      for (const [i, { totalWordCount, hitCounts }] of fullTextStatistics.entries()) {
        values.set(`${prefix}-totalwordcount-${i}`, `${totalWordCount}`);
        values.set(`${prefix}-hitcountsarray-${i}`, JSON.stringify(hitCounts));
      }
    }
    return (text) =>
      text.replace(/\{([a-z0-9-]+)\}/g, (placeholder, name) => values.get(name) ?? placeholder);
  }

  async #rows(text: string): Promise<readonly JsonObject[]> {
    const { continuation: _continuation, ...rest } = this.#request;
    const rows: JsonObject[] = [];
    let continuation: string | undefined;
    do {
      const page = await executeQuery({
        ...rest,
        query: parseQuery(text),
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

/** One component keeps its order; several are fused by the reciprocals of their ranks, equal scores sharing a rank. */
function fuse(candidates: readonly Candidate[], info: HybridSearchQueryInfo): readonly Candidate[] {
  const components = info.componentQueryInfos;
  if (components.length === 1) return candidates;
  const fused = new Map<Candidate, number>();
  for (const [i, { orderBy }] of components.entries()) {
    const direction = orderBy[0] === "Ascending" ? 1 : -1;
    const sorted = [...candidates].sort((a, b) => direction * (a.scores[i]! - b.scores[i]!));
    const weight = info.componentWeights[i] ?? 1;
    let rank = 0;
    for (const [at, candidate] of sorted.entries()) {
      if (at === 0 || candidate.scores[i] !== sorted[at - 1]!.scores[i]) rank++;
      fused.set(candidate, (fused.get(candidate) ?? 0) + weight / (RANK_CONSTANT + rank));
    }
  }
  return [...candidates].sort((a, b) => fused.get(b)! - fused.get(a)!);
}
