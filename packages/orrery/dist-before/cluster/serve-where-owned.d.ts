import type { ClusterNode } from "./cluster-node.js";
import type { Member } from "./membership.js";
/** Who is needed: who serves the partition that was named; who serves that of a key space; or who serves all of them. */
export type Aim = "named" | "whole" | number;
export declare function parseAim(text: string): Aim;
/** A node that does not answer, or does not serve what it was asked for. Nothing was done. */
export declare class NotThere extends Error {
    readonly name = "NotThere";
    /** Who is needed instead, as far as that node can tell. */
    readonly aim: Aim | undefined;
    constructor(message: string, { aim, ...options }?: ErrorOptions & {
        readonly aim?: Aim;
    });
}
/** What a request is for. */
export interface Target {
    /** Of all partitions, in order of their ranges. */
    units(): readonly string[];
    unitFor(aim: Aim): string;
    /** All of them are to be served here. */
    gather(): Promise<void>;
}
interface Asked<T> {
    /** By the catalogue as it is known here; undefined where there is nothing of this name. */
    find(): Target | undefined;
    readonly aim: Aim;
    readonly isRead: boolean;
    /** It came from another node, and is not sent on. */
    readonly isForwarded: boolean;
    here(): Promise<T>;
    forward(node: Member, aim: Aim): Promise<T>;
}
type Cluster = Pick<ClusterNode, "deadline" | "freshCatalog" | "has" | "place" | "write">;
/** Fails with `NotThere` where a request that was forwarded is not for this node. */
export declare function serveWhereOwned<T>(cluster: Cluster, asked: Asked<T>): Promise<T>;
export {};
