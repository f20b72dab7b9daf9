/** Offers: the throughput of containers and databases, as clients read and replace it. */
import type { Throughput } from "../../throughput/offer.js";
import type { JsonObject } from "../../value/json.js";
import type { ResourceTree } from "../catalog/resource-tree.js";
import type { Environment } from "../ground/environment.js";
import { type ResourceAnswer, type ResourceList, type ResourcePageRequest } from "./resource-answers.js";
import type { ThroughputControl } from "./throughput-control.js";
export interface OfferAnswer extends ResourceAnswer {
    /** How low it may go. */
    readonly minimumRuPerSecond: number;
    /** Whether partitions are still being split for it. */
    readonly isPending: boolean;
}
export declare class Offers {
    #private;
    constructor(tree: ResourceTree, environment: Environment, throughput: ThroughputControl);
    list(page: ResourcePageRequest): Promise<ResourceList>;
    read(id: string): Promise<OfferAnswer>;
    /** `migrateTo`: to the other kind of throughput, at a figure that the server chooses. */
    replace(id: string, body: JsonObject, migrateTo?: Throughput["kind"]): Promise<OfferAnswer>;
}
