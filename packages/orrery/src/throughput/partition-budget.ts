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
import { BucketBudgets, NO_BUCKET, type ThroughputBucket } from "./throughput-buckets.ts";

const WINDOW_MS = 1000;
export const BURST_RU_PER_SECOND = 3000;
const BURST_SECONDS = 300;

export type Priority = "High" | "Low";

export interface Verdict {
  readonly admitted: boolean;
  /** Of a refusal: the failure that it is. */
  readonly code?: "tooManyRequests" | "throughputBucketExceeded";
  readonly retryAfterMs: number;
}

export const ADMITTED: Verdict = { admitted: true, retryAfterMs: 0 };

export interface BudgetSettings {
  readonly ruPerSecond: number;
  readonly burst: boolean;
  readonly buckets: readonly ThroughputBucket[];
}

export class PartitionBudget {
  #settings: BudgetSettings;
  #buckets: BucketBudgets | undefined;
  /** The window that the figures below belong to: seconds since the epoch. */
  #window: number;
  /** Left of the window's own budget; below zero it is debt. */
  #balance: number;
  #banked = 0;
  /** The most that a window may draw from the bank, and what is left of it in this one. */
  #burstPerWindow: number;
  #burstLeft: number;
  #spentHigh = 0;
  #spentHighBefore = 0;

  constructor(settings: BudgetSettings, nowMs: number) {
    this.#settings = settings;
    this.#buckets = bucketBudgets(settings);
    this.#window = windowOf(nowMs);
    this.#balance = settings.ruPerSecond;
    this.#burstPerWindow = this.#burstLeft = burstPerWindow(settings);
  }

