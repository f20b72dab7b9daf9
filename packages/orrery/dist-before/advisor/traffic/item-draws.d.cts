import type { Random } from "../ground/random.cjs";
import { type Clock, type Follower } from "../items/clock.cjs";
import type { Row } from "../items/item-sample.cjs";
import type { Operation } from "./operation.cjs";
export type Skew = {
    readonly kind: "items";
} | {
    readonly kind: "uniform";
    readonly segments: readonly string[];
} | {
    readonly kind: "zipf";
    readonly segments: readonly string[];
    readonly exponent: number;
} | {
    readonly kind: "timeHot";
};
type Draw = (random: Random) => Row;
export declare class ItemDraws {
    #private;
    /** `rows`: those with whole items come first. */
    constructor(rows: readonly Row[], clock: Clock | undefined, followers: readonly Follower[]);
    /** Whether any item has a value there. */
    have(segments: readonly string[]): boolean;
    draw(skew: Skew): Draw;
    /** One that exists. */
    existing({ item, bytes, terms, whole }: Row): Operation;
    /** One like it that is written now: with an id of its own, and the time and all that follows it as of now. */
    fresh(row: Row): Operation;
    /** Items that have the same values at these paths as one of them. */
    alike(segments: readonly (readonly string[])[]): (row: Row, count: number) => readonly Row[];
}
export declare function withFresh(item: Operation["item"], fresh: NonNullable<Operation["fresh"]>): Operation["item"];
export {};
