/** The size at which keys are judged: storage, throughput and physical partitions, now and as projected. */
import { initialPartitionCount } from "../../throughput/offer.ts";
import { counted, gigabytes, whole } from "../ground/figures.ts";
import type { Clock } from "../items/clock.ts";
import type { ItemSample } from "../items/item-sample.ts";
import type { Scale } from "../traffic/scale.ts";

export const LOGICAL_PARTITION_BYTES_MAX = 20 * 2 ** 30;
const PHYSICAL_PARTITION_BYTES_MAX = 50 * 2 ** 30;
/** Part of the provisioned RU/s that an even load is to take. */
export const USE_OF_THROUGHPUT = 0.7;
/** With fewer, every key looks alike. */
const JUDGED_PARTITIONS_MIN = 5;
const ASSUMED_RETENTION_DAYS = 365;
const RU_STEP = 100;
const DAY_MS = 86_400_000;

export interface Projection {
  readonly itemBytes: number;
  readonly bytesNow: number;
  /** Given, or read off the times of the items; undefined where neither tells. */
  readonly itemsPerDay: number | undefined;
  /** Between the first item and the last; 0 where no time is known. */
  readonly spanDays: number;
  readonly retentionDays: number;
  readonly bytesThen: number;
  readonly partitionsNow: number;
  /** At the projected size, and at which keys are judged. */
  readonly partitionsThen: number;
  readonly partitions: number;
  /** RU/s at the peak, if every operation had only one partition to visit. */
  readonly leastRuPerSecond: number;
  /** RU/s that are there: given, or what an even load takes and some more. */
  readonly budget: number;
  readonly isBudgetGiven: boolean;
  readonly assumptions: readonly string[];
}

export function projectionOf(
  sample: ItemSample,
  clock: Clock | undefined,
  scale: Scale,
  leastRuPerSecond: number,
): Projection {
  const assumptions: string[] = [];
  const itemBytes = sample.bytes / sample.items;
  const itemsPerDay = scale.itemsPerDay ?? rateOf(sample, clock);
  if (scale.itemsPerDay === undefined)
    assumptions.push(
      itemsPerDay === undefined
        ? "How many items a day there are is not known, so nothing is projected (--scale itemsPerDay=…)."
        : `${whole(itemsPerDay)} items a day, from the times of the items (--scale itemsPerDay=…).`,
    );
  const retentionDays = scale.retentionDays ?? ASSUMED_RETENTION_DAYS;
  if (scale.retentionDays === undefined && itemsPerDay !== undefined)
    assumptions.push("Items are kept for a year (--scale retentionDays=…).");
  const bytesThen =
    itemsPerDay === undefined
      ? sample.bytes
      : Math.max(sample.bytes, itemsPerDay * retentionDays * itemBytes);
  const wanted = scale.budget ?? leastRuPerSecond / USE_OF_THROUGHPUT;
  const partitionsFor = (bytes: number) =>
    Math.max(
      Math.ceil(bytes / PHYSICAL_PARTITION_BYTES_MAX),
      initialPartitionCount({ kind: "manual", ruPerSecond: Math.max(wanted, 1) }, "container"),
    );
  const partitionsThen = partitionsFor(bytesThen);
  const partitions = Math.max(partitionsThen, JUDGED_PARTITIONS_MIN);
  if (partitions > partitionsThen)
    assumptions.push(
      `${gigabytes(bytesThen)} and ${whole(wanted)} RU/s need ${counted(partitionsThen, "physical partition")}; keys are judged at ${partitions}, since with so few any key would do.`,
    );
  return {
    itemBytes,
    bytesNow: sample.bytes,
    itemsPerDay,
    spanDays: spanOf(clock),
    retentionDays,
    bytesThen,
    partitionsNow: partitionsFor(sample.bytes),
    partitionsThen,
    partitions,
    leastRuPerSecond,
    budget: scale.budget ?? inSteps(Math.max(wanted, partitions * 100)),
    isBudgetGiven: scale.budget !== undefined,
    assumptions,
  };
}

/** Up to what an offer can be set to. */
export function inSteps(ruPerSecond: number): number {
  return Math.max(400, Math.ceil(ruPerSecond / RU_STEP) * RU_STEP);
}

function rateOf({ items }: ItemSample, clock: Clock | undefined): number | undefined {
  const spanDays = spanOf(clock);
  return spanDays > 0 ? items / spanDays : undefined;
}

function spanOf(clock: Clock | undefined): number {
  return clock === undefined ? 0 : (clock.lastMs - clock.firstMs) / DAY_MS;
}
