import type { Reader } from "../kv/key-value-store.js";
import type { IndexEntry, IndexScan, ItemName, JudgedEntries, NearestChunk, RowSource, ValueJudge } from "../value/row-source.js";
import type { VectorSearch } from "../value/vector-search.js";
import type { EntryCounts } from "./entry-counts.js";
import { ItemView } from "./item-view.js";
import { type Ref } from "./key-layout.js";
import { type LackingItems } from "./lacking-items.js";
import { type RowScope, type Visibility } from "./row-scope.js";
import { TextPostings } from "./texts/text-postings.js";
import type { PartitionVectors } from "./vectors/partition-vectors.js";
import type { VectorIndex } from "./vectors/vector-index.js";
/** What is known of the partition beside its rows. */
interface PartitionKnowledge {
    /** Absent where the reader is not of one moment: then items are walked through. */
    readonly lackingItems?: LackingItems;
    readonly entryCounts?: EntryCounts;
    readonly vectors?: PartitionVectors;
    readonly vectorIndexes?: readonly VectorIndex[];
}
export declare class PartitionRows implements RowSource {
    #private;
    constructor(reader: Reader, space: number, scope: RowScope, visibility: Visibility, known?: PartitionKnowledge);
    itemCount(): number;
    itemBytes(): number;
    indexedItemCount(): number;
    /** Totals are written with the items, so that those of a snapshot are its own. */
    exactCount(): Promise<number | undefined>;
    items(options: {
        after?: Ref;
        reverse?: boolean;
    }): AsyncGenerator<readonly ItemView[]>;
    /** Whether an item has expired, only the item says. */
    refs(options: {
        after?: Ref;
    }): AsyncGenerator<readonly Ref[]> | undefined;
    lacking(path: string, options: {
        after?: Ref;
        reverse?: boolean;
    }): AsyncGenerator<readonly ItemView[]>;
    load(refs: readonly Ref[]): Promise<readonly ItemView[]>;
    find(names: readonly ItemName[]): Promise<readonly Ref[]>;
    get texts(): TextPostings;
    index(scan: IndexScan): AsyncGenerator<readonly IndexEntry[]>;
    /** Where the keys of the index are in memory, and an entry is known to lead to an item. */
    judged(scan: IndexScan, judge: ValueJudge): Promise<AsyncIterable<JudgedEntries> | undefined>;
    /** How many entries a scan yields; undefined where each has to be looked at to know. */
    count(scan: IndexScan): Promise<number | undefined>;
    nearest(search: VectorSearch, usefulShare: () => number): AsyncGenerator<NearestChunk>;
    estimate(scans: readonly IndexScan[], max: number): Promise<number>;
}
export {};
