/** Where an answer comes from, in plain values: whoever gets it never holds a container or a partition. */
import type { ContainerNames } from "./container-names.js";
import type { PhysicalPartition } from "./partition-map.js";
/** How far a physical partition has come. */
export interface RangeSeen {
    readonly rangeId: string;
    readonly lsn: number;
}
export interface AnswerSource extends RangeSeen {
    readonly container: ContainerNames;
}
export declare function sourceOf({ names }: {
    readonly names: ContainerNames;
}, { id, store }: PhysicalPartition): AnswerSource;
