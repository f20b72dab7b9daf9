import type { JsonObject } from "../../value/json.cjs";
import { type OwnerNames, type ResourceTree } from "../catalog/resource-tree.cjs";
import { type AnswerSource } from "../container/answer-source.cjs";
import type { ContainerAddress, OpenContainers } from "../container/open-containers.cjs";
import type { Environment } from "../ground/environment.cjs";
import type { RequestScope } from "../queries/query-scope.cjs";
import { type ThroughputRequest } from "../spending/offer-content.cjs";
import type { ProvisionedThroughput } from "../spending/provisioned-throughput.cjs";
import type { IndexRebuilds } from "../upkeep/index-rebuilds.cjs";
import { type ContainerQuota } from "./container-quota.cjs";
import { type ResourceAnswer, type ResourceDeletion, type ResourceList, type ResourcePageRequest } from "./resource-answers.cjs";
interface ContainerRequest extends ThroughputRequest {
    /** False for clients too old to know partition keys. */
    readonly knowsPartitionKeys: boolean;
    /** How many physical ones; absent: as many as the account gives new containers. */
    readonly partitions?: number;
}
interface ContainerAnswer extends ResourceAnswer {
    readonly quota?: ContainerQuota;
}
interface ConflictsRequest extends ResourcePageRequest, RequestScope {
    /** Whether the client lets a query go over several partitions. */
    readonly mayCross: boolean;
}
/** The ranges as they are now; no rows for a client that has this version of them already. */
interface RangeChanges {
    readonly owner: OwnerNames;
    readonly etag: string;
    readonly rows?: readonly JsonObject[];
    readonly charge: number;
}
/** A physical partition as clients that connect to it themselves name it. */
export interface ReplicaAddress {
    readonly containerRid: string;
    readonly rangeId: string;
}
interface ContainersOptions {
    readonly tree: ResourceTree;
    readonly environment: Environment;
    readonly provisioned: ProvisionedThroughput;
    readonly containers: OpenContainers;
    readonly rebuilds: IndexRebuilds;
    /** How many partitions a new container has; absent: as many as its throughput needs. */
    readonly newPartitions: number | undefined;
}
export declare class Containers {
    #private;
    constructor({ tree, environment, provisioned, containers, rebuilds, newPartitions }: ContainersOptions);
    list(database: string, page: ResourcePageRequest): Promise<ResourceList>;
    create(database: string, body: JsonObject, request: ContainerRequest): Promise<ResourceAnswer>;
    read(address: ContainerAddress, { quota, statistics }?: {
        readonly quota?: boolean;
        readonly statistics?: boolean;
    }): Promise<ContainerAnswer>;
    replace(address: ContainerAddress, body: JsonObject, ifMatch?: string): Promise<ResourceAnswer>;
    delete(address: ContainerAddress, ifMatch?: string): Promise<ResourceDeletion>;
    ranges(address: ContainerAddress, page: ResourcePageRequest): Promise<ResourceList>;
    rangesSince(address: ContainerAddress, known: string | undefined): Promise<RangeChanges>;
    /** The physical partition that a client has connected to. Fails where it is not the one that the client means. */
    replica({ containerRid, rangeId }: ReplicaAddress): Promise<AnswerSource>;
    /** With one region no two writes conflict: the list is there, and empty. */
    conflicts(address: ContainerAddress, page: ConflictsRequest): Promise<ResourceList>;
    /** One conflict, which is never there. */
    conflict(address: ContainerAddress, id: string): Promise<never>;
}
export {};
