/**
 * Spending on a physical partition: asks its meter before the work, tells it the charge after. In "observe"
 * mode nothing is refused; what would have been is counted. The cause of either is logged once.
 */
import type { HashSpan, HeatHistory } from "../../throughput/heat-history.cjs";
import { type BudgetSettings, PartitionBudget, type Priority, type Verdict } from "../../throughput/partition-budget.cjs";
import { PartitionMeter } from "../../throughput/partition-meter.cjs";
import type { ThrottlingWatch } from "../../throughput/throttling-watch.cjs";
import type { ThroughputBucket } from "../../throughput/throughput-buckets.cjs";
import type { WriteShares } from "../../throughput/write-shares.cjs";
import { Failure } from "../../value/failure.cjs";
import type { Environment } from "../ground/environment.cjs";
import type { ThrottleMode } from "./throttle-mode.cjs";
export interface Spender {
    /** The logical partition as people read it; absent when the request concerns several. */
    readonly key?: string;
    readonly priority: Priority;
    readonly bucket: number;
    readonly isWrite?: true;
}
export declare function writerOf(terms: Omit<Spender, "key">, key: string): Spender;
export declare function spenderOf({ priority, bucket }: Omit<Spender, "key">, key: string | undefined): Spender;
/** What a container may spend. */
export interface ContainerThroughput {
    /** All partitions together, of its own offer or its database's. */
    readonly ruPerSecond: number;
    /** The budgets of the database, in the order of the hash space, if the container has no offer of its own. */
    readonly shared?: readonly PartitionBudget[];
}
/** A meter that may spend nothing until it is given a budget. */
export declare function newMeter(environment: Environment): PartitionMeter;
export declare function newBudget(ruPerSecond: number, nowMs: number): PartitionBudget;
export declare function budgetSettings(ruPerSecond: number, buckets?: readonly ThroughputBucket[]): BudgetSettings;
/**
 * Of its own throughput a container gives each partition its share. Of a database's, the partitions of all its
 * containers that lie at about the same place in the hash space draw on one budget: as if they were on one machine.
 */
export declare function assignBudget(meter: PartitionMeter, { ruPerSecond, shared }: ContainerThroughput, at: {
    readonly position: number;
    readonly count: number;
    readonly share: number;
}, 
/** Caps on requests that name them; shared throughput has none, as on the service. */
buckets: readonly ThroughputBucket[], nowMs: number): void;
export interface MeteredPlace {
    readonly meter: PartitionMeter;
    readonly totals: {
        readonly items: number;
        readonly bytes: number;
    };
    readonly rangeId: string;
    readonly heat: HeatHistory;
    /** The partition's part of the hash space. */
    readonly span: HashSpan;
    /** The meters of all partitions of the container. */
    readonly meters: () => readonly PartitionMeter[];
    readonly watch: ThrottlingWatch;
    readonly writes: WriteShares;
    readonly databaseId: string;
    readonly containerId: string;
    readonly mode: ThrottleMode;
    readonly environment: Environment;
}
/** What one request spends on one partition, or on its successor if it is split or merged away meanwhile. */
export declare class Spending {
    #private;
    /** `verdict`: it has begun before, by another object. */
    constructor(placeNow: () => MeteredPlace, spender: Spender, verdict?: Verdict);
    get hasBegun(): boolean;
    /** Requires that it has begun: false where nothing is refused, and this would have been. */
    get isAdmitted(): boolean;
    /** Fails with a 429 if the partition may not spend. */
    begin(): void;
    /** Requires that it has begun. */
    end(charge: number): void;
}
/** Runs `work` if the partition may spend, and charges the partition with what the result, or the failure, says. */
export declare function metered<T extends {
    readonly charge: number;
}>(
/** Fails where nothing can be spent any more. */
newSpending: () => Spending, work: () => Promise<T> | T, 
/** For a failure without a charge of its own: the request was looked at, after all. */
failureCharge: number, 
/** Where it is refused. */
sourceNow: () => NonNullable<Failure["source"]>): Promise<T>;
/** Tells, once for each cause, that nearly all writes go to one partition: more throughput would not help them. */
export declare function reportUnevenWrites({ environment, watch, writes, databaseId, containerId, }: Pick<MeteredPlace, "environment" | "watch" | "writes" | "databaseId" | "containerId">, meters: ReadonlyMap<string, PartitionMeter>): void;
