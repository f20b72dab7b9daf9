/**
 * A container at work: its definition, its partition key, its physical partitions. Made from its resource in
 * the catalogue; replaced parts of the definition take effect through `adopt`.
 */
import type { IndexGenerations } from "../../store/index-generations.cjs";
import type { StoredItem } from "../../store/item-record.cjs";
import type { Moment } from "../../store/moment.cjs";
import type { CopyTarget, PartitionCopy } from "../../store/partition-copy.cjs";
import type { HeatBudget } from "../../throughput/heat-budget.cjs";
import { HeatHistory } from "../../throughput/heat-history.cjs";
import type { ThroughputBucket } from "../../throughput/throughput-buckets.cjs";
import { Failure } from "../../value/failure.cjs";
import type { Resource } from "../catalog/catalog.cjs";
import { PartitionKey } from "../catalog/partition-key.cjs";
import type { Environment } from "../ground/environment.cjs";
import { type Ownership, type Spent } from "../ground/ownership.cjs";
import { type ContainerThroughput, type Spender, Spending } from "../spending/metering.cjs";
import { SpendingElsewhere } from "../spending/spending-elsewhere.cjs";
import type { ThrottleMode } from "../spending/throttle-mode.cjs";
import { type ContextSources } from "./container-context.cjs";
import type { ContainerNames } from "./container-names.cjs";
import { type ContainerState } from "./container-state.cjs";
import { PartitionMap, type PartitionState, PhysicalPartition } from "./partition-map.cjs";
import { RetiredPartitions } from "./partition-succession.cjs";
import { type DefinitionSource } from "./proven-moment.cjs";
import type { StorageLimits } from "./storage-limits.cjs";
import { Turns } from "./turns.cjs";
interface ContainerSurroundings extends ContextSources {
    readonly databaseId: string;
    readonly ownership: Ownership;
    readonly catalog: DefinitionSource;
    throughput(): ContainerThroughput;
    /** Until the container is given another. */
    readonly throttle: ThrottleMode;
    readonly heatBudget: HeatBudget;
    /** A partition has passed the size at which it is split. */
    partitionFull(container: Container, space: number): void;
}
export declare class Container {
    #private;
    readonly rid: string;
    readonly names: ContainerNames;
    readonly ridBytes: Buffer;
    readonly selfLink: string;
    readonly partitionKey: PartitionKey;
    /** The key that the container's name stood for before it was exchanged. */
    readonly formerKey: PartitionKey | undefined;
    throttle: ThrottleMode;
    /** Changes of the partitions take turns, and with them rebuilds of the index, which visit all partitions. */
    readonly turns: Turns;
    readonly retiredHistories: RetiredPartitions;
    readonly heat: HeatHistory;
    private constructor();
    static open(resource: Resource, surroundings: ContainerSurroundings): Promise<Container>;
    get resource(): Resource;
    get state(): ContainerState;
    get map(): PartitionMap;
    get environment(): Environment;
    get storageLimits(): StorageLimits;
    get indexes(): IndexGenerations;
    /** Milliseconds since 1970. */
    now(): number;
    nowSeconds(): number;
    /** What the store holds now, to be read later; to be closed. */
    moment(): Moment;
    /** What the container may spend, or its database if they share it. */
    throughput(): ContainerThroughput;
    /** Requires that all partitions are served here. */
    totals(): Totals;
    /** Of all partitions; of those that are served elsewhere, as they are stored now. */
    storedTotals(): Promise<Totals>;
    /** Of one that is served elsewhere, as it is stored now. */
    summaryOf(partition: PhysicalPartition): Promise<Totals & {
        readonly lsn: number;
    }>;
    /** Whether all that is served here is open. */
    get isCaughtUp(): boolean;
    /** Opens what is served here by now. */
    catchUp(): Promise<void>;
    /** Other processes serve these partitions from now on. Resolves when nobody here writes to them any more. */
    leave(spaces: ReadonlySet<number>): Promise<void>;
    /**
     * Runs work on partitions as they are at one moment, wherever they are served: to be read, in the order of `partitions`. At that
     * moment the catalogue is the one that is known here, so that the container had these partitions, and this definition; undefined:
     * it has others by now.
     */
    readAt<T>(partitions: readonly PhysicalPartition[], work: (read: readonly PhysicalPartition[], moment: Moment) => Promise<T>): Promise<T | undefined>;
    get isWhole(): boolean;
    /** For what concerns all partitions. */
    checkWhole(): void;
    /**
     * For what followed every write of partitions: fails if one of them went away, even if it has come back since, because what others
     * wrote to it meanwhile was not followed.
     */
    checkKept(partitions: readonly PhysicalPartition[]): void;
    /** Runs what changes the partitions, or visits all of them, in its turn. */
    inWholeTurn<T>(work: () => Promise<T>): Promise<T>;
    /** Partitions that are going to be the container's, and nobody knows yet. */
    claim(spaces: readonly number[]): Promise<void>;
    /** Takes over a changed resource of the same container. */
    adopt(resource: Resource): void;
    /** How far a changed indexing policy has been applied, in percent; 100 when there is none to apply. */
    get indexProgress(): number;
    /** While a changed indexing policy is applied: of the items, at most 99. */
    noteIndexed(percent: number): void;
    /** Whether an item's time to live has not passed. */
    isLive(item: StoredItem): boolean;
    /** How long every version of an item is kept for the change feed, in seconds; 0: not at all. */
    get versionSeconds(): number;
    /** Runs work on a partition if its budget allows it, and charges it. A refusal says where it was made. */
    metered<T extends {
        readonly charge: number;
    }>(partition: PhysicalPartition, spender: Spender, work: () => Promise<T> | T, failureCharge: number): Promise<T>;
    /** For work that comes to know its charge in another way. */
    spending(partition: PhysicalPartition, spender: Spender): Spending;
    /** On a partition that another process serves. */
    spendingElsewhere({ state }: PhysicalPartition, spender: Spender): SpendingElsewhere;
    /** What a request of another process, which was admitted or not, has spent on a partition that is served here. */
    settle(partition: PhysicalPartition, spender: Spender, { admitted, charge }: Spent): void;
    /** A partition as it is on the store. */
    openPartition(state: PartitionState): Promise<PhysicalPartition>;
    /** Begins to copy partitions into new spaces. */
    copyPartitions(partitions: readonly PhysicalPartition[], targets: readonly CopyTarget[]): Promise<PartitionCopy>;
    /** Takes over a resource of the same container whose partitions have changed, with the map of them. */
    switchTo(resource: Resource, map: PartitionMap): void;
    /**
     * Whoever still has the container can do nothing with it from now on, because it was deleted or has another name.
     * Resolves when the last writer has left.
     */
    retire(failure?: () => Failure): Promise<void>;
    /** After its deletion its spaces are being emptied: a reader would find a part of what was there. */
    checkExists(): void;
    /**
     * Lets writers wait and keeps the partitions as they are. Resolves when no writer is inside, with what lets them go
     * on: for a container that was retired meanwhile they fail then.
     */
    hold(): Promise<() => void>;
    /** Whether something goes on here that would end if partitions were served elsewhere. */
    get staysWhole(): boolean;
    /** What requests that name one may spend, in percent of the container's throughput. */
    get buckets(): readonly ThroughputBucket[];
    /** Gives every partition what it may spend now. */
    applyThroughput(): void;
    /** Looks where the writes of the last minute went, and tells if it was nearly always to one partition. */
    watchWrites(): void;
}
interface Totals {
    readonly items: number;
    readonly bytes: number;
}
export {};
