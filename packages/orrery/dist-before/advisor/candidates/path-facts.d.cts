/** Which properties can be part of a key at all, and why the others cannot. */
import type { Clock, Follower } from "../items/clock.cjs";
import { type ItemSample } from "../items/item-sample.cjs";
import type { Path } from "./candidate.cjs";
export interface Distinct {
    readonly estimate: number;
    readonly low: number;
    readonly high: number;
    readonly method: "exact" | "hyperloglog" | "sample";
}
export interface PathFacts {
    readonly path: Path;
    readonly segments: readonly string[];
    readonly distinct: Distinct;
    /** A point in time, and in which unit. */
    readonly time: "iso" | "ms" | "s" | undefined;
    readonly followsTime: boolean;
    /** Of all items. */
    readonly missing: number;
}
export interface Dropped {
    readonly name: string;
    readonly reason: string;
}
export declare function pathFacts(sample: ItemSample, clock: Clock | undefined, followers: readonly Follower[]): {
    facts: PathFacts[];
    dropped: Dropped[];
};
