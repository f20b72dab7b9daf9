/** From figures to a judgement: what speaks against a key, what to be careful about, and which key is better. */

import { isWrite } from "../../value/operations/recorded-operation.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { counted, days, percent, whole } from "../ground/figures.ts";
import { isBeyondAnyKey, type Measures } from "./measure.ts";
import type { Projection } from "./projection.ts";
import { isHotInTime, type TimeHeat } from "./time-heat.ts";

export type Tier = "good" | "careful" | "bad";

export interface Judgement {
  readonly tier: Tier;
  /** One key takes more than its share of the writes of one time: never good, and taken only where nothing else is. */
  readonly isHot: boolean;
  /** Each rules the key out. */
  readonly faults: readonly string[];
  readonly cautions: readonly string[];
  readonly strengths: readonly string[];
}

const TORN_MAX = 0.01;
const CHANGED_MAX = 0.01;
const MISSING_MAX = 0.001;
const UNEVEN = 2;
/** Above this the RU/s that one key makes necessary are waste. */
const WASTE = 1.5;
const FAN_OUT = 0.5;
const ONE_PARTITION = 0.9;

export function judge(measures: Measures, projection: Projection, hasReads: boolean): Judgement {
  const faults = faultsOf(measures, projection);
  const isHot = isHotInTime(measures.timeHeat);
  const cautions = [...(isHot ? [heatCaution(measures.timeHeat)] : []), ...cautionsOf(measures, hasReads)];
  return {
    tier: faults.length > 0 ? "bad" : isHot || cautions.length > 0 ? "careful" : "good",
    isHot,
    faults,
    cautions,
    strengths: strengthsOf(measures),
  };
}

function faultsOf(measures: Measures, projection: Projection): string[] {
  const faults: string[] = [];
  const { torn, hottest, largest, neededRuPerSecond, throughput } = measures;
  if (torn !== undefined && torn > TORN_MAX)
    faults.push(`tears ${percent(torn)} of the transactions apart, since they are no longer under one key`);
  if (isBeyondAnyKey(measures))
    faults.push(
      `sends ${whole(hottest.ruPerSecond)} RU/s to one key (${percent(hottest.share)} of the load), and no key can have more than 10,000`,
    );
  if (largest.fullInDays !== undefined)
    faults.push(
      `passes 20 GB under one key in ${days(largest.fullInDays)} (${percent(largest.share)} of the data has the key ${shortKey(largest.key)})`,
    );
  const { changes } = measures;
  if (changes !== undefined && changes.share > CHANGED_MAX)
    faults.push(
      `has values that change, in ${percent(changes.share)} of ${counted(changes.updates, "recorded update")}, and an item's key cannot`,
    );
  for (const { paths, refused } of measures.uniqueKeys)
    if (refused > 0)
      faults.push(`puts ${counted(refused, "item")} under the unique key ${paths.join(", ")} of another`);
  if (measures.tooLong > 0)
    faults.push(`is longer than 2,048 bytes in ${percent(measures.tooLong)} of the items`);
  const isHot = throughput.largestOverMean > UNEVEN && neededRuPerSecond > 400;
  if (isHot && neededRuPerSecond > Math.max(projection.budget, WASTE * projection.leastRuPerSecond))
    faults.push(
      hottest.share * measures.partitions > UNEVEN
        ? `puts ${percent(hottest.share)} of the RU on one key, so that ${whole(neededRuPerSecond)} RU/s would be needed instead of ${whole(projection.budget)}`
        : `puts ${percent(throughput.largestOverMean / measures.partitions)} of the RU on one of ${measures.partitions} partitions, so that ${whole(neededRuPerSecond)} RU/s would be needed instead of ${whole(projection.budget)}`,
    );
  else if (projection.isBudgetGiven && neededRuPerSecond > projection.budget)
    faults.push(`needs ${whole(neededRuPerSecond)} RU/s, and the budget is ${whole(projection.budget)}`);
  return faults;
}

