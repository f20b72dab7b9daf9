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
export const COPIES = ["1p", "2s", "3s", "4s"] as const;
/** Of so many copies, those that have a write when it is acknowledged. */
export const WRITE_QUORUM = 3;

export type Copy = (typeof COPIES)[number];

const MASTER = "master";
const PATH = /^\/apps\/orrery\/services\/([A-Za-z0-9+=-]+)\/partitions\/(\d{1,15})\/replicas\/\d[ps]\/?$/;

export function replicaPath(replica: Replica, copy: Copy): string {
  const { containerRid, rangeId } = replica === "master" ? { containerRid: MASTER, rangeId: "0" } : replica;
  return `/apps/orrery/services/${containerRid}/partitions/${rangeId}/replicas/${copy}/`;
}

/** Undefined for what is no path of ours. */
export function parseReplicaPath(path: string): Replica | undefined {
  const [, containerRid, rangeId] = PATH.exec(path) ?? [];
  if (containerRid === undefined || rangeId === undefined) return undefined;
  return containerRid === MASTER ? "master" : { containerRid, rangeId };
}
