import type { Database, FeedRange } from "@azure/cosmos";
import type { StrategyDescription } from "@orrerydb/keys";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import type { Problem } from "./apply-changes.cjs";
import type { FollowMode, Place } from "./change-feed.cjs";
export type Stage = "copying" | "following" | "completed";
export interface Job {
    readonly id: "job";
    readonly job: string;
    readonly stage: Stage;
    readonly key: PartitionKeyDefinition;
    readonly strategy?: StrategyDescription | undefined;
    /** Of the containers that the move began with. */
    readonly sourceRid: string;
    readonly targetRid: string;
    /** On endpoints that cannot exchange names: whether writers use the target now. */
    readonly isSwitched: boolean;
    readonly isPaused: boolean;
    readonly startedAt: string;
    /** Of a move that the server itself does. */
    readonly inPlace?: InPlaceJob;
}
/** Two containers of one database, by their names. */
export interface InPlaceJob {
    readonly from: string;
    readonly to: string;
    readonly maxRu?: number | undefined;
}
/** How far a feed range of a source is. `source` is the resource id of the container that is followed. */
export interface RangeState {
    readonly id: string;
    readonly job: string;
    readonly source: string;
    readonly range: FeedRange;
    readonly mode: FollowMode;
    readonly isCopied: boolean;
    readonly copyToken?: string | undefined;
    readonly followToken: string;
    /** Where following began: what has a later LSN there comes again. */
    readonly begun?: Place | undefined;
    /** The target has what the source had when following began, or nothing of an item: nobody has followed yet. */
    readonly isExact?: boolean;
    readonly items: number;
}
/** Of a database in which some move has begun: those that its server does itself. */
export declare function inPlaceJobs(database: Database): Promise<InPlaceJob[]>;
export declare class JobState {
    #private;
    private constructor();
    /** Makes the container for it, if it is not there. */
    static open(database: Database, job: string): Promise<JobState>;
    /** Undefined where no move has begun. */
    static find(database: Database, job: string): Promise<Job | undefined>;
    read(): Promise<Job | undefined>;
    write(job: Job): Promise<void>;
    /** Changes it, whoever else does so meanwhile. */
    change(change: (job: Job) => Job): Promise<Job>;
    ranges(source: string): Promise<RangeState[]>;
    writeRange(range: RangeState): Promise<void>;
    /** In the place of all that were there of a source. */
    replaceRanges(source: string, ranges: readonly Omit<RangeState, "id" | "job" | "source">[]): Promise<void>;
    addProblems(problems: readonly Problem[]): Promise<void>;
    problems(): Promise<Problem[]>;
    forgetProblems(): Promise<void>;
    /** Of this move; the container stays, for others. */
    remove(): Promise<void>;
    /**
     * Waits for the one who has it, and takes it when he is gone. `wait` fails when nobody wants it any more. Returns
     * whether nobody else had it since it was given back here.
     */
    takeLease(leaseMs: number, wait: (ms: number) => Promise<void>): Promise<boolean>;
    /** False when somebody else has it. */
    renewLease(): Promise<boolean>;
    giveLeaseBack(): Promise<void>;
}
