/** Calls of VectorDistance: whether the score is a similarity, where more is better, or a distance, where less is. */
import type { Value } from "../../value/json.js";
import type { Call, Expression } from "../syntax/ast.js";
/** Of the options that say how far a search goes. */
export declare const MULTIPLIER_MAX = 100;
export interface VectorEmbedding {
    readonly path: string;
    readonly distanceFunction: string;
}
export declare function isVectorDistance(expression: Expression): expression is Call;
/**
 * Whether the best score is the highest. The call may name its own metric; else the container's policy does; else it
 * is cosine.
 */
export declare function isHighestBest(call: Call, embeddings: readonly VectorEmbedding[], parameters: ReadonlyMap<string, Value>): boolean;
