/** One logical partition, and where it lives now. */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import { Failure } from "../../value/failure.ts";
import type { PartitionKeyValue } from "../catalog/partition-key.ts";
import { type AnswerSource, sourceOf } from "../container/answer-source.ts";
import type { Container } from "../container/container.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";

export interface LogicalPlace extends PartitionKeyValue {
  readonly partition: PhysicalPartition;
}

export function placeOf(container: Container, given: readonly PartitionKeyComponent[]): LogicalPlace {
  const { components, epk, text } = container.definition.partitionKey.value(given);
  return { components, epk, text, partition: container.partitions.map.at(epk) };
}

/**
 * For the end of a write: it may have waited for a split or merge, and happened on a new partition. One that another process
 * serves by now does not undo what was done.
 */
export function sourceNow(
  container: Container,
  { epk, partition }: Pick<LogicalPlace, "epk" | "partition">,
): AnswerSource {
  const now = container.partitions.map.at(epk);
  return sourceOf(container.definition, now.isServed ? now : partition);
}

export function missingKey(): Failure {
  return new Failure(
    "badRequest",
    "PartitionKey value must be supplied for this operation: send it in the header x-ms-documentdb-partitionkey.",
  );
}
