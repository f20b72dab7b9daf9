/**
 * What the heat of a container shows, in words: one hot key, a hot partition, keys that follow one another, waves, or load
 * that is even and more than was provisioned. Judged from the last seconds, and not at all below a minimum.
 */
import type { HeatColumn } from "orrerydb/control-api";
import { keyWords, number, percent, plural } from "../parts/words.ts";
import { holderOf, type PlacedKey, type PlacedPartition } from "./hash-place.ts";
import { compareKeys } from "./heat-matrix.ts";

export type FindingKind =
  | "quiet"
  | "hotKey"
  | "hotPartition"
  | "sequential"
  | "lowThroughput"
  | "periodic"
  | "even";

export interface Finding {
  readonly kind: FindingKind;
  /** Whether somebody should do something. */
  readonly tone: "calm" | "warm" | "hot";
  readonly title: string;
  readonly advice: string;
  /** A partition that a split would help. */
  readonly splits?: string;
}

export interface HeatView {
  readonly nowMs: number;
  /** Seconds, oldest first. */
  readonly columns: readonly HeatColumn[];
  readonly slices: number;
  readonly partitions: readonly PlacedPartition[];
  readonly placeKey: (key: string) => PlacedKey | undefined;
}

/** What is judged: the last full seconds. */
const WINDOW_SECONDS = 10;
/** Less says nothing. */
const RU_MIN = 20;
/** A key with this part of its partition's RU, and this many times as much as the next, is hot. */
const HOT_KEY_PART = 0.2;
const HOT_KEY_TIMES_NEXT = 3;
/** The others' use, as a part of the busiest partition's, below which that one is hot. */
const EVEN_PART = 0.5;
/** From this part of its RU/s on a partition is busy. */
const BUSY = 0.7;

export function findings(view: HeatView): Finding[] {
  const fromMs = view.nowMs - WINDOW_SECONDS * 1000;
  const recent = view.columns.filter(({ startMs }) => startMs >= fromMs);
  const total = ruOf(recent);
  if (total < RU_MIN) {
    return [
      { kind: "quiet", tone: "calm", title: "All is quiet.", advice: "No requests in the last ten seconds." },
    ];
  }
  const seconds = Math.max(
    1,
    Math.min(WINDOW_SECONDS, (view.nowMs - (recent[0]?.startMs ?? view.nowMs)) / 1000),
  );
  const loads = partitionLoads(recent, view);
  const uses = loads.map((ru, i) => ru / (view.partitions[i]!.ruPerSecond * seconds));
  const throttled = recent.reduce(
    (sum, { slices }) => sum + slices.reduce((part, each) => part + each[2], 0),
    0,
  );
  const main =
    sequential(view.columns) ??
    hotKey(recent, view, loads, uses) ??
    hotPartition(view, uses) ??
    lowThroughput(view, throttled, total / seconds) ??
    even(recent, uses, throttled);
  const waves = periodic(view);
  return waves === undefined ? [main] : [main, waves];
}

function hotKey(
  recent: readonly HeatColumn[],
  { partitions, placeKey }: HeatView,
  loads: readonly number[],
  uses: readonly number[],
): Finding | undefined {
  const byPartition = new Map<string, { key: string; ru: number }[]>();
  for (const [key, ru] of sumByKey(recent)) {
    const place = placeKey(key);
    const holder = place && holderOf(place.epk, partitions);
    if (holder === undefined) continue;
    byPartition.set(holder.id, [...(byPartition.get(holder.id) ?? []), { key, ru }]);
  }
  let worst: { key: string; part: number; index: number } | undefined;
  const all = loads.reduce((sum, load) => sum + load, 0);
  for (const [id, keys] of byPartition) {
    const index = partitions.findIndex((partition) => partition.id === id);
    const [first, second] = keys.sort((a, b) => b.ru - a.ru);
    const part = first!.ru / loads[index]!;
    if (part < HOT_KEY_PART || first!.ru < HOT_KEY_TIMES_NEXT * (second?.ru ?? 0)) continue;
    // A single key in a partition that has little to do is no news.
    if (first!.ru < HOT_KEY_PART * all) continue;
    if (worst === undefined || part * uses[index]! > worst.part * uses[worst.index]!)
      worst = { key: first!.key, part: Math.min(1, part), index };
  }
  if (worst === undefined) return undefined;
  const { id } = partitions[worst.index]!;
  const use = uses[worst.index]!;
  return {
    kind: "hotKey",
    tone: toneOf(use),
    title: `One hot key: “${keyWords(worst.key)}” takes ${percent(worst.part)} of partition ${id}.`,
    advice:
      toneOf(use) === "calm"
        ? `It does no harm yet: partition ${id} uses ${percent(use)} of its RU/s. But it cannot grow beyond one partition, for no split divides a key.`
        : `Partition ${id} uses ${percent(use)} of its RU/s. No split divides a single key, and more throughput is shared out over all partitions: choose a key with more values, or add a suffix to it.`,
  };
}

function hotPartition({ partitions }: HeatView, uses: readonly number[]): Finding | undefined {
  if (uses.length < 2) return undefined;
  const busiest = uses.indexOf(Math.max(...uses));
  const use = uses[busiest]!;
  const others = uses.filter((_, i) => i !== busiest);
  const othersUse = others.reduce((sum, each) => sum + each, 0) / others.length;
  if (othersUse >= EVEN_PART * use) return undefined;
  const { id } = partitions[busiest]!;
  return {
    kind: "hotPartition",
    tone: toneOf(use),
    title: `A hot range: partition ${id} uses ${percent(use)} of its RU/s, the others ${percent(othersUse)}.`,
    advice: "Many keys share this load, so a split helps: each half gets its own keys.",
    splits: id,
  };
}

