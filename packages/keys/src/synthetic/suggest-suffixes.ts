/*
 * How many suffixes does a natural key need? The answer is the largest of three needs, each from a published limit,
 * and says in sentences how it came about.
 */

import { chargeBySize, PER_INDEXED_TERM, WRITE_BY_SIZE } from "../charge/charge-by-size.ts";
import { SUFFIXES_MAX } from "./suffix-generations.ts";
import { SyntheticKeyError } from "./synthetic-key-error.ts";

interface SuffixLoad {
  /** Writes to one natural key (one day, one tenant) at the peak. */
  readonly writesPerSecond: number;
  readonly itemBytes: number;
  /** Values of one item that the indexing policy indexes. */
  readonly indexedTerms: number;
  /** How long items are kept. */
  readonly retentionDays: number;
  /** How many days of writes one natural key receives: 1 for a key by day. All of the retention by default. */
  readonly daysPerKey?: number;
  /** Decides the storage; the peak by default. */
  readonly averageWritesPerSecond?: number;
  /** Natural keys that are written at the same time, each as busy as this one; 1 by default. */
  readonly keysAtOnce?: number;
  /** Share of each limit to use, the rest is for the index and for bursts; 0.7 by default. */
  readonly useOfLimits?: number;
}

interface SuffixSuggestion {
  readonly suffixes: number;
  /** The need that decides. */
  readonly decidedBy: "throughput" | "storage" | "spread";
  readonly needs: { readonly throughput: number; readonly storage: number; readonly spread: number };
  readonly writeCharge: number;
  readonly requestUnitsPerSecond: number;
  readonly gigabytesPerKey: number;
  readonly physicalPartitions: number;
  readonly reasoning: readonly string[];
}

const PARTITION_REQUEST_UNITS_MAX = 10_000;
const LOGICAL_GIGABYTES_MAX = 20;
const PHYSICAL_GIGABYTES_MAX = 50;
/** A query of one key costs about this much even where it finds nothing. */
const CHARGE_PER_VISITED_KEY = 2.5;
/** The busiest physical partition may have this much more than its share. */
const UNEVENNESS_MAX = 0.5;
const SECONDS_PER_DAY = 86_400;
const ITEM_BYTES_MAX = 2 * 1024 * 1024;

export function suggestSuffixes(load: SuffixLoad): SuffixSuggestion {
  const { writesPerSecond, itemBytes, indexedTerms, retentionDays } = load;
  const {
    daysPerKey = retentionDays,
    averageWritesPerSecond = writesPerSecond,
    keysAtOnce = 1,
    useOfLimits = 0.7,
  } = load;
  assertNumbers({ ...load, writesPerSecond, itemBytes, indexedTerms, retentionDays });
  if (useOfLimits === 0 || useOfLimits > 1 || keysAtOnce < 1) {
    throw new SyntheticKeyError(
      "InvalidPart",
      "`useOfLimits` must be above 0 and at most 1, and `keysAtOnce` must be at least 1.",
    );
  }

  if (itemBytes > ITEM_BYTES_MAX)
    throw new SyntheticKeyError("LimitExceeded", `An item has 2 MB at most, not ${itemBytes} bytes.`);
  const writeCharge = chargeBySize(WRITE_BY_SIZE, itemBytes) + PER_INDEXED_TERM * indexedTerms;
  const requestUnitsPerSecond = writesPerSecond * writeCharge;
  const gigabytesPerDay = (averageWritesPerSecond * SECONDS_PER_DAY * itemBytes) / 1e9;
  const gigabytesPerKey = gigabytesPerDay * Math.min(daysPerKey, retentionDays);
  const gigabytes = gigabytesPerDay * retentionDays * keysAtOnce;
  const physicalPartitions = Math.max(
    1,
    Math.ceil((requestUnitsPerSecond * keysAtOnce) / (PARTITION_REQUEST_UNITS_MAX * useOfLimits)),
    Math.ceil(gigabytes / (PHYSICAL_GIGABYTES_MAX * useOfLimits)),
  );
  const needs = {
    throughput: atLeastOne(requestUnitsPerSecond / (PARTITION_REQUEST_UNITS_MAX * useOfLimits)),
    storage: atLeastOne(gigabytesPerKey / (LOGICAL_GIGABYTES_MAX * useOfLimits)),
    // The other two are limits, this one is a wish: it never asks for more than there can be.
    spread: Math.min(SUFFIXES_MAX, atLeastOne(keysForSpread(physicalPartitions) / keysAtOnce)),
  };
  const suffixes = Math.max(needs.throughput, needs.storage, needs.spread);
  if (suffixes > SUFFIXES_MAX) {
    throw new SyntheticKeyError(
      "LimitExceeded",
      `This load needs ${suffixes} suffixes, more than ${SUFFIXES_MAX}: choose a natural key with more values (an hour instead of a day, a device instead of a site).`,
    );
  }
  const decidedBy =
    suffixes === needs.throughput
      ? "throughput"
      : suffixes === needs.storage
        ? "storage"
        : ("spread" as const);
  const percent = Math.round(useOfLimits * 100);
  const reasoning = [
    `A write of ${itemBytes} bytes with ${indexedTerms} indexed terms costs about ${round(writeCharge)} RU, so ${writesPerSecond} writes a second to one natural key cost ${round(requestUnitsPerSecond)} RU/s.`,
    `One logical partition carries 10,000 RU/s; using ${percent} % of it, throughput needs ${needs.throughput}.`,
    `One natural key grows to ${round(gigabytesPerKey)} GB and one logical partition holds 20 GB; using ${percent} % of it, storage needs ${needs.storage}.`,
    `The container needs about ${physicalPartitions} physical partitions. Hashes place keys by chance: ${needs.spread} of them keep every partition within ${UNEVENNESS_MAX * 100} % above its share.`,
    `A query of the whole natural key visits ${suffixes} keys and costs at least about ${round(suffixes * CHARGE_PER_VISITED_KEY)} RU; fewer suffixes make it cheaper, and the number can grow later.`,
  ];
  return {
    suffixes,
    decidedBy,
    needs,
    writeCharge,
    requestUnitsPerSecond,
    gigabytesPerKey,
    physicalPartitions,
    reasoning,
  };
}

/** Names all that is missing or wrong at once. */
function assertNumbers(load: Readonly<Record<string, unknown>>): void {
  const wrong = Object.entries(load).filter(([, value]) => !(Number.isFinite(value) && Number(value) >= 0));
  if (wrong.length === 0) return;
  const words = wrong.map(([name, value]) =>
    value === undefined
      ? `\`${name}\` is missing`
      : `\`${name}\` is ${JSON.stringify(value) ?? String(value)}`,
  );
  throw new SyntheticKeyError("InvalidPart", `${words.join(", ")}: each must be a number, 0 or more.`);
}

/**
 * Balls in bins: of k keys on p partitions the busiest holds about k/p + sqrt(2 (k/p) ln p). Solved for the k at
 * which that is UNEVENNESS_MAX above k/p.
 */
function keysForSpread(physicalPartitions: number): number {
  return (2 * physicalPartitions * Math.log(physicalPartitions)) / UNEVENNESS_MAX ** 2;
}

function atLeastOne(value: number): number {
  return Math.max(1, Math.ceil(value));
}

function round(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: value < 100 ? 2 : 0 });
}
