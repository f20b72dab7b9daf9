/** From items and traffic to a verdict: a sample, candidates, measures, a replay of the best, and what it all says. */

import type { JsonObject } from "@orrerydb/exact-json";
import { Failure } from "../value/failure.ts";
import { isWrite } from "../value/operations/recorded-operation.ts";
import { type Candidate, type Path, plainCandidate } from "./candidates/candidate.ts";
import { type Dropped, pathFacts } from "./candidates/path-facts.ts";
import { searchCandidates, withSuffixes } from "./candidates/search.ts";
import { counted, whole } from "./ground/figures.ts";
import { seededRandom } from "./ground/random.ts";
import { findClock, followersOf, timedRows } from "./items/clock.ts";
import { ItemSample } from "./items/item-sample.ts";
import type { PresentDefinition } from "./items/read-container.ts";
import type { SizedItem } from "./items/read-item-file.ts";
import { findWriteOrder } from "./items/write-order.ts";
import { ranked as inOrder, type Judgement, judge } from "./measures/judge.ts";
import { type DrawnTraffic, loadOf } from "./measures/load.ts";
import { type Grounds, type Measures, measure } from "./measures/measure.ts";
import {
  LOGICAL_PARTITION_BYTES_MAX,
  type Projection,
  projectionOf,
  USE_OF_THROUGHPUT,
} from "./measures/projection.ts";
import { isHotInTime, writtenRows } from "./measures/time-heat.ts";
import { priceQueries, priceWithKeys } from "./replay/query-costs.ts";
import { replayOf } from "./replay/replay-candidate.ts";
import { TrialContainer } from "./replay/trial-container.ts";
import { ItemDraws } from "./traffic/item-draws.ts";
import type { OperationSpec, Traffic } from "./traffic/operation.ts";
import { recordedTraffic } from "./traffic/recorded-traffic.ts";
import { DEFAULT_SCALE, type Scale } from "./traffic/scale.ts";
import { parseWorkload, specsOf } from "./traffic/workload.ts";
import type { Advice, AdvisedCandidate } from "./verdict/advice.ts";
import { type Ranked, sentenceOf, verdictOf } from "./verdict/verdict.ts";

export interface AdviceOptions {
  readonly items: AsyncIterable<SizedItem> | Iterable<SizedItem>;
  /** Asked when the items have ended: whether there are more that were not read. */
  readonly hasMore?: () => boolean;
  /** The text of a declared workload. */
  readonly workload?: { readonly text: string; readonly name: string };
  /** The lines of a recording, instead; and of which container, where it has several. */
  readonly traffic?: {
    readonly lines: AsyncIterable<SizedItem> | Iterable<SizedItem>;
    readonly container?: string | undefined;
  };
  readonly scale?: Scale;
  /** How many of the best are replayed; 0: none. */
  readonly replays?: number;
  readonly replaySeconds?: number;
  /** More are thinned out, with the budget. */
  readonly replayOperations?: number;
  /** The same seed, the same advice. */
  readonly seed?: number;
  /** What it does now, and how far it is, from 0 to 1 where that is known. */
  readonly progress?: (what: string, part?: number) => void;
  readonly signal?: AbortSignal;
  /** Of the container that the items are in: its keys, and where it is, for the commands to type next. */
  readonly present?: PresentDefinition & { readonly location?: string };
  /** As the user typed it, for the sentences that tell to do so again. */
  readonly command?: string;
}

/** Rows and operations by which all candidates are judged first, and the best of them again. */
const SCREEN = { rows: 4_000, points: 1_000, queries: 50 };
const FINAL = { rows: 50_000, points: 5_000, queries: 1_000 };
const FINALISTS = 8;
export const REPLAYS = 3;
export const REPLAY_SECONDS = 60;
const REPLAY_OPERATIONS = 10_000;
/** Of its partition's RU/s, what one key may take, so that two of them fit on one partition. */
const KEY_SHARE = 0.35;

