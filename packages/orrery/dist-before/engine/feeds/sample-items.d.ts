/**
 * Items for advice on keys, outside of all budgets: looking at a container must not take from those who use it. A part
 * of the hash space is read in pages; one that lies on several partitions is divided instead, so that a split or merge
 * between two pages does not matter.
 */
import { type EpkRange } from "@orrerydb/keys/hash";
import type { Container } from "../container/container.js";
/** What is still to be read of the hash space. */
export interface SamplePart {
    readonly range: EpkRange;
    readonly afterLsn: number;
}
export interface SamplePage {
    /** JSON, as it is answered. */
    readonly rows: readonly Buffer[];
    readonly rest: readonly SamplePart[];
}
export declare function sampleItems(container: Container, { range, afterLsn }: SamplePart, itemsMax: number): Promise<SamplePage>;
