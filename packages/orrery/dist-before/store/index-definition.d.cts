import type { JsonObject } from "../value/json.cjs";
import type { IndexingPolicy } from "./index-rules.cjs";
import { VectorIndex } from "./vectors/vector-index.cjs";
/**
 * On disk: do not change what a version means. Version 2 heeds spatial, full-text and vector indexes, version 3 computed
 * properties too.
 */
export declare const INDEX_RULES_VERSION = 3;
export interface IndexDefinition {
    readonly policy: IndexingPolicy;
    /** Whether shapes lie on the globe or on a plane; only where there are spatial indexes. */
    readonly geospatialType?: string;
    /** Those that the policy names. */
    readonly computedProperties?: readonly ComputedDefinition[];
    /** The full-text indexes of the policy, each with the language of its texts. */
    readonly texts?: readonly {
        readonly path: string;
        readonly language: string;
    }[];
    /** What the vector indexes of the policy are of. */
    readonly vectorEmbeddings?: readonly VectorEmbedding[];
}
export interface ComputedDefinition {
    readonly name: string;
    readonly query: string;
}
interface VectorEmbedding {
    readonly path: string;
    readonly dimensions: number;
    readonly distanceFunction: string;
}
/** As the body of a container has it; nothing in it that makes no difference to entries. */
export declare function indexDefinitionOf(body: JsonObject): IndexDefinition;
/** The vector indexes that a definition asks for. */
export declare function vectorIndexesOf({ policy, vectorEmbeddings }: IndexDefinition): readonly VectorIndex[];
/** What rules of a version heed. */
export declare function heededBy(version: number, definition: IndexDefinition): IndexDefinition;
export declare function isSameDefinition(a: IndexDefinition, b: IndexDefinition): boolean;
export {};
