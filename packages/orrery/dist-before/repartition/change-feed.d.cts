/**
 * The change feed of a feed range, through the SDK. Positions are the SDK's continuation tokens: they name hash ranges,
 * so that they outlive splits and merges.
 */
import { type Container, type FeedRange } from "@azure/cosmos";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import type { Item, KeyComponents } from "./item-identity.cjs";
/** What is known of changes: every one, or the last of each item and no deletion. */
export type FollowMode = "allVersions" | "latestVersions";
/** A change of one item, in the order in which they happened. */
export type Change = {
    readonly kind: "put";
    readonly item: Item;
    /** There was none of its identity before. */
    readonly isNew?: boolean;
} | {
    readonly kind: "delete";
    readonly id: string;
    readonly key: KeyComponents;
};
export interface ChangePage {
    readonly changes: readonly Change[];
    /** After which the next page begins. */
    readonly token: string;
    readonly charge: number;
    /** The LSNs of the changes. */
    readonly lsns: readonly number[];
    readonly place: Place | undefined;
    /** There was nothing more when it was read. A page without changes need not be the end. */
    readonly isEnd: boolean;
    /** When the last of the changes happened, in milliseconds since 1970; undefined without changes. */
    readonly lastMs: number | undefined;
}
export declare const PAGE_ITEMS = 500;
export interface FedContainer {
    readonly container: Container;
    readonly definition: PartitionKeyDefinition;
}
export interface Position {
    readonly token: string;
    /** The same as an LSN; undefined where it is not of one partition. */
    readonly place: Place | undefined;
}
/** The position of what is changed from now on. */
export declare function positionNow(container: Container, range: FeedRange, mode: FollowMode): Promise<Position>;
/** The next page after a position. */
export declare function readChanges({ container, definition }: FedContainer, token: string, mode: FollowMode): Promise<ChangePage>;
export interface ScannedPage {
    readonly items: readonly Item[];
    readonly place: Place | undefined;
    readonly token: string;
    readonly charge: number;
}
/** All items of a feed range, some perhaps more than once, and those that are changed meanwhile perhaps not. */
export declare function scanItems(container: Container, range: FeedRange, after: string | undefined): AsyncGenerator<ScannedPage>;
/** Which partition answered, and how far it had come. */
export interface Place {
    readonly rangeId: string;
    readonly lsn: number;
}
/**
 * Finds the end of a feed that is written to all the time. A partition's part is over when a page holds nothing but what
 * was written after its first page. The SDK reads the partitions of a range in turns, so that two such pages of one
 * partition, with nothing else between them, are the end of all.
 */
export declare class MovingEnd {
    #private;
    isPassed(place: Place | undefined, lsns: readonly number[]): boolean;
}
