import type { JsonObject } from "../../value/json.cjs";
import type { Random } from "../ground/random.cjs";
import { type Operation, type OperationSpec } from "../traffic/operation.cjs";
import type { TrialContainer } from "./trial-container.cjs";
export interface PlayOptions {
    readonly seconds: number;
    /** Peak factor and growth are in the rates. */
    readonly rates: readonly {
        readonly spec: OperationSpec;
        readonly perSecond: number;
    }[];
    readonly random: Random;
    readonly signal?: AbortSignal | undefined;
    /** With the number of seconds that are over. */
    readonly onSecond?: (second: number) => Promise<void>;
}
export interface Played {
    readonly seconds: number;
    readonly operations: number;
    /** Operations that were let through at the first try. */
    readonly accepted: number;
    /** Tries that were refused with 429. */
    readonly refused: number;
    /** Operations that were still refused after nine retries, or were waiting at the end. */
    readonly lost: number;
    readonly writes: {
        readonly sent: number;
        readonly accepted: number;
        readonly done: number;
    };
    /** Average time that an operation waited because it was refused. */
    readonly waitMs: number;
    readonly bySecond: readonly {
        readonly accepted: number;
        readonly refused: number;
    }[];
    /** In the order of the hash space. */
    readonly partitions: readonly {
        readonly ru: readonly number[];
        readonly refused: readonly number[];
    }[];
    readonly charges: readonly {
        readonly name: string;
        readonly charge: number;
        readonly visits: number;
        readonly count: number;
    }[];
}
export declare function play(trial: TrialContainer, options: PlayOptions): Promise<Played>;
export declare function documentOf({ whole, item, fresh }: Operation): JsonObject;
