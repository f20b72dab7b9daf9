/** What the planner needs to know of a container's indexing policy. Paths are canonical (`value/path.ts`). */
import type { ShapeCells } from "../../spatial/shape-cells.cjs";
import type { CompositeParts } from "../../value/index-identity.cjs";
import type { VectorMetric } from "../../value/vector-search.cjs";
export interface IndexingView {
    /** Whether the values at a path have index entries. */
    isIndexed(path: string): boolean;
    /** Whether the policy names the path without a wildcard: then items that lack it have an entry too. */
    isExplicit(path: string): boolean;
    readonly composites: readonly CompositeParts[];
    /** How the shapes at a path are cut into the cells of a spatial index; absent or undefined: there is none. */
    shapeCells?(path: string): ShapeCells | undefined;
    /** Whether the texts at a path have entries in a full-text index of a language. */
    hasFullText?(path: string, language: string): boolean;
    /** Whether the entries of a computed property are of the values that it has; absent: of none. */
    holdsComputed?(name: string): boolean;
    /** Absent: none. */
    readonly vectors?: readonly VectorIndexView[];
    /** Absent: all items are indexed as the policy says. */
    readonly coming?: ComingIndexes;
}
/** Of a policy that is being applied: what there will be when all items are indexed by it. */
export interface ComingIndexes {
    /** Of the items, so far. */
    readonly percent: number;
    isIndexed(path: string): boolean;
    readonly composites: readonly CompositeParts[];
}
export interface VectorIndexView {
    readonly path: string;
    readonly metric: VectorMetric;
    readonly dimensions: number;
}
/**
 * The part of a policy that queries may read entries from. Of a computed property there are entries where the policy
 * names it, and a path of it is read only where every item has one: which items lack it, no item shows.
 */
export declare function readableIndexes(indexing: IndexingView, computed: ReadonlySet<string>): IndexingView;
