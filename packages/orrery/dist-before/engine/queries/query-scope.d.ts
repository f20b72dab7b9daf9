/**
 * From a request's scope to rows: which physical partitions it touches, and which logical partitions inside
 * each. A scope is one logical partition, a prefix of a hierarchical key, a hash range, or everything.
 */
import { type EpkRange, type PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { Moment } from "../../store/moment.js";
import type { PartitionRows } from "../../store/partition-rows.js";
import type { Container } from "../container/container.js";
import type { PhysicalPartition } from "../container/partition-map.js";
export interface RequestScope {
    /** A full key or the first levels of a hierarchical one. */
    readonly key?: readonly PartitionKeyComponent[] | undefined;
    /** One physical partition; unknown ids are refused as gone. */
    readonly rangeId?: string | undefined;
    readonly epkRange?: EpkRange | undefined;
}
/** A part of a physical partition. */
export interface ScopedPartition {
    readonly partition: PhysicalPartition;
    readonly range: EpkRange;
    /** Where a filter pins keys: the parts of the range that hold them, none overlapping another. */
    readonly pinned?: readonly EpkRange[];
}
/**
 * A request that names a range which was split or merged away is refused as gone, and most clients then read the
 * ranges again. For a client that does not follow splits, it is served from wherever that part of the container is now.
 */
export declare function asServed<Scope extends RequestScope>(container: Container, scope: Scope, followsSplits: boolean): Scope;
/** The partitions that a scope touches, in range order. */
export declare function partitionsInScope(container: Container, scope: RequestScope): ScopedPartition[];
/** The rows of a part of a partition: all, or those of the logical partitions in the range. */
export declare function openRows({ partition, range, pinned }: ScopedPartition, moment?: Moment): Promise<PartitionRows>;
