/**
 * What a physical partition holds to know its spending: budget, history and hot keys behind three calls.
 *
 *   const verdict = meter.admit(request);
 *   if (!verdict.admitted && enforcing) { meter.refuse(request); fail with 429 }
 *   run the operation; meter.settle(request, verdict, charge);
 *
 * Whether a refusal is enforced or only observed is the caller's choice. A request that runs although it would
 * have been refused is counted everywhere except in the budget: there it would pile up debt that no client of
 * the service could have made, and everything after it would seem to be throttled.
 *
 * Containers that share a database's throughput share its budgets, and keep history and keys of their own.
 *
 * When a partition is split or merged away, its successors inherit the budget and the hot keys. Its history cannot be
 * divided truthfully and stays its own: a retired meter counts nothing more.
 */
import type { HeavyHitter, HeavyHitters } from "./heavy-hitters.cjs";
import { PartitionBudget, type Priority, type Verdict } from "./partition-budget.cjs";
import { PartitionHistory } from "./partition-history.cjs";
import { type RecentLoad } from "./throttling-cause.cjs";
interface Clock {
    /** Milliseconds since the epoch. */
    now(): number;
}
export interface MeteredRequest {
    /** The logical partition, as people should read it; absent when the request concerns several. */
    readonly key?: string | undefined;
    readonly priority: Priority;
    /** `NO_BUCKET` or 1 to 5. */
    readonly bucket: number;
}
interface HotKeys {
    /** By RU, and by requests throttled, in the last hour; counts are at most `error` too high. */
    readonly consumers: readonly HeavyHitter[];
    readonly throttled: readonly HeavyHitter[];
}
export declare class PartitionMeter {
    #private;
    /** Exchanged when its container comes to share another. */
    budget: PartitionBudget;
    readonly history: PartitionHistory;
    constructor(clock: Clock, budget: PartitionBudget);
    /** The partition was split or merged away: what comes late is counted by the one that holds the key now. */
    get isRetired(): boolean;
    retire(): void;
    /** Takes over `fraction` of the budgets of others, and what they know of the keys that `isIn` names. */
    inherit(others: readonly PartitionMeter[], fraction: number, isIn: (key: string) => boolean): void;
    admit(request: MeteredRequest): Verdict;
    /** The request ran. */
    settle(request: MeteredRequest, verdict: Verdict, charge: number): void;
    /** The request was refused with 429. */
    refuse(request: MeteredRequest): void;
    /** The key that has consumed the most lately, for the body of a 429. */
    hottestKey(): HeavyHitter | undefined;
    /** What each key has consumed in the last minutes. */
    consumersNow(): HeavyHitters;
    recentLoad(): RecentLoad;
    hotKeys(limit: number): HotKeys;
}
export {};
