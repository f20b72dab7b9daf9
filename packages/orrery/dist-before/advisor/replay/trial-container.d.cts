import type { Json, JsonObject } from "../../value/json.cjs";
import type { Candidate, KeyComponents } from "../candidates/candidate.cjs";
import type { Random } from "../ground/random.cjs";
export interface TrialOptions {
    readonly partitions: number;
    readonly ruPerSecond: number;
    readonly startMs: number;
    readonly random: Random;
}
export interface Asked {
    readonly charge: number;
    /** Physical partitions that were visited. */
    readonly visits: number;
    readonly rows: number;
    /** Items, or entries of an index, that were looked at. */
    readonly entries: number;
}
export declare class TrialContainer {
    #private;
    readonly candidate: Candidate;
    readonly partitions: number;
    private constructor();
    get nowMs(): number;
    set nowMs(ms: number);
    static open(candidate: Candidate, options: TrialOptions): Promise<TrialContainer>;
    /** Before the budget is set: nothing is refused. */
    load(items: readonly JsonObject[]): Promise<void>;
    /** From here on budgets hold. */
    enforce(): Promise<void>;
    write(item: JsonObject): Promise<{
        readonly charge: number;
    }>;
    /** Under which key an item lies. */
    placeOf(item: JsonObject): KeyComponents;
    patch(id: string, key: KeyComponents): Promise<{
        readonly charge: number;
    }>;
    delete(id: string, key: KeyComponents): Promise<{
        readonly charge: number;
    }>;
    read(id: string, key: KeyComponents): Promise<{
        readonly charge: number;
    }>;
    batch(items: readonly JsonObject[]): Promise<{
        readonly charge: number;
    }>;
    /** To its last page. `keys`: asked one by one; absent: one query, which the filter routes. */
    query(text: string, parameters: ReadonlyMap<string, Json>, keys?: readonly KeyComponents[]): Promise<Asked>;
    keyOf(document: JsonObject): KeyComponents;
    /** RU and refusals of each partition in each of the last seconds, in the order of the hash space. */
    history(seconds: number): Promise<readonly {
        readonly ru: number[];
        readonly refused: number[];
    }[]>;
    close(): Promise<void>;
}
