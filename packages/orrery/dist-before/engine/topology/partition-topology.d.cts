import type { Catalog } from "../catalog/catalog.cjs";
import type { Container } from "../container/container.cjs";
import { type PhysicalPartition } from "../container/partition-map.cjs";
import { type SplitPoint } from "./split-point.cjs";
/** More is asked for by mistake: it is what 1,000,000 RU/s need, the most that a container may have. */
export declare const PARTITIONS_MAX = 100;
export interface MergeOptions {
    /** Merges also what the service would not: for tests of clients. */
    readonly force?: boolean;
}
export declare class PartitionTopology {
    #private;
    constructor(catalog: Catalog, isStopped: () => boolean);
    /** Each half gets half of the partition's throughput. */
    split(container: Container, rangeId: string, point: SplitPoint): Promise<readonly PhysicalPartition[]>;
    /**
     * Halves the partition that `choose` names when its turn comes; all partitions get the same throughput then.
     * Returns whether it named one.
     */
    splitNext(container: Container, choose: () => PhysicalPartition | undefined): Promise<boolean>;
    merge(container: Container, rangeIds: readonly [string, string], { force }?: MergeOptions): Promise<PhysicalPartition>;
    /** Divides the hash space, and the throughput, evenly among so many partitions, whatever the throughput needs. */
    shareOut(container: Container, count: number): Promise<void>;
    /** `targets`: RU/s by range id; the other partitions share the rest. Without targets all get the same. */
    redistribute(container: Container, targets: ReadonlyMap<string, number> | undefined): Promise<void>;
}
/** Of those that are asked for; throughput and storage may need more. */
export declare function checkPartitionCount(count: number): void;
