/**
 * Logical partitions of a physical one that were deleted whole. Their items are still stored until the background
 * has removed them, and no reader may see them: what matters is the logical partition's number, which every address
 * begins with and which is never given again.
 *
 * A number stays known for a while after its last item is gone, because a snapshot from before may still be read.
 */
import type { Reader } from "../kv/key-value-store.cjs";
import { type Ref } from "./key-layout.cjs";
export declare class DroppedPartitions {
    #private;
    static load(reader: Reader, space: number): Promise<DroppedPartitions>;
    get isEmpty(): boolean;
    /** Those with items to remove. */
    get pending(): readonly {
        readonly number: number;
        readonly epk: Buffer;
    }[];
    get counts(): {
        readonly pending: number;
        readonly remembered: number;
    };
    holds(ref: Ref): boolean;
    add(number: number, epk: Buffer): void;
    removed(number: number, nowSeconds: number): void;
    forget(nowSeconds: number): void;
}
