import type { ResourceTree } from "../catalog/resource-tree.js";
import { type ContextSources } from "../container/container-context.js";
interface SavedRow {
    readonly key: Buffer;
    readonly value: Buffer;
    /** False: it may have been written again, or deleted, in what is lost. */
    readonly isLast: boolean;
}
/** What was saved of a store. */
export interface SavedRows {
    /** Of one kind, in the order of their keys. */
    rows(space: number, kind: number): AsyncIterable<SavedRow>;
    /** Whether any row may not be the last. */
    readonly hasLosses: boolean;
}
/** Something that could not be taken over. */
export interface Loss {
    readonly database: string;
    readonly container: string;
    /** In words. */
    readonly reason: string;
    /** The id, where it is known. */
    readonly id?: string;
    /** The item as JSON, where it can be read but not be proven. */
    readonly item?: Buffer;
}
export interface RestoreReport {
    readonly database: string;
    readonly container: string;
    readonly items: number;
}
export declare function restoreContainers({ catalog }: ResourceTree, sources: ContextSources, saved: SavedRows, lost: (loss: Loss) => void): AsyncGenerator<RestoreReport>;
export {};
