/** The physical partitions of containers, as the control API shows and changes them. */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { HeatAsked, HeatUnit } from "../../throughput/heat-history.cjs";
import type { ThroughputBucket } from "../../throughput/throughput-buckets.cjs";
import type { ResourceTree } from "../catalog/resource-tree.cjs";
import type { ContainerAddress, OpenContainers } from "../container/open-containers.cjs";
import type { Ownership, SpenderElsewhere, Spent } from "../ground/ownership.cjs";
import type { ProvisionedThroughput } from "../spending/provisioned-throughput.cjs";
import type { ThrottleMode } from "../spending/throttle-mode.cjs";
import type { MergeOptions, PartitionTopology } from "../topology/partition-topology.cjs";
import type { SplitPoint } from "../topology/split-point.cjs";
import type { ChangedPartitions, ContainerFigures, KeyFigures, PartitionFigures, PartitionHistories } from "./figures.cjs";
import { type Heat, type KeysAsked } from "./partition-figures.cjs";
import type { ThroughputControl } from "./throughput-control.cjs";
export interface SpendingAsked {
    /** Of the container. */
    readonly rid: string;
    readonly space: number;
    readonly spender: SpenderElsewhere;
    /** Absent: it asks whether it may. */
    readonly spent?: Spent | undefined;
}
interface Place {
    readonly database: string;
    readonly container: string;
    readonly partition?: string;
}
interface PartitionsOptions {
    readonly tree: ResourceTree;
    readonly containers: OpenContainers;
    readonly topology: PartitionTopology;
    readonly provisioned: ProvisionedThroughput;
    readonly throughput: ThroughputControl;
    readonly ownership: Ownership;
}
export declare class Partitions {
    #private;
    constructor({ tree, containers, topology, provisioned, throughput, ownership }: PartitionsOptions);
    /** Of every container of every database, as far as it is served here. */
    containers(): Promise<ContainerFigures[]>;
    /** The ids of the partitions that are served here; undefined: all are. */
    servedHere(address: ContainerAddress): Promise<readonly string[] | undefined>;
    container(address: ContainerAddress): Promise<ContainerFigures>;
    figures(address: ContainerAddress): Promise<PartitionFigures[]>;
    /** Where a request goes: the container by its names and, for a whole key, the id of the partition that has it. */
    place(address: ContainerAddress, key: readonly PartitionKeyComponent[] | undefined): Promise<Place>;
    /**
     * For a process that reads a partition which is served here: whether it may spend, or what it has spent. Of one that is served
     * elsewhere by now nothing is kept.
     */
    spend({ rid, space, spender, spent }: SpendingAsked): Promise<boolean>;
    keys(address: ContainerAddress, asked: KeysAsked): Promise<KeyFigures>;
    histories(address: ContainerAddress, unit: "seconds" | "minutes", limit: number | undefined): Promise<PartitionHistories[]>;
    heat(address: ContainerAddress, unit: HeatUnit, asked: HeatAsked): Promise<Heat>;
    throttle(address: ContainerAddress): Promise<ThrottleMode>;
    setThrottle(address: ContainerAddress, mode: ThrottleMode): Promise<ThrottleMode>;
    buckets(address: ContainerAddress): Promise<readonly ThroughputBucket[]>;
    setBuckets(address: ContainerAddress, buckets: readonly ThroughputBucket[]): Promise<readonly ThroughputBucket[]>;
    split(address: ContainerAddress, rangeId: string, point: SplitPoint): Promise<ChangedPartitions>;
    merge(address: ContainerAddress, rangeIds: readonly [string, string], options: MergeOptions): Promise<ChangedPartitions>;
    /** Divides the hash space evenly among so many partitions. */
    shareOut(address: ContainerAddress, count: number): Promise<ChangedPartitions>;
    /** `targets`: RU/s by range id; the other partitions share the rest. Without targets all get the same. */
    redistribute(address: ContainerAddress, targets: ReadonlyMap<string, number> | undefined): Promise<ChangedPartitions>;
}
export {};
