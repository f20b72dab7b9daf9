/** A request for one page of a query, and the answer. */
import type { Json } from "@orrerydb/exact-json";
import type { ScheduledTask } from "../../schedule/scheduler.ts";
import type { ItemName } from "../../value/rows/row-source.ts";
import type { UdfHost } from "../bind/bind-context.ts";
import type { ComputedProperty } from "../bind/computed/computed-properties.ts";
import type { QueryParameter } from "../bind/query-parameters.ts";
import type { VectorEmbedding } from "../bind/vector-metric.ts";
import type { FunctionContext } from "../functions/builtin-function.ts";
import type { AccessTuning } from "../plan/access/choose-access.ts";
import type { IndexUsageReport } from "../plan/index-advice.ts";
import type { IndexingView } from "../plan/predicates/indexing-view.ts";
import type { Query } from "../syntax/ast.ts";
import type { KeptResults } from "./kept-results.ts";
import type { QueryStop } from "./pacer.ts";
import type { PageLimits } from "./page-builder.ts";
import type { QueryTimes, QueryWork } from "./query-work.ts";
import type { ResultRow } from "./result-row.ts";
import type { QueryPartition } from "./stream/query-range.ts";

export interface QueryRequest {
  readonly query: Query;
  readonly parameters?: readonly QueryParameter[];
  readonly partitions: readonly QueryPartition[];
  /** Whether it was asked of the whole container: then expressions are refused that no client could merge. */
  readonly isMerged?: boolean;
  readonly indexing: IndexingView;
  readonly computedProperties?: readonly ComputedProperty[];
  /**
   * What all items in scope have in common: the values of the partition key, where the scope is one logical
   * partition. Paths are canonical, values scalars. A filter that asks for nothing else need not look at an item.
   */
  readonly known?: readonly { readonly path: string; readonly value: Json }[];
  /** The only items that the query can have rows of, by name; `exact`: each of them passes the filter. */
  readonly named?: { readonly names: readonly ItemName[]; readonly exact: boolean };
  /** The container's vector policy: which metric VectorDistance uses, and so which order is best first. */
  readonly vectorEmbeddings?: readonly VectorEmbedding[];
  readonly udf?: UdfHost;
  readonly functions: FunctionContext;
  readonly page: PageLimits;
  readonly continuation?: string;
  /** What pages of this query may leave behind for later ones; absent: nothing. */
  readonly kept?: KeptResults;
  /** By which it takes turns with everything else that goes on, and is timed. */
  readonly task: ScheduledTask;
  /** Absent: the query may take as long as it likes. */
  readonly stop?: QueryStop;
  /** For tests. */
  readonly tuning?: AccessTuning;
}

export interface QueryPage {
  readonly rows: readonly ResultRow[];
  /** Absent on the last page. */
  readonly continuation?: string;
  readonly work: QueryWork;
  readonly times: QueryTimes;
  readonly indexUsage: IndexUsageReport;
  /** Rows with equal sort keys come from the highest resource id to the lowest. */
  readonly hasReversedTies: boolean;
}
