/**
 * The RU/s of one physical partition, in windows of one second.
 *
 * A request may start while anything is left, whatever it will cost: its charge is known only afterwards. What
 * it spends beyond the window's budget is debt, and the following windows pay it before they admit anyone. So
 * over any time the charges of admitted requests exceed the budget by no more than the requests that were under
 * way when it ran out, and a request larger than a second's budget can still run.
 *
 * Burst capacity: a partition below 3,000 RU/s banks what its windows leave unused, up to 300 seconds' worth,
 * and draws on it when a window's own budget is spent, up to 3,000 RU in that window, debt included.
 *
 * Priority: what high-priority requests spent in the window before and have not yet spent in this one is kept
 * for them, so low-priority requests are refused first and run freely when there are no others.
 *
 * A partition that is split leaves each successor its part of everything: of what is left or owed, of the bank, of
 * what the present window has spent. A merged one takes the sum. So neither makes or forgives anything: charged
 * with the same requests, the budgets of the parts never have more left in total than an undivided one would.
 *
 * Nothing here allocates unless a request is refused. Times are milliseconds of the caller's clock; a clock that
 * goes back stays in the window that it has reached.
 */
import { type ThroughputBucket } from "./throughput-buckets.cjs";
export declare const BURST_RU_PER_SECOND = 3000;
export type Priority = "High" | "Low";
export interface Verdict {
    readonly admitted: boolean;
    /** Of a refusal: the failure that it is. */
    readonly code?: "tooManyRequests" | "throughputBucketExceeded";
    readonly retryAfterMs: number;
}
export declare const ADMITTED: Verdict;
export interface BudgetSettings {
    readonly ruPerSecond: number;
    readonly burst: boolean;
    readonly buckets: readonly ThroughputBucket[];
}
export declare class PartitionBudget {
    #private;
    constructor(settings: BudgetSettings, nowMs: number);
    /** The budget of a partition that takes over `fraction` of all that others have, get each second and owe. */
    static inherit(others: readonly PartitionBudget[], fraction: number, nowMs: number): PartitionBudget;
    get ruPerSecond(): number;
    /** What may still be spent in the present window, bank included; below zero it is debt. */
    available(nowMs: number): number;
    banked(nowMs: number): number;
    admit(nowMs: number, priority: Priority, bucket: number): Verdict;
    spend(nowMs: number, charge: number, priority: Priority, bucket: number): void;
    /**
     * Takes effect at once. What this window has spent stays spent and old debt stays owed, but less throughput
     * makes no new debt; the bank keeps what the new settings could have banked.
     */
    change(settings: BudgetSettings, nowMs: number): void;
}