/** In every second another key leads, and the next is the greater one. */
function sequential(columns: readonly HeatColumn[]): Finding | undefined {
  const leaders = columns.slice(-60).flatMap(({ slices, keys }) => {
    const total = slices.reduce((sum, [, ru]) => sum + ru, 0);
    const first = keys[0];
    return first !== undefined && first.ru >= 0.5 * total ? [first.key] : [];
  });
  const changes = leaders.flatMap((key, i) =>
    i > 0 && key !== leaders[i - 1] ? [[leaders[i - 1]!, key] as const] : [],
  );
  if (changes.length < 4 || leaders.length < columns.slice(-60).length / 2) return undefined;
  const upward = changes.filter(([before, after]) => compareKeys(before, after) < 0).length;
  if (upward < 0.9 * changes.length) return undefined;
  return {
    kind: "sequential",
    tone: "warm",
    title: `Keys follow one another: now it is “${keyWords(leaders.at(-1)!)}”.`,
    advice:
      "At any moment all writes go to one key, and so to one partition. The heat map by key shows it as a diagonal. Add a suffix, so that each step has many keys.",
  };
}

function lowThroughput(
  { partitions }: HeatView,
  throttled: number,
  ruPerSecond: number,
): Finding | undefined {
  const provisioned = partitions.reduce((sum, partition) => sum + partition.ruPerSecond, 0);
  if (throttled === 0 || ruPerSecond < BUSY * provisioned) return undefined;
  return {
    kind: "lowThroughput",
    tone: "hot",
    title: `Spread evenly, but too little throughput: ${number(ruPerSecond)} of ${number(provisioned)} RU/s.`,
    advice: "No key or partition is to blame. Raise the throughput, or send less.",
  };
}

function even(recent: readonly HeatColumn[], uses: readonly number[], throttled: number): Finding {
  const keys = sumByKey(recent).size;
  const busiest = Math.max(...uses);
  const many = keys > 20 ? "many keys" : keys === 1 ? "one key" : `${keys} keys`;
  const title =
    uses.length === 1
      ? `One partition serves ${many}.`
      : `Spread well: the busiest partition uses ${percent(busiest)} of its RU/s.`;
  if (throttled > 0 && busiest < BUSY) {
    return {
      kind: "even",
      tone: "warm",
      title,
      advice: `But it comes in bursts: ${plural(Math.round(throttled), "request")} went over the limit of a second. Spread them over time, or raise the throughput.`,
    };
  }
  return {
    kind: "even",
    tone: toneOf(busiest),
    title,
    advice:
      busiest >= BUSY ? "It is close to its limit: raise the throughput in time." : "There is room for more.",
  };
}

const WAVE_SECONDS_MIN = 5;
const WAVE_SECONDS_MAX = 40;
const WAVE_CORRELATION_MIN = 0.6;

/** Load that returns after the same time, twice at least. */
function periodic({ columns, nowMs }: HeatView): Finding | undefined {
  const last = Math.floor(nowMs / 1000) - 1;
  const series = new Float64Array(110);
  for (const { startMs, slices } of columns) {
    const at = series.length - 1 - (last - startMs / 1000);
    if (at >= 0 && at < series.length) series[at] = slices.reduce((sum, [, ru]) => sum + ru, 0);
  }
  const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
  const deviations = series.map((value) => value - mean);
  const variance = deviations.reduce((sum, value) => sum + value * value, 0);
  if (variance < series.length * (0.5 * mean) ** 2) return undefined;
  let best = { lag: 0, correlation: 0 };
  let hasFallen = false;
  for (let lag = 2; lag <= WAVE_SECONDS_MAX; lag++) {
    let sum = 0;
    for (let i = lag; i < deviations.length; i++) sum += deviations[i]! * deviations[i - lag]!;
    const correlation = (sum / variance) * (deviations.length / (deviations.length - lag));
    if (correlation < 0.2) hasFallen = true;
    if (hasFallen && lag >= WAVE_SECONDS_MIN && correlation > best.correlation) best = { lag, correlation };
  }
  if (best.correlation < WAVE_CORRELATION_MIN) return undefined;
  return {
    kind: "periodic",
    tone: "calm",
    title: `It comes in waves, about every ${best.lag} seconds.`,
    advice: "Throughput must carry the crest. Spread the work over time if it can wait.",
  };
}

/** RU of each partition; a slice with a border in it counts where its middle is. */
function partitionLoads(columns: readonly HeatColumn[], { partitions, slices }: HeatView): number[] {
  const loads = partitions.map(() => 0);
  for (const column of columns) {
    for (const [slice, ru] of column.slices) {
      const middle = (slice + 0.5) / slices;
      const index = partitions.findLastIndex(({ from }) => from <= middle);
      if (index >= 0) loads[index]! += ru;
    }
  }
  return loads;
}

export function sumByKey(columns: readonly HeatColumn[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { keys } of columns) {
    for (const { key, ru } of keys) sums.set(key, (sums.get(key) ?? 0) + ru);
  }
  return sums;
}

function ruOf(columns: readonly HeatColumn[]): number {
  return columns.reduce((sum, { slices }) => sum + slices.reduce((part, [, ru]) => part + ru, 0), 0);
}

function toneOf(use: number): Finding["tone"] {
  return use >= 1 ? "hot" : use >= BUSY ? "warm" : "calm";
}
