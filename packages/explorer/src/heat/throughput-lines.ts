/** What a container used over time, all its partitions together: lines for a chart. */
import type { ContainerFigures, PartitionHistories } from "orrerydb/control-api";
import { ruLimit } from "../client/ru-limit.ts";

export interface ThroughputLines {
  readonly starts: readonly number[];
  /** RU/s, averages of each stretch of time. */
  readonly used: readonly number[];
  /** To what autoscale would have gone, by the busiest partition; absent where throughput is manual. */
  readonly scaled?: readonly number[];
  readonly throttled: readonly number[];
}

/** Autoscale never falls below this part of its maximum. */
const AUTOSCALE_LEAST_PART = 0.1;

export function throughputLines(
  partitions: readonly PartitionHistories[],
  stretchMs: number,
  figures: ContainerFigures,
): ThroughputLines {
  const byStart = new Map<number, { ru: number; normalised: number; throttled: number }>();
  for (const { points } of partitions) {
    for (const { startMs, ru, normalised, throttled } of points) {
      const sum = byStart.get(startMs) ?? { ru: 0, normalised: 0, throttled: 0 };
      byStart.set(startMs, {
        ru: sum.ru + ru,
        normalised: Math.max(sum.normalised, normalised),
        throttled: sum.throttled + throttled,
      });
    }
  }
  const starts = [...byStart.keys()].sort((a, b) => a - b);
  const sums = starts.map((start) => byStart.get(start)!);
  const most = ruLimit(figures);
  return {
    starts,
    used: sums.map(({ ru }) => (ru * 1000) / stretchMs),
    throttled: sums.map(({ throttled }) => throttled),
    ...(figures.throughput.kind === "autoscale" && {
      scaled: sums.map(({ normalised }) => most * Math.min(1, Math.max(AUTOSCALE_LEAST_PART, normalised))),
    }),
  };
}
