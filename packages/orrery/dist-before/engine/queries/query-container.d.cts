/**
 * Queries on a container: the text is parsed (and remembered), the scope and the filter decide which partitions
 * are asked, the work that was done decides the charge.
 */
import type { Admitted } from "../../schedule/admission.cjs";
import type { TaskOwner } from "../../schedule/task-line.cjs";
import { type QueryPage, type UdfHost } from "../../sql/index.cjs";
import type { Json } from "../../value/json.cjs";
import type { RangeSeen } from "../container/answer-source.cjs";
import type { Container } from "../container/container.cjs";
import type { ContainerNames } from "../container/container-names.cjs";
import { type RequestTerms } from "../container/request-terms.cjs";
import type { KeptQueryResults } from "./kept-query-results.cjs";
import { type RequestScope } from "./query-scope.cjs";
export interface QueryText {
    readonly text: string;
    readonly parameters: readonly {
        readonly name: string;
        readonly value: Json;
    }[];
}
export interface ItemQueryRequest extends RequestScope {
    readonly terms: RequestTerms;
    readonly maxItems?: number | undefined;
    readonly continuation?: string | undefined;
    readonly udf?: UdfHost | undefined;
    /** What pages leave behind for later ones; absent: nothing. */
    readonly kept?: KeptQueryResults | undefined;
    /** Whom the query is for; absent: for nobody else. */
    readonly owner?: TaskOwner | undefined;
    /** Absent: it runs whatever else is under way. */
    readonly admitted?: Admitted | undefined;
    /** Whether the client has gone: then the query ends. */
    readonly isUnwanted?: (() => boolean) | undefined;
}
export interface QueryAnswer extends Pick<QueryPage, "rows" | "work" | "times" | "indexUsage" | "hasReversedTies"> {
    readonly continuation?: string;
    readonly charge: number;
    readonly container: ContainerNames;
    /** Those that were in scope; empty when no item can match. */
    readonly ranges: readonly RangeSeen[];
}
export declare function queryContainer(container: Container, { text, parameters }: QueryText, request: ItemQueryRequest): Promise<QueryAnswer>;
