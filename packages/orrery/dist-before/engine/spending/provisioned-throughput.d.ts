/**
 * What each container may spend now: by its own offer, or by that of its database, whose containers share its budgets.
 */
import { type Throughput } from "../../throughput/offer.js";
import type { Resource } from "../catalog/catalog.js";
import type { ResourceTree } from "../catalog/resource-tree.js";
import type { Environment } from "../ground/environment.js";
import { type ContainerThroughput } from "./metering.js";
export declare class ProvisionedThroughput {
    #private;
    constructor(tree: ResourceTree, environment: Environment);
    /** The offer of a container or database that has one of its own. */
    offerOf(owner: Resource): Resource | undefined;
    /** A new offer, for a change of the catalogue that also puts its owner. */
    makeOffer(owner: Resource, throughput: Throughput): Resource;
    /** What a container may spend: its own throughput, or its database's. */
    throughputFor(container: Resource): Throughput;
    /** The same in the form that the container's partitions need. */
    spendable(container: Resource): ContainerThroughput;
    /** The containers that spend an offer's throughput. */
    spendersOf(offer: Resource): Resource[];
    /** After an offer was replaced: the budgets that containers share change at once. */
    changeShared(ownerRid: string, ruPerSecond: number): void;
    /** Of a resource that was deleted, or that another process serves. */
    forget({ rid }: Pick<Resource, "rid">): void;
}
