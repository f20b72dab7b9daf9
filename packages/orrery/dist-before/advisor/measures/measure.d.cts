import type { Candidate } from "../candidates/candidate.cjs";
import type { Distinct } from "../candidates/path-facts.cjs";
import type { TimedRows } from "../items/clock.cjs";
import type { PresentDefinition } from "../items/read-container.cjs";
import type { SeenChanges } from "../traffic/operation.cjs";
import type { Scale } from "../traffic/scale.cjs";
import { type DrawnTraffic, type QueryPrice, type SpecLoad } from "./load.cjs";
import { type Projection } from "./projection.cjs";
import { type Evenness, type Spread, type TimeHeat } from "./storage.cjs";
import { type UniqueKeyMeasure } from "./unique-keys.cjs";
export interface Measures {
    /** Items in all, and those of them that were looked at. */
    readonly items: number;
    readonly sample: number;
    readonly partitions: number;
    readonly distinct: Distinct;
    readonly largest: {
        readonly key: string;
        /** Of the bytes. */
        readonly share: number;
        readonly bytesNow: number;
        /** Undefined where the growth is not known, or too few items of the sample have the key. */
        readonly bytesThen: number | undefined;
        /** Until it is full (20 GB); undefined: not while items are kept. */
        readonly fullInDays: number | undefined;
    };
    readonly storage: Evenness;
    readonly throughput: Evenness;
    /** The busiest logical partition: RU/s at the peak, and its part of all. */
    readonly hottest: {
        readonly key: string;
        readonly ruPerSecond: number;
        readonly share: number;
    };
    readonly timeHeat: TimeHeat | undefined;
    readonly missing: number;
    readonly tooLong: number;
    /** The part of the batches that no longer lies under one key; undefined: there are none. */
    readonly torn: number | undefined;
    /** Updates that were recorded, and the part of them that changed a value of the key; undefined: none were. */
    readonly changes: {
        readonly updates: number;
        readonly share: number;
    } | undefined;
    readonly uniqueKeys: readonly UniqueKeyMeasure[];
    readonly operations: readonly SpecLoad[];
    /** The same on as many partitions as the container needs now; none of what was only screened. */
    readonly operationsNow: readonly SpecLoad[];
    /** At the peak, on average over the partitions. */
    readonly ruPerSecond: number;
    /** To provision, so that the busiest partition has enough. */
    readonly neededRuPerSecond: number;
    readonly monthlyCost: number;
    readonly byRank: Spread["byRank"];
    readonly byPartition: {
        readonly storage: readonly number[];
        readonly ru: readonly number[];
    };
}
export interface Grounds extends TimedRows {
    readonly items: number;
    readonly traffic: readonly DrawnTraffic[];
    readonly projection: Projection;
    readonly scale: Scale;
    readonly price: QueryPrice;
    readonly changes: SeenChanges | undefined;
    readonly present: PresentDefinition | undefined;
    /** Only what decides whether the candidate is looked at again. */
    readonly isScreening?: boolean;
}
export declare function measure(candidate: Candidate, grounds: Grounds): Measures;
export declare function costOf(ruPerSecond: number, { scale, projection }: Pick<Grounds, "scale" | "projection">): number;
/** More than one logical partition can ever be given. */
export declare function isBeyondAnyKey(measures: Measures): boolean;
