/** Databases, and the throughput that their containers share. */
import type { JsonObject } from "../../value/json.cjs";
import { type ResourceTree } from "../catalog/resource-tree.cjs";
import type { OpenContainers } from "../container/open-containers.cjs";
import type { Environment } from "../ground/environment.cjs";
import { type ThroughputRequest } from "../spending/offer-content.cjs";
import type { ProvisionedThroughput } from "../spending/provisioned-throughput.cjs";
import { type ResourceAnswer, type ResourceDeletion, type ResourceList, type ResourcePageRequest } from "./resource-answers.cjs";
export declare class Databases {
    #private;
    constructor(tree: ResourceTree, environment: Environment, provisioned: ProvisionedThroughput, containers: OpenContainers);
    list(page: ResourcePageRequest): Promise<ResourceList>;
    create(body: JsonObject, request?: ThroughputRequest): Promise<ResourceAnswer>;
    /** By id or resource id, as everywhere. */
    read(id: string): Promise<ResourceAnswer>;
    delete(id: string, ifMatch?: string): Promise<ResourceDeletion>;
}
