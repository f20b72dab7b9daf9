import type { ShapeCells } from "../spatial/shape-cells.js";
import { type CompositePart, type IndexIdentity } from "../value/index-identity.js";
import type { JsonObject } from "../value/json.js";
import { SpatialRules } from "./spatial-rules.js";
export interface IndexingPolicy {
    readonly indexingMode?: string;
    /** False: only items whose writer asks for it are indexed. */
    readonly automatic?: boolean;
    readonly includedPaths?: readonly {
        readonly path: string;
    }[];
    readonly excludedPaths?: readonly {
        readonly path: string;
    }[];
    readonly compositeIndexes?: readonly (readonly {
        readonly path: string;
        readonly order?: string;
    }[])[];
    readonly spatialIndexes?: readonly JsonObject[];
    readonly fullTextIndexes?: readonly JsonObject[];
    readonly vectorIndexes?: readonly JsonObject[];
}
export interface CompositeIndex {
    /** Kind byte and digest of the definition. */
    readonly prefix: Buffer;
    readonly parts: readonly (CompositePart & {
        readonly segments: readonly string[];
    })[];
}
export declare class IndexRules {
    #private;
    readonly root: PathNode;
    readonly composites: readonly CompositeIndex[];
    /** Paths named in full: an item without such a property has an entry that says so. */
    readonly explicitPaths: readonly {
        readonly node: PathNode;
        readonly segments: readonly string[];
    }[];
    readonly enabled: boolean;
    readonly isAutomatic: boolean;
    readonly spatial: SpatialRules;
    /** `geospatialType`: "Geography" or "Geometry". */
    constructor(policy: IndexingPolicy, geospatialType?: string);
    /** Whether the scalar at a canonical path has index entries. */
    isIndexed(path: string): boolean;
    spatialCellsAt(path: string): ShapeCells | undefined;
    isExplicit(path: string): boolean;
}
export declare class PathNode {
    #private;
    readonly path: string;
    readonly children: Map<string, PathNode>;
    elements: PathNode | undefined;
    ruleHere: boolean | undefined;
    ruleBelow: boolean | undefined;
    /** Whether scalars at this path, and anything below it, are indexed: set by `settle`. */
    scalars: boolean;
    below: boolean;
    constructor(path: string, count: {
        nodes: number;
    });
    /** Kind byte and digest of the path: how its index entries begin. */
    get prefix(): Buffer;
    child(name: string): PathNode;
    /** The elements of an array. */
    element(): PathNode;
    /** Hands the rules down to a node and all below it. */
    settle(inherited: boolean): void;
}
export declare const INDEX_PREFIX_BYTES = 9;
/** Callers must not change it. */
export declare function indexPrefix(index: IndexIdentity): Buffer;
