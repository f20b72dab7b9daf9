/** From figures to a judgement: what speaks against a key, what to be careful about, and which key is better. */
import type { Candidate } from "../candidates/candidate.js";
import { type Measures } from "./measure.js";
import type { Projection } from "./projection.js";
export type Tier = "good" | "careful" | "bad";
export interface Judgement {
    readonly tier: Tier;
    /** Each rules the key out. */
    readonly faults: readonly string[];
    readonly cautions: readonly string[];
    readonly strengths: readonly string[];
}
export declare function judge(measures: Measures, projection: Projection, hasReads: boolean): Judgement;
interface Judged {
    readonly candidate: Candidate;
    readonly measures: Measures;
    readonly judgement: Judgement;
}
/** Best first. */
export declare function ranked<T extends Judged>(judged: readonly T[]): T[];
export declare function shortKey(key: string): string;
export {};
