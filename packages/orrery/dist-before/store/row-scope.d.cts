import type { IndexScan } from "../value/row-source.cjs";
import type { StoredItem } from "./item-record.cjs";
import { type KeyBounds } from "./key-bounds.cjs";
import { type Ref } from "./key-layout.cjs";
import type { VectorIndex } from "./vectors/vector-index.cjs";
export interface RowScope {
    /** Numbers of the logical partitions in scope, ascending; absent: all of the partition. */
    readonly logicalNumbers?: readonly number[];
    /** How many addresses each of them has given away; absent: not known. */
    readonly sequences?: readonly number[];
    /** About how many items they hold. */
    readonly items: number;
    /** About how many bytes these items have; absent: not known. */
    readonly bytes?: number;
    /** About how many items the whole partition holds, whose index entries lie together; absent: `items`. */
    readonly partitionItems?: number;
}
/** Which of the stored items are there for readers. */
export interface Visibility {
    isLive(item: StoredItem): boolean;
    /** True for the address of an item that is not live whatever is in it. */
    isDropped(ref: Ref): boolean;
    /** False: nothing is dropped. */
    readonly hasDropped: boolean;
    /** False: whatever is not dropped is live. */
    readonly mayExpire: boolean;
}
export declare const EVERYTHING: Visibility;
/** Where a scan goes on, and which way. */
interface ScanPosition {
    readonly after?: Ref;
    readonly reverse?: boolean;
}
export declare class ScopeKeys {
    #private;
    constructor(scope: RowScope, visibility: Visibility);
    get isWhole(): boolean;
    /** Whether all that lies in the ranges is in scope. */
    get isTight(): boolean;
    /** Whether there are too many logical partitions to visit, so that a scan passes over others. */
    get isPickedOut(): boolean;
    has(ref: Ref): boolean;
    /** Whether a scan is for what several logical partitions have of one value. */
    leaps(scan: IndexScan): boolean;
    /** The keys of all items in scope and of some that have gone, in scan order; undefined where they are too many. */
    addresses({ after, reverse }: ScanPosition): Buffer[] | undefined;
    ofItems({ after, reverse }: ScanPosition): KeyBounds[];
    ofIndex(scan: IndexScan): KeyBounds[];
    /** The keys of one entry, which end in refs. */
    ofEntry(entry: Buffer, { after, reverse, leaps }: ScanPosition & {
        readonly leaps?: boolean;
    }): KeyBounds[];
    ofVectors({ prefix }: VectorIndex): KeyBounds[];
}
export {};
