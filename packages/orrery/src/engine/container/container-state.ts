/** What the catalogue keeps of a container beside its body, and how it changes. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import type { NamedSpaces } from "../../store/catalog/first-lsn.ts";
import type { GenerationState } from "../../store/indexes/index-generations.ts";
import type { ThroughputBucket } from "../../throughput/throughput-buckets.ts";
import { Failure } from "../../value/failure.ts";
import type { Catalog, Resource } from "../catalog/catalog.ts";
import type { PartitionState, RetiredRange } from "./partition-map.ts";

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

export function stateOf(container: Resource): ContainerState {
  return container.state as unknown as ContainerState;
}

/** By what a container is known to clients, and where its data is. */
export function namedSpacesOf(database: Resource, container: Resource): NamedSpaces {
  const spaces = stateOf(container).partitions.map(({ space }) => space);
  return { name: `${database.id}/${container.id}`, spaces };
}

export function withState(container: Resource, state: ContainerState): Resource {
  return { ...container, state: state as unknown as Json };
}

/** The container as the catalogue has it now. Fails if it was deleted meanwhile. */
export function presentContainer(catalog: Catalog, rid: string): Resource {
  const container = catalog.byRid("container", rid);
  if (container === undefined) throw new Failure("notFound", "The container was deleted meanwhile.");
  return container;
}

/** Fails if the container was deleted meanwhile. */
export function changeState(
  catalog: Catalog,
  containerRid: string,
  change: (state: ContainerState) => ContainerState,
  whenApplied: (changed: Resource) => void,
): Promise<void> {
  return catalog.change(async () => {
    const current = presentContainer(catalog, containerRid);
    const changed = withState(current, change(stateOf(current)));
    return { change: { put: [changed], whenApplied: () => whenApplied(changed) }, result: undefined };
  });
}
