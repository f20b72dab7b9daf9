/** Where an answer comes from, in plain values: whoever gets it never holds a container or a partition. */
import type { ContainerNames } from "./container-names.ts";
import type { PhysicalPartition } from "./partition-map.ts";

/** How far a physical partition has come. */
export interface RangeSeen {
  readonly rangeId: string;
  readonly lsn: number;
}

export interface AnswerSource extends RangeSeen {
  readonly container: ContainerNames;
}

export function sourceOf(
  { names }: { readonly names: ContainerNames },
  { id, store }: PhysicalPartition,
): AnswerSource {
  return { container: names, rangeId: id, lsn: store.summary.lsn };
}
