/**
 * What the target has of some items. The target holds one item of each identity, so that it is enough to find it where
 * it is to be: many are read at once, where a query asks every partition for each of them. What is not found there may
 * lie anywhere, since an item's former address is in no change: that is queried by ids.
 */
import type { Container } from "@azure/cosmos";
import { type Item, type ItemKeys, type KeyComponents } from "./item-identity.js";
export interface Sides {
    readonly source: Container;
    readonly sourceKeys: ItemKeys;
    readonly target: Container;
    readonly targetKeys: ItemKeys;
    readonly hasUniqueKeys: boolean;
    /** The item as the target is to hold it; undefined: it is not to be there. Fails where it has no key there. */
    mapped(item: Item, identity: string): Item | undefined;
    /** The key that a target item has at the source; absent: its properties are it. */
    readonly sourceKeyOf?: ((item: Item) => KeyComponents) | undefined;
}
/** A target item, as far as it has to be known. */
export interface Found {
    readonly id: string;
    readonly etag: string;
    readonly identity: string;
    readonly key: KeyComponents;
    readonly sourceKey: KeyComponents;
}
/** What is looked for: an identity, and the key under which it is expected; undefined: anywhere. */
export interface Sought {
    readonly id: string;
    readonly identity: string;
    readonly key: KeyComponents | undefined;
}
export interface LookedUp {
    readonly found: readonly Found[];
    readonly charge: number;
}
/** Items of these identities; and those of others that have the ids of what was not where it is expected. */
export declare function lookUpItems(sides: Sides, sought: readonly Sought[], wait: (ms: number) => Promise<void>): Promise<LookedUp>;
/** All items that have these ids, whatever their keys. */
export declare function queryItems(sides: Sides, ids: readonly string[]): Promise<LookedUp>;
