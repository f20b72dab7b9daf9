/** Which partition of a container a request seems to be about, by the catalogue alone: the engine itself decides later. */
import { type PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { Resource } from "../catalog/catalog.js";
/** As the request names it. */
export interface AskedPart {
    readonly key?: readonly PartitionKeyComponent[] | undefined;
    readonly rangeId?: string | undefined;
    /** The first effective key of a range. */
    readonly epk?: Uint8Array | undefined;
}
/** The key spaces of its partitions, in order of their ranges. */
export declare function partitionSpaces(container: Resource): readonly number[];
/** The key space of the partition that a request names; of the first, where it names none that there is. */
export declare function askedPartition(container: Resource, asked: (() => AskedPart) | undefined): number;
