/** A request for one page of a query, and the answer. */
import type { ScheduledTask } from "../../schedule/scheduler.cjs";
import type { Json } from "../../value/json.cjs";
import type { ItemName } from "../../value/row-source.cjs";
import type { UdfHost } from "../bind/bind-context.cjs";
import type { ComputedProperty } from "../bind/computed-properties.cjs";
import type { QueryParameter } from "../bind/query-parameters.cjs";
import type { VectorEmbedding } from "../bind/vector-metric.cjs";
import type { FunctionContext } from "../functions/builtin-function.cjs";
import type { AccessTuning } from "../plan/choose-access.cjs";
import type { IndexUsageReport } from "../plan/index-advice.cjs";
import type { IndexingView } from "../plan/indexing-view.cjs";
import type { Query } from "../syntax/ast.cjs";
import type { KeptResults } from "./kept-results.cjs";
import type { QueryStop } from "./pacer.cjs";
import type { PageLimits } from "./page-builder.cjs";
import type { QueryTimes, QueryWork } from "./query-work.cjs";
import type { ResultRow } from "./result-row.cjs";
import type { QueryPartition } from "./stream/query-range.cjs";
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
    readonly known?: readonly {
        readonly path: string;
        readonly value: Json;
    }[];
    /** The only items that the query can have rows of, by name; `exact`: each of them passes the filter. */
    readonly named?: {
        readonly names: readonly ItemName[];
        readonly exact: boolean;
    };
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
