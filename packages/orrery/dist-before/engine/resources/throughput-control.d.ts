/**
 * Throughput that is changed: offers are replaced or migrated, requests that name a bucket are capped.
 *
 * A changed offer takes effect on every partition at once. If it needs more partitions than there are, it is pending
 * until they have been split, and cannot be changed again until then.
 */
import { type Throughput } from "../../throughput/offer.js";
import { type ThroughputBucket } from "../../throughput/throughput-buckets.js";
import type { JsonObject } from "../../value/json.js";
import type { Resource } from "../catalog/catalog.js";
import type { ResourceTree } from "../catalog/resource-tree.js";
import type { Container } from "../container/container.js";
import type { OpenContainers } from "../container/open-containers.js";
import type { ProvisionedThroughput } from "../spending/provisioned-throughput.js";
import { type ScaleOut } from "../topology/scale-out.js";
export declare class ThroughputControl {
    #private;
    constructor(tree: ResourceTree, provisioned: ProvisionedThroughput, containers: OpenContainers, scaleOut: ScaleOut);
    replaceOffer(offer: Resource, body: JsonObject): Promise<Resource>;
    /** From manual throughput to autoscale with at least that much as its maximum, or back to that maximum. */
    migrateOffer(offer: Resource, to: Throughput["kind"]): Promise<Resource>;
    /** Whether an offer asks for more partitions than there are. */
    isPending(offer: Resource): boolean;
    /** How low an offer may go; of autoscale, how low its maximum may. */
    minimumThroughput(offer: Resource, kind: Throughput["kind"]): Promise<number>;
    /** Caps what requests that name a bucket may spend. */
    setBuckets(container: Container, buckets: readonly ThroughputBucket[]): Promise<void>;
}
