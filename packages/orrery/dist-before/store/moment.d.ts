/**
 * All partitions as they are at one moment, for those who read several things that must agree. Writers go on
 * meanwhile. Held until `close`: the store keeps what was deleted since for as long.
 */
import type { KeyValueStore, Reader } from "../kv/key-value-store.js";
export declare class Moment {
    #private;
    constructor(kv: KeyValueStore);
    close(): void;
    /** For this folder alone: what to read with; without a moment, whatever is newest. */
    static reader(moment: Moment | undefined, newest: Reader): Reader;
}
