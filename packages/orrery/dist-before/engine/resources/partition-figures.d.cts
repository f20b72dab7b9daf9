import { type HeatAsked, type HeatColumn, type HeatUnit } from "../../throughput/heat-history.cjs";
import type { JsonObject } from "../../value/json.cjs";
import type { Container } from "../container/container.cjs";
import type { KeyFigures, PartitionFigures, PartitionHistories } from "./figures.cjs";
/** Of those that are served elsewhere, what is stored. */
export declare function partitionFigures(container: Container): Promise<PartitionFigures[]>;
export interface KeysAsked {
    /** Of each list. */
    readonly limit: number;
    /** The largest are found by reading the record of every logical partition. */
    readonly withLargest: boolean;
}
export declare function keyFigures(container: Container, { limit, withLargest }: KeysAsked): Promise<KeyFigures>;
/** Oldest first: seconds of the last two minutes, or minutes of the last six hours. Retired partitions follow. */
export declare function partitionHistories(container: Container, unit: "seconds" | "minutes", limit: number | undefined): PartitionHistories[];
export interface Heat {
    readonly columnMs: number;
    /** How many slices of equal width the hash space has. */
    readonly slices: number;
    readonly columns: readonly HeatColumn[];
}
/** Where the RU went, over the hash space and over time. */
export declare function containerHeat(container: Container, unit: HeatUnit, asked: HeatAsked): Heat;
/** As the service answers them with a container, for the header x-ms-documentdb-populatepartitionstatistics. */
export declare function partitionStatistics(container: Container): Promise<JsonObject[]>;
