import type { Container, CosmosClientOptions } from "@azure/cosmos";
import { type StrategyDescription } from "@orrerydb/keys";
import { type ContainerPlace } from "./account.cjs";
import type { Problem } from "./apply-changes.cjs";
import { type SwitchControl } from "./control.cjs";
import { type Job, type RangeState } from "./job-state.cjs";
import { type MovePlan } from "./plan-move.cjs";
import { type MirrorReport } from "./read-mirror.cjs";
import { type Switched, type SwitchTerms } from "./switch-sides.cjs";
import { type Verification } from "./verify-items.cjs";
export interface RepartitionOptions {
    readonly from: ContainerPlace;
    readonly to: ContainerPlace;
    /** The paths of the new key; or `strategy`. A move that has begun knows them. */
    readonly key?: readonly string[];
    readonly strategy?: StrategyDescription;
    /** RU a second on both sides together; absent: as fast as it goes. */
    readonly maxRu?: number;
    /** How long a machine that has the move may be silent before another goes on. */
    readonly leaseMs?: number;
    readonly onProgress?: (progress: Progress) => void;
    readonly clientOptions?: Partial<CosmosClientOptions>;
    readonly now?: () => number;
    /** Of the endpoint of both sides; absent: its control API, where it has one. */
    readonly control?: SwitchControl;
    /** The server that holds both containers does it, and goes on with it when it is started again. */
    readonly inPlace?: boolean;
}
export interface Progress {
    readonly stage: "copy" | "follow" | "verify" | "mirror";
    /** Brought over, or compared, since this process began with the stage. */
    readonly items: number;
    readonly spentRu: number;
    readonly throttled: number;
    /** How far the target is behind, in milliseconds; of following alone. */
    readonly lagMs: number;
}
export interface VerifyTerms {
    /** Brings over what differs. */
    readonly repair?: boolean;
    /** Items that are compared whole. */
    readonly samples?: number;
    /** Writes to neither container: what was not followed yet differs. */
    readonly dryRun?: boolean;
}
export interface StageOptions {
    readonly signal?: AbortSignal;
}
export interface SwitchOptions extends StageOptions, SwitchTerms {
}
export interface MirrorOptions extends StageOptions {
    /** Of the reads, from 0 to 1. */
    readonly share?: number;
    readonly random?: () => number;
}
/** A container whose reads are mirrored, and what came out so far. */
export interface MirroredContainer {
    readonly container: Container;
    /** When all reads that were begun are compared. */
    report(): Promise<MirrorReport>;
}
export interface MoveStatus {
    readonly stage: Job["stage"] | "none";
    readonly isPaused: boolean;
    readonly isCutOver: boolean;
    /** The paths of the new key, and how it is computed. */
    readonly key: readonly string[];
    readonly strategy?: StrategyDescription | undefined;
    readonly startedAt?: string;
    readonly mode?: RangeState["mode"];
    readonly ranges: number;
    readonly rangesCopied: number;
    /** Brought over so far, by every process: copied and followed. */
    readonly items: number;
    readonly problems: readonly Problem[];
}
export declare const LEASE_MS = 15000;
/** Opens a move, whether it has begun or not; nothing is written. */
export declare function repartition(options: RepartitionOptions): Promise<Repartition>;
export declare class Repartition {
    #private;
    constructor(options: RepartitionOptions);
    dispose(): void;
    /** Reads both sides, and writes nothing. */
    plan(): Promise<MovePlan>;
    /** Copies all items; begins the move, or goes on with it. */
    copy(options?: StageOptions): Promise<void>;
    /** Brings changes over until the signal aborts, or with `untilCaughtUp` until there are none left. */
    follow(options?: StageOptions & {
        readonly untilCaughtUp?: boolean;
    }): Promise<void>;
    /** Compares both sides, while the application goes on. */
    verify(options?: StageOptions & VerifyTerms): Promise<Verification>;
    /**
     * Asks the other container for a share of the reads that an Orrery server answers from the live one, until the signal
     * aborts, and compares. It follows meanwhile; in place, the server does.
     */
    mirror(options?: MirrorOptions): Promise<MirrorReport>;
    /** The same for an application on any endpoint: its own container of the SDK, whose reads are mirrored. */
    mirrored(container: Container, { share, random }?: MirrorOptions): Promise<MirroredContainer>;
    /** Makes the target the live container. */
    cutOver(options?: SwitchOptions): Promise<Switched>;
    /** Makes the source the live container again, with all that was written since the cut-over. */
    rollBack(options?: SwitchOptions): Promise<Switched>;
    pause(): Promise<void>;
    resume(): Promise<void>;
    /** Forgets the move; both containers stay as they are. Refused after a cut-over: roll back or complete. */
    cancel(): Promise<void>;
    /** Ends the move after a cut-over: the former container is no longer followed, and stays as it is. */
    complete(): Promise<void>;
    status(): Promise<MoveStatus>;
}
