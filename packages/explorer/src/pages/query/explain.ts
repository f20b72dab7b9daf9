/** How a query ran, in sentences: what the client does on its side, and one piece of advice with its evidence. */
import { number, plural } from "../../parts/words.ts";
import type { QueryPlan, QueryRun } from "./run-query.ts";

export function clientWork({ queryInfo }: QueryPlan, visited: number): string {
  if (visited <= 1) return "One partition has all of it: the client passes its answer on.";
  const work: string[] = [];
  const { orderBy = [], aggregates = [], groupByExpressions = [], distinctType, top, limit } = queryInfo;
  if (orderBy.length > 0) work.push("merges their sorted pages row by row");
  if (groupByExpressions.length > 0) work.push("adds up the groups");
  else if (aggregates.length > 0) work.push(`adds up the partial results (${aggregates.join(", ")})`);
  if (distinctType !== undefined && distinctType !== "None") work.push("drops rows that came before");
  if (top !== undefined && top !== null) work.push(`stops after ${number(top)} rows`);
  if (limit !== undefined && limit !== null) work.push("skips and cuts rows");
  const rest = work.length === 0 ? "passes the rows on as they come" : work.join(", ");
  return `The client asks ${plural(visited, "partition")} and ${rest}.`;
}

export interface AdviceFacts {
  readonly run: Pick<QueryRun, "rows" | "loaded" | "possibleIndexes">;
  readonly visited: number;
  readonly partitions: number;
  readonly keyPaths: readonly string[];
}

/** Reading this many times as many items as it returns is worth a word. */
const WASTE = 5;

export function advice({ run, visited, partitions, keyPaths }: AdviceFacts): string {
  if (run.possibleIndexes.length > 0)
    return `Add the index ${run.possibleIndexes[0]} to the indexing policy: this query could use it. It read ${plural(run.loaded, "item")} to return ${number(run.rows.length)}.`;
  if (run.loaded > WASTE * Math.max(1, run.rows.length))
    return `It read ${plural(run.loaded, "item")} to return ${number(run.rows.length)}: no index answers this filter. Compare a property with a value instead of computing with it.`;
  if (partitions > 1 && visited === partitions) {
    const key = keyPaths.map((path) => `c${path.replaceAll("/", ".")} = …`).join(" AND ");
    return `It asks all ${number(partitions)} partitions, since the filter does not name the key. With “${key}” it would ask one.`;
  }
  return "Nothing to improve: it asks only where the data is.";
}
