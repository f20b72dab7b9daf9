import { type Change, type ChangePage, type Place, type ScannedPage } from "./change-feed.js";
import type { Item, KeyComponents } from "./item-identity.js";
import type { JobState, RangeState } from "./job-state.js";
import type { KnownPlaces } from "./known-places.js";
import type { Direction } from "./sides.js";
import type { ThroughputShare } from "./throughput-share.js";
export interface MoveContext {
    readonly direction: Direction;
    readonly state: JobState;
    readonly share: ThroughputShare;
    readonly known: KnownPlaces;
    /** Fails when the work is to end: cancelled, paused, or the lease is lost. */
    check(): void;
    wait(ms: number): Promise<void>;
    now(): number;
    moved(items: number): void;
    lag(range: string, ms: number): void;
}
/** Feed ranges that are worked on at once. */
export declare const RANGES_AT_ONCE = 8;
/** Returns when every range is copied. */
export declare function copyRanges(context: MoveContext, ranges: readonly RangeState[]): Promise<void>;
/**
 * What was changed since following began is left to it: so every item is copied in the version that it had then, if at
 * all, and none of it can lie at another address. After a split or a merge nobody can tell; then the target is asked.
 */
export declare function changesToCopy({ items, place }: Pick<ScannedPage, "items" | "place">, begun: Place | undefined): {
    readonly changes: readonly Change[];
    readonly isExact: boolean;
};
/**
 * When following ends: never; when all that was changed before is brought over; or when there is nothing more, which
 * comes only if nobody writes.
 */
export type FollowEnd = "never" | "caughtUp" | "nothingMore";
export declare function followRanges(context: MoveContext, ranges: readonly RangeState[], end: FollowEnd): Promise<void>;
/**
 * Which creations the target cannot have seen, so that they need not be looked up: those after the first look at their
 * partition, since whatever was copied, repaired or brought over before, by any process, is older than that; and all, as
 * long as nobody but the copy was at it. A page that is tried again may be there in part.
 */
export declare class News {
    #private;
    constructor(isAll: boolean);
    /** The same changes, of which no others are called new. */
    marked({ changes, lsns, place }: Pick<ChangePage, "changes" | "lsns" | "place">): readonly Change[];
    doubt(): void;
}
/** Brings what the live container has of one identity now. */
export declare function repairItem(context: MoveContext, id: string, key: KeyComponents, item: Item | undefined): Promise<void>;
/** What passes by itself is tried again: a page is the same however often it is brought over. */
export declare function withRetries<T>(context: Pick<MoveContext, "check" | "wait">, work: () => Promise<T>): Promise<T>;
