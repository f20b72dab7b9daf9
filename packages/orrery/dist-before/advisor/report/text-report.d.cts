/** The advice for a terminal of 80 columns. */
import type { Advice, AdvisedCandidate } from "../verdict/advice.cjs";
export declare function textReport(advice: Advice): string;
export declare function readsInOne({ operations }: AdvisedCandidate["measures"]): string;
