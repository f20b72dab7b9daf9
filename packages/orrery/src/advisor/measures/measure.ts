/** Everything that is measured of a candidate, each figure with what it rests on. */
import { valueAtSegments } from "@orrerydb/keys/hash";
import { PARTITION_RU_PER_SECOND_MAX } from "../../throughput/offer.ts";
import type { Candidate } from "../candidates/candidate.ts";
import type { Distinct } from "../candidates/path-facts.ts";
import type { TimedRows } from "../items/clock.ts";
import type { Row } from "../items/item-sample.ts";
import type { PresentDefinition } from "../items/read-container.ts";
import type { SeenChanges } from "../traffic/operation.ts";
import type { Scale } from "../traffic/scale.ts";
import { type DrawnTraffic, type Load, loadOf, type QueryPrice, type SpecLoad } from "./load.ts";
import { inSteps, LOGICAL_PARTITION_BYTES_MAX, type Projection } from "./projection.ts";
import { type Evenness, evennessOf, type Spread, spreadOf } from "./storage.ts";
import { type TimeHeat, timeHeatOf, type WrittenRows } from "./time-heat.ts";
import { type UniqueKeyMeasure, uniqueKeysOf } from "./unique-keys.ts";

export interface Measures {
  /** Items in all, and those of them that were looked at. */
  readonly items: number;
  readonly sample: number;
  readonly partitions: number;
  readonly distinct: Distinct;
  readonly largest: {
    readonly key: string;
    /** Of the bytes. */
    readonly share: number;
    readonly bytesNow: number;
    /** Undefined where the growth is not known, or too few items of the sample have the key. */
    readonly bytesThen: number | undefined;
    /** Until it is full (20 GB); undefined: not while items are kept. */
    readonly fullInDays: number | undefined;
  };
  readonly storage: Evenness;
  readonly throughput: Evenness;
  /** The busiest logical partition: RU/s at the peak, and its part of all. */
  readonly hottest: { readonly key: string; readonly ruPerSecond: number; readonly share: number };
  readonly timeHeat: TimeHeat;
  readonly missing: number;
  readonly tooLong: number;
  /** The part of the batches that no longer lies under one key; undefined: there are none. */
  readonly torn: number | undefined;
  /** Updates that were recorded, and the part of them that changed a value of the key; undefined: none were. */
  readonly changes: { readonly updates: number; readonly share: number } | undefined;
  readonly uniqueKeys: readonly UniqueKeyMeasure[];
  readonly operations: readonly SpecLoad[];
  /** The same on as many partitions as the container needs now; none of what was only screened. */
  readonly operationsNow: readonly SpecLoad[];
  /** At the peak, on average over the partitions. */
  readonly ruPerSecond: number;
  /** To provision, so that the busiest partition has enough. */
  readonly neededRuPerSecond: number;
  readonly monthlyCost: number;
  readonly byRank: Spread["byRank"];
  readonly byPartition: { readonly storage: readonly number[]; readonly ru: readonly number[] };
}

export interface Grounds extends TimedRows {
  readonly written: WrittenRows;
  readonly items: number;
  readonly traffic: readonly DrawnTraffic[];
  readonly projection: Projection;
  readonly scale: Scale;
  readonly price: QueryPrice;
  readonly changes: SeenChanges | undefined;
  readonly present: PresentDefinition | undefined;
  /** Only what decides whether the candidate is looked at again. */
  readonly isScreening?: boolean;
}

const HOURS_PER_MONTH = 730;
/** A key that is written to for less of the time than this has stopped growing at the end. */
const WHOLE_LIFE = 0.5;

