/** One logical partition, and where it lives now. */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import { Failure } from "../../value/failure.js";
import { type AnswerSource } from "../container/answer-source.js";
import type { Container } from "../container/container.js";
import type { PhysicalPartition } from "../container/partition-map.js";
export interface LogicalPlace {
    readonly components: readonly PartitionKeyComponent[];
    readonly epk: Buffer;
    readonly text: string;
    readonly partition: PhysicalPartition;
}
export declare function placeOf(container: Container, components: readonly PartitionKeyComponent[]): LogicalPlace;
/**
 * For the end of a write: it may have waited for a split or merge, and happened on a new partition. One that another process
 * serves by now does not undo what was done.
 */
export declare function sourceNow(container: Container, { epk, partition }: Pick<LogicalPlace, "epk" | "partition">): AnswerSource;
export declare function missingKey(): Failure;
