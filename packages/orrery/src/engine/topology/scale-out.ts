/**
 * The splits that a higher throughput asks for. The number of partitions that it needs is kept in the catalogue with the
 * container, and partitions are split one after another in the background, also after a failure or a restart, until
 * there are as many.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import type { Throughput } from "../../api/control-api.ts";
import { targetPartitionCount } from "../../throughput/offer.ts";
import type { Catalog, Resource } from "../catalog/catalog.ts";
import type { Container } from "../container/container.ts";
import { changeState, stateOf, withState } from "../container/container-state.ts";
import type { OpenContainers } from "../container/open-containers.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";
import type { Background } from "../ground/background.ts";
import type { PartitionTopology } from "./partition-topology.ts";
import { middleOf } from "./split-point.ts";

export class ScaleOut {
  readonly #catalog: Catalog;
  readonly #containers: OpenContainers;
  readonly #topology: PartitionTopology;
  readonly #background: Background;
  /** Containers that are getting more partitions, by rid. */
  readonly #scaling = new Set<string>();

  constructor(
    catalog: Catalog,
    containers: OpenContainers,
    topology: PartitionTopology,
    background: Background,
  ) {
    this.#catalog = catalog;
    this.#containers = containers;
    this.#topology = topology;
    this.#background = background;
  }

  /** Goes on splitting, in the background, if the container has fewer partitions than its throughput asked for. */
  resume({ rid }: Resource): void {
    if (!this.#scaling.has(rid)) this.#background.run(this.#scale(rid));
  }

  async #scale(rid: string): Promise<void> {
    this.#scaling.add(rid);
    try {
      for (;;) {
        const resource = this.#catalog.byRid("container", rid);
        if (resource === undefined || stateOf(resource).targetPartitions === undefined) return;
        await this.#scaleOnce(await this.#containers.openWhole(resource));
      }
    } finally {
      this.#scaling.delete(rid);
    }
  }

  /** Splits one partition; if there is none to split, the target is reached, as far as it can be. */
  async #scaleOnce(container: Container): Promise<void> {
    if (await this.#topology.splitNext(container, () => nextToSplit(container))) return;
    await changeState(
      this.#catalog,
      container.definition.rid,
      ({ targetPartitions: _, ...reached }) => reached,
      (changed) => container.definition.adopt(changed),
    );
  }
}

/** A container with the number of partitions that a throughput needs, if it has fewer. */
export function withTarget(container: Resource, throughput: Throughput): Resource {
  const state = stateOf(container);
  const isSystem = (container.body.partitionKey as JsonObject).systemKey === true;
  const target = isSystem ? 1 : targetPartitionCount(throughput, state.partitions.length);
  const { targetPartitions: _, ...rest } = state;
  const next = target > state.partitions.length ? { ...rest, targetPartitions: target } : rest;
  return withState(container, next);
}

/**
 * The partition with the fewest splits behind it; among these, the one that holds the most. None if there are enough
 * partitions, or if no range can be halved.
 */
function nextToSplit(container: Container): PhysicalPartition | undefined {
  const { partitionKey, state } = container.definition;
  const { targetPartitions = 0 } = state;
  if (container.partitions.all.length >= targetPartitions) return undefined;
  return container.partitions.all
    .filter((partition) => middleOf(partitionKey, partition) !== undefined)
    .sort(
      (a, b) =>
        a.state.parents.length - b.state.parents.length || b.store.summary.bytes - a.store.summary.bytes,
    )[0];
}
