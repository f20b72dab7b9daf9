/**
 * One load on one key in simulated time: a real container in memory, whose clock is moved by hand, with its budgets
 * enforced. So a slow machine shows what a large container does, only later.
 */
import { type Candidate, type Path } from "../candidates/candidate.cjs";
import { type Played } from "../replay/play.cjs";
import type { SimulatedLoad } from "./vehicle-events.cjs";
export interface SimulationOptions {
    readonly partitions: number;
    readonly ruPerSecond: number;
    readonly seconds: number;
    readonly signal?: AbortSignal;
    /** After each simulated second: RU and refusals of each partition in each second so far. */
    readonly onSecond?: (partitions: Played["partitions"]) => void;
}
export interface KeyChoice {
    readonly key: Path;
    /** What the suffix is computed from. */
    readonly of: Path;
    readonly suffixes: number;
}
/** The key as it is, with a suffix by chance, and with one that can be computed again from another property. */
export declare function comparedKeys({ key, of, suffixes }: KeyChoice, random: () => number): Candidate[];
/** Each key needs a load of its own, so that all get the same. */
export declare function simulate(candidate: Candidate, { items, rates }: SimulatedLoad, options: SimulationOptions): Promise<Played>;