export async function advise(options: AdviceOptions): Promise<Advice> {
  const random = seededRandom(options.seed ?? 1);
  const progress = options.progress ?? (() => {});
  const scale = options.scale ?? DEFAULT_SCALE;
  const sample = await sampleOf(options, random);
  if (sample.items === 0) throw new Failure("badRequest", "There are no items to judge by.");
  const clock = findClock(sample);
  const followers = clock === undefined ? [] : followersOf(sample, clock);
  const { facts, dropped } = pathFacts(sample, clock, followers);
  const whole = sample.rows.filter((row) => row.whole !== undefined);
  const draws = new ItemDraws(whole.length > 0 ? whole : sample.rows, clock, followers);
  const given =
    options.traffic === undefined
      ? trafficOf(options, draws, scale, sample)
      : await recordedTraffic(options.traffic.lines, options.traffic.container, random);
  const items = whole.map((row) => JSON.parse(row.whole!) as JsonObject);

  progress("trying the queries out");
  const rates = given.specs.map((spec) => ({
    spec,
    perSecond: spec.perSecond * scale.peakFactor * spec.growth,
  }));
  const countOf = ({ kind }: OperationSpec, { points, queries }: typeof FINAL | typeof SCREEN) =>
    kind === "query" ? queries : points;
  const drawn: DrawnTraffic[] = rates.map(({ spec, perSecond }) => ({
    spec,
    perSecond,
    operations: Array.from({ length: countOf(spec, FINAL) }, () => spec.draw(random)),
  }));
  const few = drawn.map(({ operations, ...each }) => ({
    ...each,
    operations: operations.slice(0, countOf(each.spec, SCREEN)),
  }));
  const { price, found } = await priceQueries(drawn, items, sample.items, () =>
    onePartition(plainCandidate(["/id"]), random),
  );
  const traffic = found > 0 || given.source !== "recorded" ? given : withoutRows(given);
  const leastRuPerSecond = loadOf(plainCandidate(["/id"]), few, 1, price).ruPerSecond;
  const projection = projectionOf(sample, clock, scale, leastRuPerSecond);
  const hasReads = traffic.specs.some(({ kind }) => !isWrite(kind));
  const common = {
    items: sample.items,
    projection,
    scale,
    price,
    changes: given.changes,
    present: options.present,
  };
  const order = findWriteOrder(sample, clock);
  const rowsOf = (count: number) => {
    const rows = sample.rows.slice(0, count);
    return { ...timedRows(rows, clock), written: writtenRows(rows, order) };
  };
  const screenGrounds: Grounds = {
    ...common,
    ...rowsOf(SCREEN.rows),
    traffic: few,
    isScreening: true,
  };
  const judged = (candidate: Candidate, grounds: Grounds) => {
    const measures = measure(candidate, grounds);
    return { candidate, measures, judgement: judge(measures, projection, hasReads) };
  };

  const search = searchCandidates(facts, traffic.specs, sample.items, random);
  const screened: ReturnType<typeof judged>[] = [];
  for (const candidate of search.candidates) {
    if (options.signal?.aborted) throw options.signal.reason;
    progress("measuring candidates", screened.length / search.candidates.length);
    screened.push(judged(candidate, screenGrounds));
    await breath();
  }
  const others = search.pool.map(({ path }) => path);
  const ofPaths = [...new Set<Path>(["/id", ...others])].slice(0, 3);
  for (const hot of screened.filter(({ measures }) => isTooMuch(measures, projection))) {
    const least = suffixesFor(hot.measures, projection);
    // Few keys fall unevenly by chance, so twice as many may do better.
    for (const suffixes of [least, 2 * least])
      for (const candidate of withSuffixes(hot.candidate, ofPaths, suffixes, random)) {
        screened.push(judged(candidate, screenGrounds));
        await breath();
      }
  }
  const screenedOrder = inOrder(screened);
  const best = screenedOrder.slice(0, FINALISTS);
  const allDropped = [
    ...dropped,
    ...search.dropped,
    ...screenedOrder.slice(FINALISTS).map(leftBehind(best[0])),
  ];
  if (best.length === 0) throw noCandidate(allDropped);

  const finalGrounds: Grounds = {
    ...common,
    ...rowsOf(FINAL.rows),
    traffic: drawn,
  };
  const keyed = await priceWithKeys(
    best.map(({ candidate }) => candidate),
    drawn,
    items,
    price,
    (candidate) => onePartition(candidate, random),
  );
  const measured: ReturnType<typeof judged>[] = [];
  for (const { candidate } of best) {
    if (options.signal?.aborted) throw options.signal.reason;
    progress("measuring the best", measured.length / best.length);
    measured.push(judged(candidate, { ...finalGrounds, price: keyed.get(candidate) ?? price }));
    await breath();
  }
  const finalists = inOrder(measured);
  const toReplay = tried(finalists, screened, options.replays ?? REPLAYS);
  // Without a budget, as much as the best key needs.
  const needed = finalists[0]?.measures.neededRuPerSecond ?? 0;
  const ruPerSecond = projection.isBudgetGiven ? projection.budget : Math.max(projection.budget, needed);
  const ranked: Ranked[] = finalists.map((each) => ({ ...each, replay: undefined }));
  const advised = new Map<Candidate, AdvisedCandidate["replay"]>();
  for (const [i, each] of toReplay.entries()) {
    progress(`replaying ${each.candidate.name}`, i / toReplay.length);
    const replay = await replayOf(each.candidate, {
      rates,
      items,
      partitions: projection.partitions,
      ruPerSecond,
      random,
      seconds: options.replaySeconds ?? REPLAY_SECONDS,
      operations: options.replayOperations ?? REPLAY_OPERATIONS,
      signal: options.signal,
    });
    advised.set(each.candidate, replay);
    const at = ranked.findIndex(({ candidate }) => candidate === each.candidate);
    if (at >= 0) ranked[at] = { ...each, replay };
    else ranked.push({ ...each, replay });
  }
  return {
    verdict: verdictOf(ranked, traffic, projection, {
      command: options.command ?? "orrery advise",
      isPart: options.hasMore?.() ?? false,
      present: options.present,
    }),
    candidates: ranked.map((each) => ({
      name: each.candidate.name,
      key: each.candidate.key,
      strategy: each.candidate.strategy,
      tier: each.judgement.tier,
      verdict: sentenceOf(each),
      faults: each.judgement.faults,
      cautions: each.judgement.cautions,
      measures: each.measures,
      replay: advised.get(each.candidate) ?? null,
    })),
    dropped: allDropped.filter(({ name }) => !ranked.some(({ candidate }) => candidate.name === name)),
    items: { count: sample.items, bytes: sample.bytes, sample: sample.rows.length },
    clock: clock === undefined ? null : { path: clock.path, correlation: clock.correlation },
    projection,
    scale,
    traffic: {
      source: traffic.source,
      operations: rates.map(({ spec: { name, kind, text }, perSecond }) => ({
        name,
        kind,
        perSecond,
        ...(text === undefined ? {} : { text }),
      })),
    },
  };
}

