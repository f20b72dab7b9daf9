/**
 * What is kept of any number of items: counts for every scalar path over all of them, and a uniform sample (a
 * reservoir) of rows for everything that looks at several paths at once. Of a row only its scalars are kept; the first
 * slots, a uniform sample too, also keep the whole item, for the replay.
 */
import type { Json, JsonObject } from "../../value/json.cjs";
import type { Random } from "../ground/random.cjs";
import { HyperLogLog } from "./hyper-log-log.cjs";
import type { SizedItem } from "./read-item-file.cjs";
export declare const SAMPLE_ROWS_MAX = 50000;
/** Rows of which the whole item is kept. */
export declare const WHOLE_ITEMS_MAX = 2000;
/** Paths that are looked at; an item with more is looked at in part. */
export declare const PATHS_MAX = 64;
export interface Row {
    /** The item with its scalars alone. */
    readonly item: JsonObject;
    readonly bytes: number;
    /** Values that an index over everything would hold. */
    readonly terms: number;
    /** When it came, of all items. */
    readonly order: number;
    readonly whole?: string;
}
export declare class PathCounts {
    readonly path: `/${string}`;
    readonly segments: readonly string[];
    present: number;
    nulls: number;
    strings: number;
    numbers: number;
    booleans: number;
    /** Objects and arrays. */
    structures: number;
    bytesMax: number;
    characters: number;
    readonly distinct: HyperLogLog;
    constructor(path: `/${string}`, segments: readonly string[]);
    add(value: Json): void;
}
export declare class ItemSample {
    #private;
    items: number;
    bytes: number;
    readonly rows: Row[];
    constructor(random: Random);
    /** In the order in which they were first seen. */
    get paths(): readonly PathCounts[];
    add({ item, bytes }: SizedItem): void;
}
/** Different values of each path, as an index over everything holds them. */
export declare function termsOf(item: JsonObject): number;
