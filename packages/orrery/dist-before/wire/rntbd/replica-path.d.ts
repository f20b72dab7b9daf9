/**
 * The path of an address in direct mode. Clients send it back with each request, as a server may stand for many
 * replicas. Ours name the container and the partition key range that the client means.
 */
export interface ReplicaName {
    readonly containerRid: string;
    readonly rangeId: string;
}
/** `master` has what is above the items of containers. */
export type Replica = ReplicaName | "master";
/** The copies of a partition as the service has them, the primary first: clients count on so many. All are the one here. */
export declare const COPIES: readonly ["1p", "2s", "3s", "4s"];
/** Of so many copies, those that have a write when it is acknowledged. */
export declare const WRITE_QUORUM = 3;
export type Copy = (typeof COPIES)[number];
export declare function replicaPath(replica: Replica, copy: Copy): string;
/** Undefined for what is no path of ours. */
export declare function parseReplicaPath(path: string): Replica | undefined;
