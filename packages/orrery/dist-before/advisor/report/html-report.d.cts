import type { Advice } from "../verdict/advice.cjs";
export declare function htmlReport(advice: Advice): string;
/** The figures of a page, or of `--json`. */
export declare function adviceIn(text: string): Advice;
