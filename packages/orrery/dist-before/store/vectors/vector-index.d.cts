/** A vector index of a container's policy, compiled. */
import type { JsonObject } from "../../value/json.cjs";
import { type VectorMetric } from "../../value/vector-search.cjs";
/** A vector index and the embedding that it is of, as the container's policies have them. */
export interface VectorIndexDefinition {
    readonly path: string;
    readonly type: string;
    readonly dimensions: number;
    readonly distanceFunction: string;
}
export declare class VectorIndex {
    #private;
    /** Canonical. */
    readonly path: string;
    readonly dimensions: number;
    readonly metric: VectorMetric;
    /** Has quantized vectors, in cells; else there are only the vectors themselves. */
    readonly isQuantized: boolean;
    /** How the keys of its rows begin. */
    readonly prefix: Buffer;
    constructor({ path, type, dimensions, distanceFunction }: VectorIndexDefinition);
    /** The vector of an item; undefined where it has none that can be compared with others of this index. */
    vectorOf(document: JsonObject): readonly number[] | undefined;
}
