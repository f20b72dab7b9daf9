/** A partition that has passed its storage limit is split in the background, as often as it takes. */

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
): void {
  const partition = container.map.partitions.find(({ store }) => store.space === space);
  if (partition === undefined) return;
  const { id, store } = partition;
  store.watchSize(Number.POSITIVE_INFINITY);
  background.run(
    topology.split(container, id, "data").then(
      (halves) => {
        for (const half of halves) {
          if (half.store.isTooLarge) splitFullPartition(topology, background, container, half.store.space);
        }
      },
      (error: unknown) => {
        store.watchSize(store.summary.bytes * SPLIT_AGAIN_AFTER_GROWTH);
        container.environment.log(
          "warn",
          `Partition ${id} of container '${container.resource.id}' is over its storage limit, and was not split: ${(error as Error).message}`,
        );
      },
    ),
  );
}
