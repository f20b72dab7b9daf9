/**
 * Why a container is throttled, of three causes with three cures: a key that takes most of its partition, which no
 * throughput can divide; a partition that is much busier than the others; or load that is spread evenly and is more
 * than the container was given.
 */
import type { HeavyHitters } from "./heavy-hitters.ts";

/** A key with this part of its partition's RU, and this many times as much as the next, is what is too hot. */
const HOT_KEY_SHARE = 0.2;
const HOT_KEY_TIMES_NEXT = 3;
/** The others' use of their RU, as a part of the busiest partition's, from which on the load counts as even. */
const EVEN_PART = 0.7;
/** Refusals of the partition below which nothing is said: a single large query is no cause. */
export const REFUSALS_MIN = 10;

export type ThrottlingCause =
  /** `share` of the RU of the partition. */
  | { readonly kind: "hotKey"; readonly key: string; readonly rangeId: string; readonly share: number }
  /** `use` of its RU/s, and what the others use of theirs on average. */
  | {
      readonly kind: "hotPartition";
      readonly rangeId: string;
      readonly use: number;
      readonly othersUse: number;
    }
  /** Of all partitions together. */
  | { readonly kind: "lowThroughput"; readonly ruPerSecond: number; readonly refusals: number };

/** How long before now loads are looked at. */
export const LOAD_SECONDS = 10;

/** What a partition did in these seconds. */
export interface RecentLoad {
  readonly ruPerSecond: number;
  /** Spent in all of them. */
  readonly ru: number;
  /** Requests that were refused, or ran although they would have been. */
  readonly throttled: number;
}

interface BusyPartition {
  readonly rangeId: string;
  readonly load: RecentLoad;
  /** RU of its keys. */
  readonly consumers: HeavyHitters;
}

/** Of a partition that throttles, beside the container's others; undefined while too little is known. */
export function throttlingCause(
  { rangeId, load, consumers }: BusyPartition,
  others: readonly RecentLoad[],
): ThrottlingCause | undefined {
  if (load.throttled < REFUSALS_MIN) return undefined;
  const hot = hotKey(consumers);
  if (hot !== undefined) return { kind: "hotKey", rangeId, ...hot };
  const use = useOf([load]);
  const othersUse = useOf(others);
  if (others.length > 0 && othersUse < EVEN_PART * use) {
    return { kind: "hotPartition", rangeId, use, othersUse };
  }
  const all = [load, ...others];
  return {
    kind: "lowThroughput",
    ruPerSecond: sum(all, "ruPerSecond"),
    refusals: sum(all, "throttled"),
  };
}

function useOf(loads: readonly RecentLoad[]): number {
  return sum(loads, "ru") / (sum(loads, "ruPerSecond") * LOAD_SECONDS);
}

function sum(loads: readonly RecentLoad[], field: keyof RecentLoad): number {
  return loads.reduce((total, load) => total + load[field], 0);
}

/** A key that takes much of its partition, and much more than the next. */
export function hotKey(consumers: HeavyHitters): { key: string; share: number } | undefined {
  const [first, second] = consumers.top(2);
  if (first === undefined) return undefined;
  // Only what is surely its own.
  const ru = first.count - first.error;
  const next = second?.count ?? consumers.unlistedMax;
  if (ru < HOT_KEY_SHARE * consumers.total || ru < HOT_KEY_TIMES_NEXT * next) return undefined;
  return { key: first.key, share: ru / consumers.total };
}
