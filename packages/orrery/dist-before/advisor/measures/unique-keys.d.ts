import type { Candidate } from "../candidates/candidate.js";
import type { Row } from "../items/item-sample.js";
import type { PresentDefinition } from "../items/read-container.js";
export interface UniqueKeyMeasure {
    readonly paths: readonly string[];
    /** Whatever it forbids now is still forbidden. */
    readonly isKept: boolean;
    /** Items of the sample that it would refuse, because another one has its values under the new key. */
    readonly refused: number;
}
export declare function uniqueKeysOf(candidate: Candidate, { key, uniqueKeys }: PresentDefinition, rows: readonly Row[]): UniqueKeyMeasure[];
