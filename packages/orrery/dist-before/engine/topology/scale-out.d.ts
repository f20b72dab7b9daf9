/**
 * The splits that a higher throughput asks for. The number of partitions that it needs is kept in the catalogue with the
 * container, and partitions are split one after another in the background, also after a failure or a restart, until
 * there are as many.
 */
import { type Throughput } from "../../throughput/offer.js";
import type { Catalog, Resource } from "../catalog/catalog.js";
import type { OpenContainers } from "../container/open-containers.js";
import type { Background } from "../ground/background.js";
import type { PartitionTopology } from "./partition-topology.js";
export declare class ScaleOut {
    #private;
    constructor(catalog: Catalog, containers: OpenContainers, topology: PartitionTopology, background: Background);
    /** Goes on splitting, in the background, if the container has fewer partitions than its throughput asked for. */
    resume({ rid }: Resource): void;
}
/** A container with the number of partitions that a throughput needs, if it has fewer. */
export declare function withTarget(container: Resource, throughput: Throughput): Resource;
