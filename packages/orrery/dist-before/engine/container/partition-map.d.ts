import { type EpkRange, type HashVersion } from "@orrerydb/keys/hash";
import type { PartitionStore } from "../../store/partition-store.js";
import type { HashSpan } from "../../throughput/heat-history.js";
import type { PartitionMeter } from "../../throughput/partition-meter.js";
/** As it is kept in the catalogue. */
export interface PartitionState {
    readonly id: number;
    /** Hex; the first range begins at "", the last ends at "FF". */
    readonly min: string;
    readonly max: string;
    readonly space: number;
    /** Ancestors, oldest first: the last `RETIRED_RANGES_MAX`. */
    readonly parents: readonly number[];
    /** This partition's part of the container's throughput. */
    readonly share: number;
}
/** What is remembered of a retired partition: one that was split or merged away. */
export type RetiredRange = Pick<PartitionState, "id" | "min" | "max">;
/**
 * The most recent ones, up to this number, are remembered. Of an older one requests learn only that it does not exist,
 * and what a session token says of it is not compared: the data has passed through hundreds of partitions since, each
 * at least as new.
 */
export declare const RETIRED_RANGES_MAX = 256;
/** What the process that serves a partition has of it. */
interface ServedPartition {
    readonly store: PartitionStore;
    readonly meter: PartitionMeter;
}
export declare class PhysicalPartition {
    #private;
    readonly id: string;
    readonly state: PartitionState;
    readonly min: Buffer;
    readonly max: Buffer;
    /** Another process serves it by now: what was read here since may not be all that there was. */
    isLeft: boolean;
    /** True for the moment in which a split or merge takes the partition away. */
    isSwitching: boolean;
    constructor(state: PartitionState, served?: ServedPartition);
    get isServed(): boolean;
    get store(): PartitionStore;
    get meter(): PartitionMeter;
    /** The same partition, which another process serves from now on. */
    left(): PhysicalPartition;
    /** After it was read: fails if another process could have taken it away before, with its rows. */
    checkServed(): void;
    /** Its part of the hash space. */
    span(version: HashVersion): HashSpan;
    /** The same partition with another part of the container's throughput. */
    withShare(share: number): PhysicalPartition;
}
export declare class PartitionMap {
    #private;
    /** In order of their ranges. */
    readonly partitions: readonly PhysicalPartition[];
    /** Grows with every split and merge: the id that the next partition will get. */
    readonly version: number;
    constructor(partitions: readonly PhysicalPartition[], version: number, retired?: readonly RetiredRange[]);
    /** The same partitions, some of which are served here, or elsewhere, from now on. */
    with(changed: (partition: PhysicalPartition) => PhysicalPartition): PartitionMap;
    /** Those that are served here. */
    get served(): readonly PhysicalPartition[];
    at(epk: Uint8Array): PhysicalPartition;
    byId(id: string): PhysicalPartition;
    /** What a retired partition covered; undefined when it is still there, or never was. */
    retiredRange(id: string): EpkRange | undefined;
    /** Whether a partition was split or merged away, or is at this moment. */
    isRetiredOrSwitching(id: string): boolean;
    /** For writers that name the range; readers are served by the old partition until the new ones are there. */
    byIdForWriting(id: string): PhysicalPartition;
    /** An empty range inside a partition belongs to that partition. */
    overlapping(range: EpkRange): readonly PhysicalPartition[];
}
/** Evenly shared ranges for a new container, from the inner boundaries. */
export declare function initialPartitions(boundaries: readonly Uint8Array[], spaces: readonly number[]): PartitionState[];
export {};
