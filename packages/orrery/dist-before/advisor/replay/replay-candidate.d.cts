/** Plays the traffic to a container with a candidate's key, in simulated time, with its budget enforced. */
import type { JsonObject } from "../../value/json.cjs";
import type { Candidate } from "../candidates/candidate.cjs";
import type { OperationSpec } from "../traffic/operation.cjs";
import { type Played } from "./play.cjs";
export interface ReplayGrounds {
    readonly rates: readonly {
        readonly spec: OperationSpec;
        readonly perSecond: number;
    }[];
    readonly items: readonly JsonObject[];
    readonly partitions: number;
    /** What is provisioned: the same for all that are compared. */
    readonly ruPerSecond: number;
    readonly random: () => number;
    readonly seconds: number;
    /** More are thinned out, with the budget. */
    readonly operations: number;
    readonly signal: AbortSignal | undefined;
}
export interface Replay extends Played {
    /** What it has created, next to the items that it began with: on a small sample queries come to cost more. */
    readonly growth: number;
    /** Of the rates and of the budget that were played. */
    readonly partOfRate: number;
    readonly budget: number;
}
export declare function replayOf(candidate: Candidate, { rates, items, partitions, ruPerSecond, random, seconds, operations, signal }: ReplayGrounds): Promise<Replay>;
