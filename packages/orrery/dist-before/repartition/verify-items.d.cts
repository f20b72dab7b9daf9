import type { RangeState } from "./job-state.cjs";
import { type MoveContext } from "./move-items.cjs";
import { type RangeResult } from "./range-sums.cjs";
export interface Verification {
    readonly ranges: readonly RangeResult[];
    /** Items that differed when both sides had been read, and still did after following. */
    readonly differences: number;
    /** Of these, the first ten. */
    readonly examples: readonly string[];
    readonly repaired: number;
    /** Items that were read on both sides and compared whole. */
    readonly sampled: number;
    /** Items that were changed so often meanwhile that nothing can be said of them. */
    readonly changing: number;
}
interface VerifyOptions {
    readonly ranges: readonly RangeState[];
    readonly repair: boolean;
    readonly samples: number;
    /** Brings over what has changed meanwhile. */
    catchUp(): Promise<void>;
}
export declare function verifyItems(context: MoveContext, options: VerifyOptions): Promise<Verification>;
export {};
