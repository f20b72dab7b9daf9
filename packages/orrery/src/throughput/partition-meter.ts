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
import type { HeavyHitter, HeavyHitters } from "./heavy-hitters.ts";
import { PartitionBudget, type Priority, type Verdict } from "./partition-budget.ts";
import { PartitionHistory } from "./partition-history.ts";
import { RecentHeavyHitters } from "./recent-heavy-hitters.ts";
import { LOAD_SECONDS, type RecentLoad } from "./throttling-cause.ts";

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

export class PartitionMeter {
  /** Exchanged when its container comes to share another. */
  budget: PartitionBudget;
  readonly history: PartitionHistory;
  readonly #clock: Clock;
  readonly #consumers = new RecentHeavyHitters();
  readonly #throttled = new RecentHeavyHitters();
  #isRetired = false;

  constructor(clock: Clock, budget: PartitionBudget) {
    this.#clock = clock;
    this.budget = budget;
    this.history = new PartitionHistory(clock.now());
  }

  /** The partition was split or merged away: what comes late is counted by the one that holds the key now. */
  get isRetired(): boolean {
    return this.#isRetired;
  }

  retire(): void {
    this.#isRetired = true;
  }

  /** Takes over `fraction` of the budgets of others, and what they know of the keys that `isIn` names. */
  inherit(others: readonly PartitionMeter[], fraction: number, isIn: (key: string) => boolean): void {
    this.budget = PartitionBudget.inherit(
      others.map(({ budget }) => budget),
      fraction,
      this.#clock.now(),
    );
    this.#consumers.inherit(
      others.map((other) => other.#consumers),
      isIn,
    );
    this.#throttled.inherit(
      others.map((other) => other.#throttled),
      isIn,
    );
  }

  admit(request: MeteredRequest): Verdict {
    return this.budget.admit(this.#clock.now(), request.priority, request.bucket);
  }

  /** The request ran. */
  settle(request: MeteredRequest, verdict: Verdict, charge: number): void {
    const nowMs = this.#clock.now();
    if (verdict.admitted) this.budget.spend(nowMs, charge, request.priority, request.bucket);
    this.history.addRequest(nowMs, charge, this.budget.ruPerSecond);
    if (request.key !== undefined) this.#consumers.add(request.key, charge, nowMs);
    if (!verdict.admitted) this.#countThrottled(request, nowMs);
  }

  /** The request was refused with 429. */
  refuse(request: MeteredRequest): void {
    this.#countThrottled(request, this.#clock.now());
  }

  /** The key that has consumed the most lately, for the body of a 429. */
  hottestKey(): HeavyHitter | undefined {
    return this.#consumers.lately(this.#clock.now()).heaviest();
  }

  /** What each key has consumed in the last minutes. */
  consumersNow(): HeavyHitters {
    return this.#consumers.lately(this.#clock.now());
  }

  recentLoad(): RecentLoad {
    const seconds = this.history.seconds(this.#clock.now(), LOAD_SECONDS);
    return {
      ruPerSecond: this.budget.ruPerSecond,
      ru: seconds.reduce((total, { ru }) => total + ru, 0),
      throttled: seconds.reduce((total, { throttled }) => total + throttled, 0),
    };
  }

  hotKeys(limit: number): HotKeys {
    const nowMs = this.#clock.now();
    return {
      consumers: this.#consumers.merged(nowMs).top(limit),
      throttled: this.#throttled.merged(nowMs).top(limit),
    };
  }

  #countThrottled(request: MeteredRequest, nowMs: number): void {
    this.history.addThrottled(nowMs);
    if (request.key !== undefined) this.#throttled.add(request.key, 1, nowMs);
  }
}
