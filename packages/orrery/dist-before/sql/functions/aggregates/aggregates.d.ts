import type { Value } from "../../../value/json.js";
export interface Accumulator {
    /** Adds a value as often as it occurred. */
    add(value: Value, times?: number): void;
    result(): Value;
}
export interface AggregateFunction {
    /** In upper case. */
    readonly name: string;
    /** `spend` is told of what the accumulator comes to hold, in bytes, and may refuse it. */
    readonly create: (spend?: SpendBytes) => Accumulator;
}
export type SpendBytes = (bytes: number) => void;
export declare const AGGREGATE_LIMITS: {
    /** Characters, roughly, of the JSON that one MAKELIST or MAKESET may collect. */
    readonly collectedSizeMax: number;
};
export declare function aggregateNames(): readonly string[];
/** In any case; `undefined` where no aggregate has the name. */
export declare function findAggregate(name: string): AggregateFunction | undefined;
