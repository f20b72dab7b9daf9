/** The logical partitions of a physical one: all of them with what they hold, those of some ranges for readers. */
import { type EpkRange } from "@orrerydb/keys/hash";
import type { Reader } from "../kv/key-value-store.cjs";
import type { RowScope } from "./row-scope.cjs";
export interface LogicalPartition {
    readonly epk: Buffer;
    /** The key value as the protocol writes it. */
    readonly key: string;
    readonly items: number;
    readonly bytes: number;
}
/** In EPK order. */
export declare function readLogicalPartitions(reader: Reader, space: number): AsyncGenerator<readonly LogicalPartition[]>;
/** Those in some ranges of EPKs, none overlapping another. */
export declare function logicalScope(reader: Reader, space: number, ranges: readonly EpkRange[]): Promise<RowScope & {
    logicalNumbers: number[];
}>;