/** Items between two looks at the clock. */
const ITEMS_PER_LOOK = 2_000;

async function sampleOf(
  { items, progress, signal }: AdviceOptions,
  random: () => number,
): Promise<ItemSample> {
  const sample = new ItemSample(random);
  for await (const item of items) {
    sample.add(item);
    if (sample.items % ITEMS_PER_LOOK === 0) {
      if (signal?.aborted) throw signal.reason;
      progress?.(`reading items: ${whole(sample.items)}`);
    }
  }
  return sample;
}

const DAY_SECONDS = 86_400;

function trafficOf(options: AdviceOptions, draws: ItemDraws, scale: Scale, sample: ItemSample): Traffic {
  const { workload } = options;
  if (workload !== undefined) {
    const specs = specsOf(parseWorkload(workload.text, workload.name), draws);
    return { source: "declared", specs, assumptions: [] };
  }
  const clock = findClock(sample);
  const days = clock === undefined ? 0 : (clock.lastMs - clock.firstMs) / 1000 / DAY_SECONDS;
  const perDay = scale.itemsPerDay ?? (days > 0 ? sample.items / days : DAY_SECONDS);
  const row = draws.draw({ kind: "items" });
  const create: OperationSpec = {
    name: "create",
    kind: "create",
    perSecond: perDay / DAY_SECONDS,
    growth: 1,
    draw: (random) => draws.fresh(row(random)),
  };
  return {
    source: "assumed",
    specs: [create],
    assumptions: [
      `No traffic was given (--traffic, --workload): only that items are written, ${(perDay / DAY_SECONDS).toFixed(2)} a second, alike those that are there.`,
    ],
  };
}

