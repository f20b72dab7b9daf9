/**
 * What is known of a partition's spending when it is split or merged away.
 *
 * The successors inherit what it has left, banked and owes, by their shares of its throughput, and its hot keys, each
 * where it lies now. RU, requests and refusals of the time before belong to no successor: they stay under the name of
 * the retired partition, as long as they reach back, so that sums over the history still hold.
 */
import type { HistoryPoint, MinutePoint } from "../../api/control-api.ts";
import {
  HISTORY_MINUTES,
  HISTORY_SECONDS,
  type PartitionHistory,
} from "../../throughput/partition-history.ts";
import { type PartitionKey, parseKeyText } from "../catalog/partition-key.ts";
import type { PartitionMap, PhysicalPartition } from "./partition-map.ts";

/** Of a container: each of them keeps its history in memory. */
export const RETIRED_PARTITIONS_MAX = 64;

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/**
 * Takes the meters from the partitions of a map to those of the next, which have replaced a neighbouring few of them
 * or have other shares of the throughput. Returns the partitions that are retired by it.
 */
export function passOnSpending(
  from: PartitionMap,
  to: PartitionMap,
  partitionKey: PartitionKey,
  nowMs: number,
): readonly PhysicalPartition[] {
  const retired = withoutMetersOf(from, to);
  const fresh = withoutMetersOf(to, from);
  if (retired.length === 0) return retired;
  const holders = new Map<string, PhysicalPartition>();
  const holderOf = (key: string) => {
    let holder = holders.get(key);
    if (holder === undefined) holders.set(key, (holder = to.at(partitionKey.epk(parseKeyText(key)))));
    return holder;
  };
  const meters = retired.map(({ meter }) => meter);
  const shares = fresh.reduce((sum, { state }) => sum + state.share, 0);
  for (const partition of fresh) {
    partition.meter.inherit(meters, partition.state.share / shares, (key) => holderOf(key) === partition);
  }
  for (const { meter, store } of retired) {
    meter.history.setTotals(nowMs, store.summary.bytes, store.summary.items);
    meter.retire();
  }
  return retired;
}

/** A redistribution makes new partitions around the same meters. */
function withoutMetersOf(map: PartitionMap, other: PartitionMap): readonly PhysicalPartition[] {
  const meters = new Set(other.served.map(({ meter }) => meter));
  return map.served.filter(({ meter }) => !meters.has(meter));
}

interface RetiredPartition {
  readonly id: string;
  readonly history: PartitionHistory;
  readonly retiredMs: number;
}

/** The histories of partitions that were split or merged away since the start: the most recent ones. */
export class RetiredPartitions {
  #partitions: readonly RetiredPartition[] = [];

  add(partitions: readonly PhysicalPartition[], nowMs: number): void {
    const added = partitions.map(({ id, meter: { history } }) => ({ id, history, retiredMs: nowMs }));
    this.#partitions = [...this.#partitions, ...added]
      .filter(({ retiredMs }) => retiredMs > nowMs - HISTORY_MINUTES * MINUTE_MS)
      .slice(-RETIRED_PARTITIONS_MAX);
  }

  /** Of the last `limit` seconds or minutes, up to the one in which each was retired; those that have any, in the order in which they were retired. */
  histories(
    unit: "seconds" | "minutes",
    nowMs: number,
    limit = Number.POSITIVE_INFINITY,
  ): { readonly id: string; readonly points: readonly (HistoryPoint | MinutePoint)[] }[] {
    const unitMs = unit === "seconds" ? SECOND_MS : MINUTE_MS;
    const count = Math.min(limit, unit === "seconds" ? HISTORY_SECONDS : HISTORY_MINUTES);
    const firstMs = (Math.floor(nowMs / unitMs) - count + 1) * unitMs;
    return this.#partitions
      .map(({ id, history, retiredMs }) => ({
        id,
        points: history[unit](retiredMs).filter(({ startMs }) => startMs >= firstMs),
      }))
      .filter(({ points }) => points.length > 0);
  }
}
