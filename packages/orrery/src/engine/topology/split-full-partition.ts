/** A partition that has passed its storage limit is split in the background, as often as it takes. */

import type { Resource } from "../catalog/catalog.ts";
import type { Container } from "../container/container.ts";
import type { Background } from "../ground/background.ts";
import type { PartitionTopology } from "./partition-topology.ts";

/** A partition that could not be split is tried again when it has grown by this much. */
const SPLIT_AGAIN_AFTER_GROWTH = 1.25;

/** Runs after a commit: it only decides. */
export function splitFullPartition(
  topology: PartitionTopology,
  background: Background,
  container: Container,
  space: number,
  openWhole: (resource: Resource) => Promise<Container>,
): void {
  const partition = container.partitions.served.find(({ state }) => state.space === space);
  if (partition === undefined) return;
  const { id, store } = partition;
  store.watchSize(Number.POSITIVE_INFINITY);
  background.run(
    openWhole(container.definition.resource)
      .then((whole) => topology.split(whole, id, "data"))
      .then(
        (halves) => {
          for (const { state, isServed, store } of halves) {
            if (isServed && store.isTooLarge)
              splitFullPartition(topology, background, container, state.space, openWhole);
          }
        },
        (error: unknown) => {
          store.watchSize(store.summary.bytes * SPLIT_AGAIN_AFTER_GROWTH);
          container.environment.log(
            "warn",
            `Partition ${id} of container '${container.definition.resource.id}' is over its storage limit, and was not split: ${(error as Error).message}`,
          );
        },
      ),
  );
}
