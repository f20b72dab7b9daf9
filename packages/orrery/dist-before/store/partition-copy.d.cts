import type { KeyValueStore } from "../kv/key-value-store.cjs";
import type { ItemProgress } from "./item-progress.cjs";
import type { PartitionStore } from "./partition-store.cjs";
export interface CopyTarget {
    readonly space: number;
    readonly max: Uint8Array;
}
/** The copy could not be finished; the sources are as they were. */
export declare class CopyAbandoned extends Error {
    readonly name = "CopyAbandoned";
}
export declare class PartitionCopy {
    #private;
    private constructor();
    /** From here on writes go to both sides. Ends with `run`, `hold`, `finish` and `detach`, or with `abandon`. */
    static start(kv: KeyValueStore, sources: readonly PartitionStore[], targets: readonly CopyTarget[]): Promise<PartitionCopy>;
    /** Copies everything. */
    run({ isStopped, seen }: ItemProgress): Promise<void>;
    /** Keeps writers out of all sources. Resolves when none is inside. */
    hold(): Promise<() => void>;
    /** Makes the targets complete. Requires that writers are kept out. */
    finish(): Promise<void>;
    /** Ends the mirroring. Requires that writers are kept out. */
    detach(): void;
    abandon(): Promise<void>;
}
