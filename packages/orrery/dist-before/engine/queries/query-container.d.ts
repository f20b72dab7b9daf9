/**
 * Queries on a container: the text is parsed (and remembered), the scope and the filter decide which partitions
 * are asked, the work that was done decides the charge.
 */
import type { Admitted } from "../../schedule/admission.js";
import type { TaskOwner } from "../../schedule/task-line.js";
import { type QueryPage, type UdfHost } from "../../sql/index.js";
import type { Json } from "../../value/json.js";
import type { RangeSeen } from "../container/answer-source.js";
import type { Container } from "../container/container.js";
import type { ContainerNames } from "../container/container-names.js";
import { type RequestTerms } from "../container/request-terms.js";
import type { KeptQueryResults } from "./kept-query-results.js";
import { type RequestScope } from "./query-scope.js";
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
