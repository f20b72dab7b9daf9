import { LRUCache } from "lru-cache";
import type { KeptResult, KeptResults } from "../../sql/index.cjs";
import type { RangeSeen } from "../container/answer-source.cjs";
import { type Environment } from "../ground/environment.cjs";
interface Kept {
    readonly result: KeptResult;
    /** Of the query that it belongs to. */
    readonly identity: string;
    readonly ranges: readonly RangeSeen[];
    readonly keptMs: number;
}
/** A query as pages of it have it in common. */
interface KeptQuery {
    /** The container, the text with its parameters, the scope: the same for all pages of a query, and for no other. */
    readonly identity: readonly unknown[];
    /** The partitions in scope as they are now. */
    readonly ranges: readonly RangeSeen[];
    /** Whether the client may be answered as of these LSNs. */
    isNewEnough(ranges: readonly RangeSeen[]): boolean;
}
export declare class KeptQueryResults {
    #private;
    constructor(environment: Environment);
    /** For a page of a query. */
    of(query: KeptQuery): KeptForPage;
}
export declare class KeptForPage implements KeptResults {
    #private;
    constructor(kept: LRUCache<string, Kept>, environment: Environment, query: KeptQuery);
    /** That of the rows, where they were computed for an earlier page. */
    get olderMoment(): readonly RangeSeen[] | undefined;
    find(id: string): KeptResult | undefined;
    keep(result: KeptResult, id?: string): string;
}
export {};
