/**
 * Who an item is on both sides. At the source, its id and the value of the source's key: its identity. At the target,
 * its id and the value of the target's key: its address. A target item carries the properties of both keys, so that each
 * can be told from the item alone; that is how a change at the source finds the target items that it replaces.
 */
import type { PartitionKey } from "@azure/cosmos";
import { type StrategyDescription, type SyntheticKeyStrategy } from "@orrerydb/keys";
import { type PartitionKeyComponent, type PartitionKeyDefinition } from "@orrerydb/keys/hash";
export type Item = Record<string, unknown> & {
    readonly id: string;
};
export type KeyComponents = readonly PartitionKeyComponent[];
/** Where the items of a container lie, and how they are given a key. */
export interface KeyedSide {
    readonly definition: PartitionKeyDefinition;
    /** Computes the key of items that do not have it yet. */
    readonly strategy?: StrategyDescription | undefined;
}
export declare class ItemKeys {
    #private;
    readonly definition: PartitionKeyDefinition;
    constructor({ definition, strategy }: KeyedSide);
    /** The properties that a strategy adds. */
    get added(): readonly (readonly string[])[];
    /** The item with its key in it. Fails where the key cannot be made. */
    keyed(item: Item, identity: string): Item;
    /** The key of an item that has it. Fails for objects and arrays. */
    of(item: object): KeyComponents;
}
/** Where a strategy puts what items do not have by themselves. */
export declare function addedPaths({ into, dependsOn }: SyntheticKeyStrategy): readonly string[];
/** Equal for equal ids and keys, and for no others. */
export declare function identityText(id: string, key: KeyComponents): string;
/** As the SDK takes it. */
export declare function sdkKey(key: KeyComponents): PartitionKey;
/** What a client wrote of an item. */
export declare function withoutSystem(item: Item): Item;
