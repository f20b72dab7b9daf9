/**
 * Which physical partitions this process serves, where others serve the rest from the same store; and whose turn it is to change
 * the catalogue. Only who serves a partition writes to it, and only who serves all partitions of a container changes what the
 * catalogue says of it: what any of its servers knows of it is therefore right.
 */
import { Failure } from "../../value/failure.js";
/** A container by its resource id and its database's. */
export interface OwnedContainer {
    readonly rid: string;
    readonly parentRid: string;
}
/** Who spends on a partition that another process serves. */
export interface SpenderElsewhere {
    readonly key?: string;
    readonly priority: "High" | "Low";
    readonly bucket: number;
}
export interface Spent {
    readonly admitted: boolean;
    readonly charge: number;
}
export interface Ownership {
    /** Marks key spaces that are being filled or emptied, so that no other process empties them. Empty: there is no other. */
    readonly mark: string;
    /** Grows whenever this process begins or ceases to serve a partition. */
    readonly generation: number;
    /** A partition is named by its key space, which it has for ever. */
    serves(container: OwnedContainer, space: number): boolean;
    /** Whether all partitions are served here. */
    servesWhole(container: OwnedContainer): boolean;
    /** From now on this process serves all partitions, unless others ask for them. Fails where that takes too long. */
    gather(container: OwnedContainer): Promise<void>;
    /** Partitions that nobody knows yet are this process's from now on. Requires the turn to change the catalogue. */
    claim(container: OwnedContainer, spaces: readonly number[]): Promise<void>;
    /** Asks who serves a partition whether a request may spend there. Fails as it would there. */
    admit(container: OwnedContainer, space: number, spender: SpenderElsewhere): Promise<boolean>;
    /** Tells who serves a partition what a request has spent there; `admitted`: whether it might. */
    settle(container: OwnedContainer, space: number, spender: SpenderElsewhere, spent: Spent): void;
    /** Runs what changes the catalogue while no other process does; what is known of it is new then. */
    whileChanging<T>(work: () => Promise<T>): Promise<T>;
}
export declare const ALONE: Ownership;
/** Nothing was done: another process serves what was needed, or is about to. */
export declare class ServedElsewhere extends Failure {
    /** The partition, by its key space; all of the container's; or what was asked for, which was here and has gone. */
    readonly needed: number | "all" | "same";
    constructor(needed: number | "all" | "same");
}
