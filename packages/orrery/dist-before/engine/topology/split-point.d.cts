import type { Container } from "../container/container.cjs";
import type { PhysicalPartition } from "../container/partition-map.cjs";
export type SplitPoint = "midpoint" | "data" | {
    readonly epk: Uint8Array;
};
/** Strictly inside the partition's range. */
export declare function findSplitPoint(container: Container, partition: PhysicalPartition, wanted: SplitPoint): Promise<Uint8Array>;
/** Undefined when the range holds a single hash. */
export declare function middleOf({ partitionKey }: Container, { min, max }: PhysicalPartition): Uint8Array | undefined;
