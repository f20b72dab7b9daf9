/** What the advisor answers: the shape of `--json`. */
import type { Candidate, Path } from "../candidates/candidate.cjs";
import type { Dropped } from "../candidates/path-facts.cjs";
import type { Judgement } from "../measures/judge.cjs";
import type { Measures } from "../measures/measure.cjs";
import type { Projection } from "../measures/projection.cjs";
import type { Replay } from "../replay/replay-candidate.cjs";
import type { Traffic } from "../traffic/operation.cjs";
import type { Scale } from "../traffic/scale.cjs";
import type { Verdict } from "./verdict.cjs";
export interface AdvisedCandidate {
    readonly name: string;
    readonly key: readonly Path[];
    readonly strategy: Candidate["strategy"];
    readonly tier: Judgement["tier"];
    readonly verdict: string;
    readonly faults: readonly string[];
    readonly cautions: readonly string[];
    readonly measures: Measures;
    /** Null where it was not replayed. */
    readonly replay: Replay | null;
}
export interface Advice {
    readonly verdict: Verdict;
    /** Best first. */
    readonly candidates: readonly AdvisedCandidate[];
    readonly dropped: readonly Dropped[];
    readonly items: {
        readonly count: number;
        readonly bytes: number;
        readonly sample: number;
    };
    readonly clock: {
        readonly path: Path;
        readonly correlation: number;
    } | null;
    readonly projection: Projection;
    readonly scale: Scale;
    readonly traffic: {
        readonly source: Traffic["source"];
        readonly operations: readonly {
            readonly name: string;
            readonly kind: string;
            readonly perSecond: number;
            readonly text?: string;
        }[];
    };
}
