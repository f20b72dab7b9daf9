/**
 * How long a container keeps its items, and the versions of them that its change feed reports. Both are settings of the
 * container and may change while it serves: whoever changes them calls `adopt`.
 */
import type { StoredItem } from "./item-record.cjs";
export interface LifetimeSettings {
    /** Undefined when items never expire; -1 when only those with a `ttl` of their own do. */
    readonly defaultTtl: number | undefined;
    /** How long every version of an item is kept; 0: not at all. */
    readonly versionSeconds: number;
}
export declare class Lifetimes {
    #private;
    constructor(settings: LifetimeSettings);
    adopt(settings: LifetimeSettings): void;
    get defaultTtl(): number | undefined;
    get versionSeconds(): number;
    /** Whether every version of an item goes into the version log. */
    get keepsVersions(): boolean;
    /** Whether an item's time to live has not passed. */
    isLive(item: StoredItem, nowSeconds: () => number): boolean;
}
