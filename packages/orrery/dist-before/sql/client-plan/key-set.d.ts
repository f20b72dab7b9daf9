/**
 * Sets of partition keys, as far as a filter tells them: everything, or a list of patterns, each with a value or
 * "any" for every path of the key. A set may hold more keys than the filter can match, never fewer: where the
 * exact set would be too large to compute, a larger one is given.
 */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
export declare const anyComponent: unique symbol;
export type KeyPattern = readonly (PartitionKeyComponent | typeof anyComponent)[];
/** Patterns by their text, so that each is held once. */
export type KeySet = "all" | ReadonlyMap<string, KeyPattern>;
export declare const noKeys: KeySet;
export declare function keySet(patterns: readonly KeyPattern[]): KeySet;
export declare function uniteKeys(a: KeySet, b: KeySet): KeySet;
export declare function intersectKeys(a: KeySet, b: KeySet): KeySet;