/** So it is with a recording that hides texts. */
function withoutRows(traffic: Traffic): Traffic {
  if (!traffic.specs.some(({ kind }) => kind === "query")) return traffic;
  const sentence = "The recorded queries find none of the items, so what their rows cost is not known.";
  return { ...traffic, assumptions: [...traffic.assumptions, sentence] };
}

function onePartition(candidate: Candidate, random: () => number): Promise<TrialContainer> {
  return TrialContainer.open(candidate, {
    partitions: 1,
    ruPerSecond: 10_000,
    startMs: Date.UTC(2026, 0),
    random,
  });
}

/** One key has too much of the RU or of the data, so that only more keys help. */
function isTooMuch({ hottest, largest, timeHeat }: Measures, { budget, partitions }: Projection): boolean {
  const isTimeHot = isHotInTime(timeHeat) && hottest.ruPerSecond > (KEY_SHARE * budget) / partitions;
  return (
    isTimeHot ||
    hottest.ruPerSecond > (budget / partitions) * USE_OF_THROUGHPUT ||
    largest.fullInDays !== undefined
  );
}

/** As few as let the busiest and the largest key fit. */
function suffixesFor({ hottest, largest }: Measures, { budget, partitions }: Projection): number {
  const byRu = hottest.ruPerSecond / ((KEY_SHARE * budget) / partitions);
  const bySize = (largest.bytesThen ?? 0) / (KEY_SHARE * LOGICAL_PARTITION_BYTES_MAX);
  return Math.max(2, Math.ceil(Math.max(byRu, bySize)));
}

/** The first few reasons say enough. */
function noCandidate(dropped: readonly Dropped[]): Failure {
  const reasons = dropped.slice(0, 3).map(({ name, reason }) => `${name}: ${reason}`);
  return new Failure(
    "badRequest",
    `No property of these items can be a partition key. ${reasons.join("; ")}.`,
  );
}

function leftBehind(best: { readonly measures: Measures; readonly candidate: Candidate } | undefined) {
  return ({
    candidate,
    measures,
    judgement,
  }: {
    candidate: Candidate;
    measures: Measures;
    judgement: Judgement;
  }): Dropped => ({
    name: candidate.name,
    reason: `measured on ${counted(measures.sample, "item")}: ${judgement.faults[0] ?? `needs ${whole(measures.neededRuPerSecond)} RU/s, ${best?.candidate.name} ${whole(best?.measures.neededRuPerSecond ?? 0)}`}`,
  });
}

/** The best, and for comparison the property that makes the hottest key. */
function tried<
  T extends { readonly candidate: Candidate; readonly judgement: Judgement; readonly measures: Measures },
>(finalists: readonly T[], screened: readonly T[], count: number): T[] {
  if (count === 0) return [];
  const best = finalists.slice(0, count);
  const naive = screened
    .filter(({ candidate, judgement }) => judgement.tier === "bad" && candidate.complexity === 0)
    .sort((a, b) => b.measures.hottest.share - a.measures.hottest.share)[0];
  return naive === undefined || best.some(({ candidate }) => candidate === naive.candidate)
    ? best
    : [...best, naive];
}

/** Lets signals and timers in between two pieces of work. */
function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
