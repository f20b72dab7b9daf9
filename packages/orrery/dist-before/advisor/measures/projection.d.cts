import type { Clock } from "../items/clock.cjs";
import type { ItemSample } from "../items/item-sample.cjs";
import type { Scale } from "../traffic/scale.cjs";
export declare const LOGICAL_PARTITION_BYTES_MAX: number;
/** Part of the provisioned RU/s that an even load is to take. */
export declare const USE_OF_THROUGHPUT = 0.7;
export interface Projection {
    readonly itemBytes: number;
    readonly bytesNow: number;
    /** Given, or read off the times of the items; undefined where neither tells. */
    readonly itemsPerDay: number | undefined;
    /** Between the first item and the last; 0 where no time is known. */
    readonly spanDays: number;
    readonly retentionDays: number;
    readonly bytesThen: number;
    readonly partitionsNow: number;
    /** At the projected size, and at which keys are judged. */
    readonly partitionsThen: number;
    readonly partitions: number;
    /** RU/s at the peak, if every operation had only one partition to visit. */
    readonly leastRuPerSecond: number;
    /** RU/s that are there: given, or what an even load takes and some more. */
    readonly budget: number;
    readonly isBudgetGiven: boolean;
    readonly assumptions: readonly string[];
}
export declare function projectionOf(sample: ItemSample, clock: Clock | undefined, scale: Scale, leastRuPerSecond: number): Projection;
/** Up to what an offer can be set to. */
export declare function inSteps(ruPerSecond: number): number;
/** Of the average item of the sample. */
export declare function averageWriteCharge(sample: ItemSample): number;
