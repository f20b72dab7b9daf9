/** What a page of the change feed is in either mode: what it is asked by, how far it goes, who pays for it. */
import type { TaskOwner } from "../../schedule/task-line.cjs";
import type { Moment } from "../../store/moment.cjs";
import { type AnswerSource } from "../container/answer-source.cjs";
import type { Container } from "../container/container.cjs";
import type { PhysicalPartition } from "../container/partition-map.cjs";
import { type RequestTerms } from "../container/request-terms.cjs";
import { type RequestScope, type ScopedPartition } from "../queries/query-scope.cjs";
/** How many are looked at for one page, however few it returns: about a tenth of a second. */
export declare const PAGE_ENTRIES_MAX = 10000;
export interface ChangeFeedRequest extends RequestScope {
    /** Its session is not looked at: a position says exactly where to go on. */
    readonly terms: RequestTerms;
    readonly maxItems?: number | undefined;
    /** After this LSN; absent: from the beginning. */
    readonly afterLsn?: number | "now" | undefined;
    /** Only what was written at or after this time, in seconds since 1970. */
    readonly sinceSeconds?: number | undefined;
    /** Whom it is for; absent: for nobody else. */
    readonly owner?: TaskOwner | undefined;
    /** Whether the one who asked has gone. */
    readonly isUnwanted?: (() => boolean) | undefined;
}
/** What a page says beside its changes. */
export interface ChangeFeedPage extends AnswerSource {
    /** The LSN after which the next page begins. */
    readonly position: number;
    /** Whether there is more to look at: a page without items need not be the end. */
    readonly hasMore: boolean;
    readonly charge: number;
}
/** Finds the part of a partition whose changes are asked for, and meters the reading of it. */
export declare function readChangeFeedPage<Page extends ChangeFeedPage>(container: Container, request: ChangeFeedRequest, read: (part: ScopedPartition) => Promise<Page>): Promise<Page>;
/** A page without changes: the next one begins with what is written from now on. */
export declare function pageFromNow(container: Container, partition: PhysicalPartition, { readMultiplier }: RequestTerms): ChangeFeedPage;
export declare function pageLimits({ maxItems }: ChangeFeedRequest): {
    itemsMax: number;
    bytesMax: number;
    entriesMax: number;
};
/** Reads a partition that has just been looked up, as it is now: a split or merge would take its rows away. */
export declare function atThisMoment<T>(container: Container, partition: PhysicalPartition, read: (moment: Moment) => Promise<T>): Promise<T>;
