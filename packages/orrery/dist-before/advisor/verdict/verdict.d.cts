/** The verdict in sentences: one for each of the first candidates, what is sure, what is not, and what to do next. */
import type { Candidate } from "../candidates/candidate.cjs";
import type { Judgement } from "../measures/judge.cjs";
import type { Measures } from "../measures/measure.cjs";
import type { Projection } from "../measures/projection.cjs";
import type { Replay } from "../replay/replay-candidate.cjs";
import type { Traffic } from "../traffic/operation.cjs";
export interface Ranked {
    readonly candidate: Candidate;
    readonly measures: Measures;
    readonly judgement: Judgement;
    readonly replay: Replay | undefined;
}
export interface Verdict {
    /** The first of the candidates is a key to take; false: none is, or too little is known. */
    readonly isGood: boolean;
    readonly headline: string;
    readonly sure: readonly string[];
    readonly unsure: readonly string[];
    readonly wouldChange: readonly string[];
    readonly next: readonly string[];
}
/** Why the candidate stands where it stands. */
export declare function sentenceOf({ candidate, measures, judgement, replay }: Ranked): string;
export interface VerdictTerms {
    readonly command: string;
    readonly isPart: boolean;
    /** The container that the items are in, if they are in one. */
    readonly present?: {
        readonly key: readonly string[];
        readonly location?: string;
    } | undefined;
}
export declare function verdictOf(ranked: readonly Ranked[], traffic: Traffic, projection: Projection, { command, isPart, present }: VerdictTerms): Verdict;
