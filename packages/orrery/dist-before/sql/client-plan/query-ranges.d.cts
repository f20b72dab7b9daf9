/** The ranges of a plan: in key values, and as the gateway answers them, in effective partition keys. */
import { type PartitionKeyDefinition } from "@orrerydb/keys/hash";
import type { KeyRange } from "./execution-info.cjs";
import type { PartitionKeys } from "./partition-filter.cjs";
interface EpkQueryRange {
    readonly min: string;
    readonly max: string;
    readonly isMinInclusive: boolean;
    readonly isMaxInclusive: boolean;
}
/** Where no item can match, one empty range is left, so that one partition still answers (an aggregate has a row). */
export declare function keyRangesOf(keys: PartitionKeys): readonly KeyRange[];
/**
 * In EPK order, each once: long keys of version 1 that begin alike have the same EPK, and clients read every range that
 * they are told. A prefix of a hierarchical key becomes the range of all keys below it.
 */
export declare function toEpkRanges(ranges: readonly KeyRange[], definition: PartitionKeyDefinition): readonly EpkQueryRange[];
export {};
