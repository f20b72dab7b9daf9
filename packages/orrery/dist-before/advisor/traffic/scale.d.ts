export interface Scale {
    readonly itemsPerDay?: number;
    readonly retentionDays?: number;
    /** The busiest second over the average one. */
    readonly peakFactor: number;
    /** RU/s that may be provisioned. */
    readonly budget?: number;
    /** Published prices of manual throughput and storage in one region; they differ by region and contract. */
    readonly pricePer100RuHour: number;
    readonly pricePerGbMonth: number;
}
export declare const DEFAULT_SCALE: Scale;
/** From `itemsPerDay=5e6,retentionDays=90`, or the text of a YAML or JSON file with the same names. */
export declare function parseScale(text: string): Scale;
export declare function checkScale(given: Readonly<Record<string, unknown>>): Scale;
