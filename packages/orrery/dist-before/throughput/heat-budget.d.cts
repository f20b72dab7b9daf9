/**
 * How much the heat of all containers together may take. A container's own rings are bounded by their lengths; a
 * thousand busy containers are bounded by this: the one that was quiet for the longest forgets its heat first.
 */
/** At 3 KB each for slices, and up to 10 KB for the texts of keys: some 100 MB at most, about 30 MB of usual keys. */
export declare const HEAT_COLUMNS_MAX = 8192;
interface Heat {
    readonly size: number;
    clear(): void;
}
export declare class HeatBudget {
    #private;
    constructor(columnsMax?: number);
    /** It may have grown. */
    used(heat: Heat): void;
    /** Its container is gone. */
    drop(heat: Heat): void;
}
export {};
