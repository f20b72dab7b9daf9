/**
 * What an index is of: one path, several paths with their directions, or the shapes at a path. Whoever writes entries and whoever reads
 * them know an index by this value; `indexName` is its text, and no two indexes of a kind share one.
 */
import type { Value } from "./json.js";
export type IndexIdentity = 
/** The values at one canonical path (`value/path.ts`). */
{
    readonly kind: "path";
    readonly path: string;
}
/** At least two paths; entries are in the order of the first, then of the second, and so on. */
 | {
    readonly kind: "composite";
    readonly parts: CompositeParts;
}
/** The shapes at one canonical path; the values of its entries are numbers of cells. */
 | {
    readonly kind: "spatial";
    readonly path: string;
    readonly cells: CellNumbers;
} | FullTextIndex;
/** The words of the texts at one canonical path, in one language. */
export interface FullTextIndex {
    readonly kind: "fullText";
    readonly path: string;
    readonly language: string;
}
export type CompositeParts = readonly CompositePart[];
export interface CompositePart {
    /** Canonical. */
    readonly path: string;
    readonly descending: boolean;
}
/** How shapes become numbers of cells. */
export interface CellNumbers {
    /** No two that make different numbers share one. */
    readonly name: string;
    /** None for what is not a shape. */
    numbersOf(value: Value): readonly number[];
}
export declare function pathIndex(path: string): IndexIdentity;
/** "/a", "/a ASC,/b DESC", "/a Geography Point", or "/a en-US". It is hashed into index keys. On disk: do not change. */
export declare function indexName(index: IndexIdentity): string;
/** "/a ASC", "/b DESC". */
export declare function partNames(parts: CompositeParts): readonly string[];
export declare function isSameIndex(a: IndexIdentity, b: IndexIdentity): boolean;
