/**
 * Throughput buckets: up to five caps, each a percentage of the container's RU/s, that requests name by number.
 * A cap reserves nothing: it only stops its own requests. On a physical partition it is that percentage of the
 * partition's share, kept as a budget of its own in the same one-second windows, with debt carried forward.
 */
import { Failure } from "../value/failure.ts";

const BUCKET_MAX = 5;
/** A request that names no bucket. */
export const NO_BUCKET = 0;

export interface ThroughputBucket {
  readonly id: number;
  readonly maxThroughputPercentage: number;
}

/** What a request may name. A bucket that is not set up counts as none, but only these numbers exist. */
export function checkBucketId(id: number): number {
  if (!Number.isInteger(id) || id < 1 || id > BUCKET_MAX) {
    throw new Failure("badRequest", `There are throughput buckets 1 to ${BUCKET_MAX}, and no ${id}.`);
  }
  return id;
}

export function checkBuckets(buckets: readonly ThroughputBucket[]): readonly ThroughputBucket[] {
  const seen = new Set<number>();
  for (const { id, maxThroughputPercentage: percentage } of buckets) {
    checkBucketId(id);
    if (seen.has(id)) throw new Failure("badRequest", `Throughput bucket ${id} is given twice.`);
    seen.add(id);
    if (!Number.isInteger(percentage) || percentage < 1 || percentage > 100) {
      throw new Failure("badRequest", `A throughput bucket takes 1 to 100 percent, not ${percentage}.`);
    }
  }
  return buckets;
}

export class BucketBudgets {
  /** RU in a window, by bucket; 0 where there is no cap. */
  readonly #cap = new Float64Array(BUCKET_MAX + 1);
  readonly #balance = new Float64Array(BUCKET_MAX + 1);

  /** What was spent stays spent and what is owed stays owed, as in a partition's own budget. */
  constructor(buckets: readonly ThroughputBucket[], ruPerSecond: number, before?: BucketBudgets) {
    for (const { id, maxThroughputPercentage } of checkBuckets(buckets)) {
      const cap = (ruPerSecond * maxThroughputPercentage) / 100;
      this.#cap[id] = cap;
      this.#balance[id] =
        before === undefined
          ? cap
          : Math.min(cap, before.#balance[id]! + Math.max(0, cap - before.#cap[id]!));
    }
  }

  /** Of a partition that takes over `fraction` of all that others have left and owe. */
  static inherit(others: readonly BucketBudgets[], fraction: number): BucketBudgets {
    const heir = new BucketBudgets([], 0);
    for (const other of others) {
      for (let bucket = 1; bucket <= BUCKET_MAX; bucket++) {
        heir.#cap[bucket]! += fraction * other.#cap[bucket]!;
        heir.#balance[bucket]! += fraction * other.#balance[bucket]!;
      }
    }
    return heir;
  }

  advance(windows: number): void {
    for (let bucket = 1; bucket <= BUCKET_MAX; bucket++) {
      const cap = this.#cap[bucket]!;
      this.#balance[bucket] = Math.min(cap, this.#balance[bucket]! + windows * cap);
    }
  }

  /** Windows to wait until the bucket may spend again; 0 when it may now. */
  windowsToWait(bucket: number): number {
    const cap = this.#cap[bucket]!;
    const balance = this.#balance[bucket]!;
    return cap === 0 || balance > 0 ? 0 : Math.floor(-balance / cap) + 1;
  }

  spend(bucket: number, charge: number): void {
    if (this.#cap[bucket]! > 0) this.#balance[bucket]! -= charge;
  }
}
