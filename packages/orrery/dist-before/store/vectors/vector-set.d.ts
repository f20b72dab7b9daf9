/**
 * A set of cells: its centroids, and which of them is nearest to a vector. Cells stand in groups, so that a vector is
 * compared with the groups and then with the cells of the best few. For cosine, all of them are directions.
 */
import type { Reader } from "../../kv/key-value-store.js";
import type { VectorMetric } from "../../value/vector-search.js";
import type { VectorIndex } from "./vector-index.js";
import { type SetHeader } from "./vector-rows.js";
export declare class VectorSet {
    #private;
    readonly header: SetHeader;
    readonly dimensions: number;
    /** One after another. */
    readonly centroids: Float32Array;
    constructor(header: SetHeader, dimensions: number, centroids: Float32Array);
    get cells(): number;
    get bytes(): number;
    /** The cell that a vector belongs to: one of the nearest, if not always the very nearest. */
    cellOf(vector: Float32Array): number;
}
/** What a vector is compared with centroids as. */
export declare function cellVector(vector: ArrayLike<number>, metric: VectorMetric): Float32Array;
/** A vector without length stays as it is. */
export declare function normalize(vector: Float32Array): void;
/** Between a vector and the one of that number in a list. */
export declare function distanceSquare(list: Float32Array, number: number, vector: Float32Array): number;
/** The sets of an index, the current one last. */
export declare function readSetHeaders(reader: Reader, space: number, { prefix }: Pick<VectorIndex, "prefix">): Promise<SetHeader[]>;
export declare function readSet(reader: Reader, space: number, { prefix, dimensions }: VectorIndex, header: SetHeader): Promise<VectorSet>;
