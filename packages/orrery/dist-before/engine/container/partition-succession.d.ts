/**
 * What is known of a partition's spending when it is split or merged away.
 *
 * The successors inherit what it has left, banked and owes, by their shares of its throughput, and its hot keys, each
 * where it lies now. RU, requests and refusals of the time before belong to no successor: they stay under the name of
 * the retired partition, as long as they reach back, so that sums over the history still hold.
 */
import { type HistoryPoint, type MinutePoint } from "../../throughput/partition-history.js";
import { type PartitionKey } from "../catalog/partition-key.js";
import type { PartitionMap, PhysicalPartition } from "./partition-map.js";
/** Of a container: each of them keeps its history in memory. */
export declare const RETIRED_PARTITIONS_MAX = 64;
/**
 * Takes the meters from the partitions of a map to those of the next, which have replaced a neighbouring few of them
 * or have other shares of the throughput. Returns the partitions that are retired by it.
 */
export declare function passOnSpending(from: PartitionMap, to: PartitionMap, partitionKey: PartitionKey, nowMs: number): readonly PhysicalPartition[];
/** The histories of partitions that were split or merged away since the start: the most recent ones. */
export declare class RetiredPartitions {
    #private;
    add(partitions: readonly PhysicalPartition[], nowMs: number): void;
    /** Of the last `limit` seconds or minutes, up to the one in which each was retired; those that have any, in the order in which they were retired. */
    histories(unit: "seconds" | "minutes", nowMs: number, limit?: number): {
        readonly id: string;
        readonly points: readonly (HistoryPoint | MinutePoint)[];
    }[];
}
