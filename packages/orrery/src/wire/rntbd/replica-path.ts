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

export type ReplicaRole = "primary" | "secondary";

const MASTER = "master";
const PATH = /^\/apps\/orrery\/services\/([A-Za-z0-9+=-]+)\/partitions\/(\d{1,15})\/replicas\/\d[ps]\/?$/;

export function replicaPath(replica: Replica, role: ReplicaRole): string {
  const { containerRid, rangeId } = replica === "master" ? { containerRid: MASTER, rangeId: "0" } : replica;
  return `/apps/orrery/services/${containerRid}/partitions/${rangeId}/replicas/${role === "primary" ? "1p" : "2s"}/`;
}

/** Undefined for what is no path of ours. */
export function parseReplicaPath(path: string): Replica | undefined {
  const [, containerRid, rangeId] = PATH.exec(path) ?? [];
  if (containerRid === undefined || rangeId === undefined) return undefined;
  return containerRid === MASTER ? "master" : { containerRid, rangeId };
}
