import type { FeedRange } from "@azure/cosmos";
import { type KeyComponents } from "./item-identity.cjs";
export interface RangeResult {
    readonly min: string;
    readonly max: string;
    readonly sourceItems: number;
    readonly targetItems: number;
    readonly agrees: boolean;
}
export interface Identified {
    readonly id: string;
    readonly key: KeyComponents;
    readonly digest: bigint;
}
export interface SummedItem extends Identified {
    readonly epk: Uint8Array;
}
export declare class RangeSums {
    #private;
    constructor(ranges: readonly FeedRange[]);
    add(found: SummedItem, isTarget: boolean): void;
    partOf({ epk, id, key }: SummedItem): string;
    unequal(): Set<string>;
    results(): RangeResult[];
}
export declare function digestOf(text: string): bigint;
