/**
 * Gives out the numbers of a container's logical partitions, each once for ever. Blocks of numbers are reserved
 * durably before the first of them is used; a crash loses the rest of a block and nothing else.
 */
import type { KeyValueStore } from "../kv/key-value-store.js";
export declare class LogicalNumbers {
    #private;
    constructor(kv: KeyValueStore, containerRid: string);
    next(): Promise<number>;
    /** Numbers up to this one were used, whatever is noted. */
    raise(used: number): Promise<void>;
}
