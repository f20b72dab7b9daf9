/** What is told of containers and their partitions: plain values, as the control API answers them. */
import type { HeavyHitter } from "../../throughput/heavy-hitters.cjs";
import type { Throughput } from "../../throughput/offer.cjs";
import type { HistoryPoint, MinutePoint } from "../../throughput/partition-history.cjs";
import type { Json } from "../../value/json.cjs";
import type { ThrottleMode } from "../spending/throttle-mode.cjs";
export interface ContainerFigures {
    readonly database: string;
    readonly container: string;
    readonly partitionKey: Json;
    readonly throughput: Throughput;
    readonly sharesDatabaseThroughput: boolean;
    readonly replacePending: boolean;
    readonly throttle: ThrottleMode;
    readonly partitions: number;
    readonly items: number;
    readonly bytes: number;
    /** Of the last ten seconds, on average. */
    readonly usedRuPerSecond: number;
    readonly throttledPerSecond: number;
}
export interface PartitionFigures {
    readonly id: string;
    readonly minInclusive: string;
    readonly maxExclusive: string;
    readonly parents: readonly string[];
    readonly throughputFraction: number;
    readonly ruPerSecond: number;
    readonly items: number;
    readonly storageBytes: number;
    readonly lsn: number;
    /** The last full second and the present minute. */
    readonly lastSecond: HistoryPoint | undefined;
    readonly thisMinute: HistoryPoint | undefined;
}
/** The partitions after a change, and which of them it made. */
export interface ChangedPartitions {
    readonly created: readonly string[];
    readonly partitions: readonly PartitionFigures[];
}
export interface KeySize {
    /** The key value as the protocol writes it. */
    readonly key: string;
    readonly partition: string;
    readonly items: number;
    readonly storageBytes: number;
}
export interface KeyFigures {
    /** By RU in the last hour; counts are at most `error` too high. */
    readonly consumers: readonly (HeavyHitter & {
        readonly partition: string;
    })[];
    /** By requests that were throttled, or would have been, in the last hour. */
    readonly throttled: readonly (HeavyHitter & {
        readonly partition: string;
    })[];
    /** By storage, exact. */
    readonly largest: readonly KeySize[];
}
export interface PartitionHistories {
    readonly id: string;
    /** It is retired: split or merged away. What it did until then stays under its name. */
    readonly gone?: true;
    readonly points: readonly (HistoryPoint | MinutePoint)[];
}
