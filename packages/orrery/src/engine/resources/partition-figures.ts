/**
 * What is known here of a container's partitions: how much they hold, what they spend, which keys take it. Figures for
 * people and tools; nothing here decides anything. Of partitions that other processes serve, these know more.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import type {
  HeatFigures,
  HeatUnit,
  HistoryPoint,
  KeyFigures,
  KeySize,
  PartitionFigures,
  PartitionHistories,
} from "../../api/control-api.ts";
import { roundCharge } from "../../throughput/charges.ts";
import { HEAT_RINGS, HEAT_SLICES, type HeatAsked } from "../../throughput/heat-history.ts";
import { partitionRuPerSecond } from "../../throughput/offer.ts";
import type { Container } from "../container/container.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";

/** Of those that are served elsewhere, what is stored. */
export function partitionFigures(container: Container): Promise<PartitionFigures[]> {
  const nowMs = container.environment.now();
  return Promise.all(
    container.partitions.all.map(async (partition) => {
      const { id, state, isServed } = partition;
      const { items, bytes, lsn } = await container.partitions.summaryOf(partition);
      const { ruPerSecond } = container.meter.throughput();
      const budget = isServed
        ? partition.meter.budget.ruPerSecond
        : partitionRuPerSecond(ruPerSecond, state.share);
      const history = isServed ? partition.meter.history : undefined;
      return {
        id,
        minInclusive: state.min,
        maxExclusive: state.max,
        parents: state.parents.map(String),
        throughputFraction: state.share,
        ruPerSecond: roundCharge(budget),
        items,
        storageBytes: bytes,
        lsn,
        lastSecond: history?.seconds(nowMs, 2).map(rounded)[0],
        thisMinute: history?.minutes(nowMs, 1).map(rounded)[0],
      };
    }),
  );
}

export interface KeysAsked {
  /** Of each list. */
  readonly limit: number;
  /** The largest are found by reading the record of every logical partition. */
  readonly withLargest: boolean;
}

export async function keyFigures(
  container: Container,
  { limit, withLargest }: KeysAsked,
): Promise<KeyFigures> {
  const partitions = container.partitions.served;
  const hot = partitions.map(({ id, meter }) => ({ id, ...meter.hotKeys(limit) }));
  const top = (of: "consumers" | "throttled") =>
    hot
      .flatMap((each) =>
        each[of].map(({ key, count, error }) => ({
          key,
          count: roundCharge(count),
          error: roundCharge(error),
          partition: each.id,
        })),
      )
      .sort((a, b) => b.count - a.count)
      .slice(0, limit);
  const largest: KeySize[] = [];
  if (withLargest) {
    for (const partition of partitions) largest.push(...(await sizesOf(partition, limit)).largest);
  }
  return {
    consumers: top("consumers"),
    throttled: top("throttled"),
    largest: largest.sort(bySize).slice(0, limit),
  };
}

/** Oldest first: seconds of the last two minutes, or minutes of the last six hours. Retired partitions follow. */
export function partitionHistories(
  container: Container,
  unit: "seconds" | "minutes",
  limit: number | undefined,
): PartitionHistories[] {
  const nowMs = container.environment.now();
  const present = container.partitions.served.map(({ id, meter, store }) => {
    meter.history.setTotals(nowMs, store.summary.bytes, store.summary.items);
    return { id, points: meter.history[unit](nowMs, limit).map(rounded) };
  });
  const retired = container.meter.retiredHistories
    .histories(unit, nowMs, limit)
    .map(({ id, points }) => ({ id, gone: true as const, points: points.map(rounded) }));
  return [...present, ...retired];
}

export type Heat = Pick<HeatFigures, "columnMs" | "slices" | "columns">;

/** Where the RU went, over the hash space and over time. */
export function containerHeat(container: Container, unit: HeatUnit, asked: HeatAsked): Heat {
  return {
    columnMs: HEAT_RINGS[unit].columnMs,
    slices: HEAT_SLICES,
    columns: container.meter.heat.columns(container.environment.now(), unit, asked),
  };
}

const STATISTICS_KEYS = 10;

/** As the service answers them with a container, for the header x-ms-documentdb-populatepartitionstatistics. */
export async function partitionStatistics(container: Container): Promise<JsonObject[]> {
  const statistics: JsonObject[] = [];
  for (const partition of container.partitions.all) {
    const { summary } = partition.store;
    const { count, largest } = await sizesOf(partition, STATISTICS_KEYS);
    statistics.push({
      id: partition.id,
      sizeInKB: kilobytes(summary.bytes),
      documentCount: summary.items,
      sampledDistinctPartitionKeyCount: count,
      partitionKeys: largest.map(({ key, storageBytes }) => ({
        partitionKey: JSON.parse(key) as string[],
        sizeInKB: kilobytes(storageBytes),
      })),
    });
  }
  return statistics;
}

async function sizesOf(
  { id, store }: PhysicalPartition,
  limit: number,
): Promise<{ count: number; largest: KeySize[] }> {
  let count = 0;
  let largest: KeySize[] = [];
  for await (const some of store.logicalPartitions()) {
    count += some.length;
    for (const { key, items, bytes } of some)
      largest.push({ key, partition: id, items, storageBytes: bytes });
    // A chunk at a time, so that millions of keys need no room.
    largest = largest.sort(bySize).slice(0, limit);
  }
  return { count, largest };
}

/** Charges have two decimals; in binary their sums do so only nearly. */
function rounded<P extends HistoryPoint>(point: P): P {
  return { ...point, ru: roundCharge(point.ru) };
}

function bySize(a: KeySize, b: KeySize): number {
  return b.storageBytes - a.storageBytes;
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1024);
}