  /** The budget of a partition that takes over `fraction` of all that others have, get each second and owe. */
  static inherit(others: readonly PartitionBudget[], fraction: number, nowMs: number): PartitionBudget {
    for (const other of others) other.#advance(nowMs);
    const sum = (amountOf: (budget: PartitionBudget) => number) =>
      others.reduce((total, other) => total + fraction * amountOf(other), 0);
    const { burst, buckets } = others[0]!.#settings;
    const heir = new PartitionBudget(
      { ruPerSecond: sum(({ ruPerSecond }) => ruPerSecond), burst, buckets },
      nowMs,
    );
    // A clock that has gone back stays in the window that the others have reached.
    heir.#window = Math.max(...others.map((other) => other.#window));
    heir.#balance = sum((other) => other.#balance);
    heir.#banked = Math.min(
      bankMax(heir.#settings),
      sum((other) => other.#banked),
    );
    heir.#burstLeft = Math.min(
      heir.#burstPerWindow,
      sum((other) => other.#burstLeft),
    );
    heir.#spentHigh = sum((other) => other.#spentHigh);
    heir.#spentHighBefore = sum((other) => other.#spentHighBefore);
    const inheritedBuckets = others.flatMap((other) => other.#buckets ?? []);
    if (heir.#buckets !== undefined) heir.#buckets = BucketBudgets.inherit(inheritedBuckets, fraction);
    if (heir.#balance < 0) heir.#drawFromBank();
    return heir;
  }

  get ruPerSecond(): number {
    return this.#settings.ruPerSecond;
  }

  /** What may still be spent in the present window, bank included; below zero it is debt. */
  available(nowMs: number): number {
    this.#advance(nowMs);
    return this.#available();
  }

  banked(nowMs: number): number {
    this.#advance(nowMs);
    return this.#banked;
  }

  admit(nowMs: number, priority: Priority, bucket: number): Verdict {
    this.#advance(nowMs);
    if (bucket !== NO_BUCKET && this.#buckets !== undefined) {
      const windows = this.#buckets.windowsToWait(bucket);
      if (windows > 0) return this.#refusal("throughputBucketExceeded", nowMs, windows);
    }
    // A capped request may not burst: it lives on the window's own budget.
    const left = bucket === NO_BUCKET ? this.#available() : this.#balance;
    const kept = priority === "High" ? 0 : Math.max(0, this.#spentHighBefore - this.#spentHigh);
    if (left > kept) return ADMITTED;
    return this.#refusal("tooManyRequests", nowMs, this.#windowsToWait());
  }

  spend(nowMs: number, charge: number, priority: Priority, bucket: number): void {
    this.#advance(nowMs);
    this.#balance -= charge;
    if (priority === "High") this.#spentHigh += charge;
    if (bucket !== NO_BUCKET) this.#buckets?.spend(bucket, charge);
    if (this.#balance < 0) this.#drawFromBank();
  }

  /**
   * Takes effect at once. What this window has spent stays spent and old debt stays owed, but less throughput
   * makes no new debt; the bank keeps what the new settings could have banked.
   */
  change(settings: BudgetSettings, nowMs: number): void {
    this.#advance(nowMs);
    const raised = Math.max(0, settings.ruPerSecond - this.#settings.ruPerSecond);
    const burstDrawn = this.#burstPerWindow - this.#burstLeft;
    this.#settings = settings;
    this.#buckets = bucketBudgets(settings, this.#buckets);
    this.#balance = Math.min(this.#balance + raised, settings.ruPerSecond);
    this.#burstPerWindow = burstPerWindow(settings);
    this.#burstLeft = Math.max(0, this.#burstPerWindow - burstDrawn);
    this.#banked = Math.min(this.#banked, bankMax(settings));
  }

  #available(): number {
    return this.#balance + Math.min(this.#banked, this.#burstLeft);
  }

  #advance(nowMs: number): void {
    const window = windowOf(nowMs);
    if (window > this.#window) this.#openWindow(window);
  }

  /** Any number of windows at once, with the result that opening them one by one would have. */
  #openWindow(window: number): void {
    let windows = window - this.#window;
    const rate = this.#settings.ruPerSecond;
    this.#window = window;
    this.#spentHighBefore = windows === 1 ? this.#spentHigh : 0;
    this.#spentHigh = 0;
    this.#buckets?.advance(windows);
    if (this.#balance < 0 && this.#banked > 0) windows -= this.#payDebtFromBank(windows);
    if (windows === 0) return;
    this.#burstLeft = this.#burstPerWindow;
    const unused = this.#balance + (windows - 1) * rate;
    if (unused > 0) this.#banked = Math.min(bankMax(this.#settings), this.#banked + unused);
    this.#balance = Math.min(0, unused) + rate;
  }

  /** Opens windows until the debt or the bank is gone, `windows` at most; returns how many. */
  #payDebtFromBank(windows: number): number {
    const rate = this.#settings.ruPerSecond;
    const paid = rate + this.#burstPerWindow;
    const full = Math.min(
      windows,
      Math.floor(-this.#balance / paid),
      Math.floor(this.#banked / this.#burstPerWindow),
    );
    this.#balance += full * paid;
    this.#banked -= full * this.#burstPerWindow;
    this.#burstLeft = 0;
    if (full === windows) return full;
    this.#balance += rate;
    this.#burstLeft = this.#burstPerWindow;
    if (this.#balance < 0) this.#drawFromBank();
    return full + 1;
  }

  #drawFromBank(): void {
    const drawn = Math.min(-this.#balance, this.#banked, this.#burstLeft);
    this.#balance += drawn;
    this.#banked -= drawn;
    this.#burstLeft -= drawn;
  }

  /** The fewest windows n with debt < n × rate + what n windows may draw from the bank. */
  #windowsToWait(): number {
    const rate = this.#settings.ruPerSecond;
    const debt = Math.max(0, -this.#balance);
    const byRate = Math.floor(debt / (rate + this.#burstPerWindow)) + 1;
    const byBank = Math.floor(Math.max(0, debt - this.#banked) / rate) + 1;
    return Math.max(byRate, byBank);
  }

  #refusal(code: NonNullable<Verdict["code"]>, nowMs: number, windows: number): Verdict {
    const openAtMs = (this.#window + windows) * WINDOW_MS;
    return { admitted: false, code, retryAfterMs: Math.ceil(openAtMs - nowMs) };
  }
}

function windowOf(nowMs: number): number {
  return Math.floor(nowMs / WINDOW_MS);
}

function bucketBudgets(settings: BudgetSettings, before?: BucketBudgets): BucketBudgets | undefined {
  return settings.buckets.length === 0
    ? undefined
    : new BucketBudgets(settings.buckets, settings.ruPerSecond, before);
}

function burstPerWindow(settings: BudgetSettings): number {
  return settings.burst ? Math.max(0, BURST_RU_PER_SECOND - settings.ruPerSecond) : 0;
}

function bankMax(settings: BudgetSettings): number {
  return burstPerWindow(settings) > 0 ? settings.ruPerSecond * BURST_SECONDS : 0;
}