function cautionsOf(measures: Measures, hasReads: boolean): string[] {
  const cautions: string[] = [];
  const { distinct, items, throughput, storage, missing, operations, partitions, neededRuPerSecond } =
    measures;
  for (const { paths, isKept } of measures.uniqueKeys)
    if (!isKept)
      cautions.push(
        `the unique key ${paths.join(", ")} would hold within fewer items than now, under each new key`,
      );
  if (missing > MISSING_MAX) cautions.push(`${percent(missing)} of the items lack it`);
  if (distinct.high < 10 * partitions && distinct.estimate < items / 2)
    cautions.push(`has only ${counted(distinct.estimate, "value")} for ${partitions} partitions`);
  if (throughput.largestOverMean > UNEVEN && neededRuPerSecond > 400)
    cautions.push(
      `the busiest partition has ${throughput.largestOverMean.toFixed(1)} times its part of the RU`,
    );
  if (storage.largestOverMean > UNEVEN)
    cautions.push(
      `the fullest partition has ${storage.largestOverMean.toFixed(1)} times its part of the data`,
    );
  if (!hasReads && distinct.estimate > 0.9 * items)
    cautions.push(
      "nearly every item has a key of its own: whatever is not read by it visits every partition, and no reads are known",
    );
  const reads = operations.filter(({ kind }) => !isWrite(kind));
  const rate = reads.reduce((sum, { perSecond }) => sum + perSecond, 0);
  const everywhere = reads.reduce(
    (sum, { perSecond, visits }) => sum + (visits > partitions / 2 ? perSecond : 0),
    0,
  );
  if (rate > 0 && everywhere / rate > FAN_OUT)
    cautions.push(`${percent(everywhere / rate)} of the reads visit most of the partitions`);
  return cautions;
}

const HEAT_KNOWN_BY: Readonly<Record<TimeHeat["basis"], string>> = {
  clock: "",
  file: ", if the file is in the order of writing",
  unknown: ", if it follows the time: the items do not show when they were written",
};

function heatCaution({ share, basis }: TimeHeat): string {
  return `at any time ${percent(share)} of the writes have one key${HEAT_KNOWN_BY[basis]}`;
}

function strengthsOf({ operations, hottest, throughput, torn }: Measures): string[] {
  const strengths: string[] = [];
  const reads = operations.filter(({ kind }) => !isWrite(kind));
  const rate = reads.reduce((sum, { perSecond }) => sum + perSecond, 0);
  const inOne = reads.reduce((sum, { perSecond, inOne }) => sum + perSecond * inOne, 0) / rate;
  if (rate > 0 && inOne >= ONE_PARTITION)
    strengths.push(`keeps ${percent(inOne)} of the reads in one partition`);
  else if (rate > 0 && inOne >= 0.3) strengths.push(`keeps ${percent(inOne)} of the reads in one partition`);
  if (torn === 0) strengths.push("keeps every transaction under one key");
  if (throughput.largestOverMean <= 1.5)
    strengths.push(
      hottest.share > 0
        ? `spreads the load evenly (the busiest key has ${percent(hottest.share)} of it)`
        : "spreads the load evenly",
    );
  return strengths;
}

interface Judged {
  readonly candidate: Candidate;
  readonly measures: Measures;
  readonly judgement: Judgement;
}

/** Costs that are so many times the least count as equal to it: then care and simplicity decide. */
const SAME_COST = 1.25;

/** Best first. */
export function ranked<T extends Judged>(judged: readonly T[]): T[] {
  const cost = ({ measures }: Judged) => measures.neededRuPerSecond;
  const badness = ({ judgement }: Judged) => (judgement.tier === "bad" ? 2 : Number(judgement.isHot));
  const cautions = ({ judgement }: Judged) => judgement.cautions.length;
  const left = [...judged].sort((a, b) => badness(a) - badness(b) || cost(a) - cost(b));
  const result: T[] = [];
  while (left.length > 0) {
    const first = left[0]!;
    const end = left.findIndex(
      (each) => badness(each) !== badness(first) || cost(each) > SAME_COST * cost(first),
    );
    const alike = left.splice(0, end < 0 ? left.length : end);
    alike.sort(
      (a, b) =>
        cautions(a) - cautions(b) || a.candidate.complexity - b.candidate.complexity || cost(a) - cost(b),
    );
    result.push(...alike);
  }
  return result;
}

export function shortKey(key: string): string {
  return key.length > 40 ? `${key.slice(0, 37)}...` : key;
}