export function measure(candidate: Candidate, grounds: Grounds): Measures {
  const { rows, items, projection, traffic } = grounds;
  const { partitions } = projection;
  const spread = spreadOf(candidate, grounds, items, partitions);
  const load = loadOf(candidate, traffic, partitions, grounds.price);
  const needed = neededOf(load);
  return {
    items,
    sample: rows.length,
    partitions,
    distinct: spread.distinct,
    largest: largestOf(spread, projection),
    storage: evennessOf(spread.byPartition),
    throughput: evennessOf(load.byPartition),
    hottest: {
      ...load.hottest,
      share: load.ruPerSecond > 0 ? load.hottest.ruPerSecond / load.ruPerSecond : 0,
    },
    timeHeat: timeHeatOf(candidate, grounds.written, partitions),
    missing: missingOf(candidate, rows),
    tooLong: spread.tooLong / rows.length,
    torn: tornOf(load),
    changes: changesOf(candidate, grounds.changes),
    uniqueKeys: grounds.present === undefined ? [] : uniqueKeysOf(candidate, grounds.present, rows),
    operations: load.specs,
    operationsNow: grounds.isScreening
      ? []
      : loadOf(candidate, traffic, projection.partitionsNow, grounds.price).specs,
    ruPerSecond: load.ruPerSecond,
    neededRuPerSecond: needed,
    monthlyCost: costOf(needed, grounds),
    byRank: spread.byRank,
    byPartition: { storage: spread.byPartition, ru: load.byPartition },
  };
}

/** Each partition has the same part of what is provisioned. */
function neededOf({ byPartition, partitions }: Load): number {
  return inSteps(Math.max(...byPartition) * partitions);
}

export function costOf(
  ruPerSecond: number,
  { scale, projection }: Pick<Grounds, "scale" | "projection">,
): number {
  const throughput = (ruPerSecond / 100) * scale.pricePer100RuHour * HOURS_PER_MONTH;
  return throughput + (projection.bytesThen / 2 ** 30) * scale.pricePerGbMonth;
}

function largestOf({ largest, rows }: Spread, projection: Projection): Measures["largest"] {
  const { itemsPerDay, itemBytes, retentionDays, bytesNow } = projection;
  const now = { key: largest.key, share: largest.share, bytesNow: largest.share * bytesNow };
  if (itemsPerDay === undefined) return { ...now, bytesThen: undefined, fullInDays: undefined };
  // Two items of a sample say nothing of a trend.
  if (largest.share * rows < 3) return { ...now, bytesThen: undefined, fullInDays: undefined };
  const perDay = largest.share * itemsPerDay * itemBytes;
  if (largest.lifeShare < WHOLE_LIFE) {
    // It grew for as long as it lived, at the rate of that time, and the next key will at the projected one.
    const lifeDays = Math.min(retentionDays, largest.lifeShare * projection.spanDays);
    const perDayOfLife = perDay / Math.max(largest.lifeShare, 1e-9);
    const full = LOGICAL_PARTITION_BYTES_MAX / perDayOfLife;
    return { ...now, bytesThen: perDayOfLife * lifeDays, fullInDays: full <= lifeDays ? full : undefined };
  }
  const fullInDays = LOGICAL_PARTITION_BYTES_MAX / perDay;
  return {
    ...now,
    bytesThen: perDay * retentionDays,
    fullInDays: fullInDays <= retentionDays ? fullInDays : undefined,
  };
}

function missingOf(candidate: Candidate, rows: readonly Row[]): number {
  const paths = candidate.dependsOn.map((path) => path.slice(1).split("/"));
  const lacking = rows.filter(({ item }) =>
    paths.some((segments) => valueAtSegments(item, segments) === undefined),
  );
  return lacking.length / rows.length;
}

function tornOf({ specs }: Load): number | undefined {
  const batches = specs.filter(({ kind }) => kind === "batch");
  const rate = batches.reduce((sum, { perSecond }) => sum + perSecond, 0);
  if (rate === 0) return undefined;
  return batches.reduce((sum, { perSecond, torn }) => sum + perSecond * torn, 0) / rate;
}

function changesOf({ dependsOn }: Candidate, changes: SeenChanges | undefined): Measures["changes"] {
  if (changes === undefined || changes.updates === 0) return undefined;
  const { updates, byPath } = changes;
  return { updates, share: Math.max(...dependsOn.map((path) => byPath.get(path) ?? 0)) / updates };
}

/** More than one logical partition can ever be given. */
export function isBeyondAnyKey(measures: Measures): boolean {
  return measures.hottest.ruPerSecond > PARTITION_RU_PER_SECOND_MAX;
}
