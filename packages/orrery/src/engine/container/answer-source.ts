/** Where an answer comes from, in plain values: whoever gets it never holds a container or a partition. */
import type { Container } from "./container.ts";
import type { PhysicalPartition } from "./partition-map.ts";

/** A container's names, which are for life: there is one such object for each container at work. */
export interface ContainerNames {
  readonly rid: string;
  readonly database: string;
  readonly container: string;
}

/** How far a physical partition has come. */
export interface RangeSeen {
  readonly rangeId: string;
  readonly lsn: number;
}

export interface AnswerSource extends RangeSeen {
  readonly container: ContainerNames;
}

export function sourceOf({ names }: Container, { id, store }: PhysicalPartition): AnswerSource {
  return { container: names, rangeId: id, lsn: store.summary.lsn };
}
