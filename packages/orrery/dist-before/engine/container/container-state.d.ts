/** What the catalogue keeps of a container beside its body, and how it changes. */
import type { NamedSpaces } from "../../store/first-lsn.js";
import type { GenerationState } from "../../store/index-generations.js";
import type { ThroughputBucket } from "../../throughput/throughput-buckets.js";
import type { JsonObject } from "../../value/json.js";
import type { Catalog, Resource } from "../catalog/catalog.js";
import type { PartitionState, RetiredRange } from "./partition-map.js";
export interface ContainerState {
    readonly partitions: readonly PartitionState[];
    readonly nextPartitionId: number;
    /** Oldest first. */
    readonly retired?: readonly RetiredRange[];
    readonly indexGenerations: readonly GenerationState[];
    /** While a change of throughput asks for more partitions than there are. */
    readonly targetPartitions?: number;
    readonly buckets?: readonly ThroughputBucket[];
    /** The partition key that the container's name stood for before, if it was exchanged. */
    readonly formerKey?: JsonObject;
}
export declare function stateOf(container: Resource): ContainerState;
/** By what a container is known to clients, and where its data is. */
export declare function namedSpacesOf(database: Resource, container: Resource): NamedSpaces;
export declare function withState(container: Resource, state: ContainerState): Resource;
/** The container as the catalogue has it now. Fails if it was deleted meanwhile. */
export declare function presentContainer(catalog: Catalog, rid: string): Resource;
/** Fails if the container was deleted meanwhile. */
export declare function changeState(catalog: Catalog, containerRid: string, change: (state: ContainerState) => ContainerState, whenApplied: (changed: Resource) => void): Promise<void>;
