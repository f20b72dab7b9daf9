/**
 * What queries do beside visiting partitions, tried out on a sample of the items: each of those that were drawn is asked
 * with each half of the sample there and with all of it, and the difference says how its work grows with the number of
 * items. Each is priced by its own values, since what a query finds may differ from value to value by any factor.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import { cachedQuery, type Query } from "../../sql/language.ts";
import { type Candidate, plainCandidate } from "../candidates/candidate.ts";
import {
  ASSUMED_QUERY_COST,
  type DrawnTraffic,
  PER_PARTITION_CHARGE,
  type QueryCost,
  type QueryPrice,
} from "../measures/load.ts";
import type { Operation, OperationSpec } from "../traffic/operation.ts";
import type { Asked, TrialContainer } from "./trial-container.ts";

/** Different values that are asked of one query, and of all together. */
const ASKED_MAX = 200;
const ASKED_TOGETHER_MAX = 4_000;

export interface PricedQueries {
  readonly price: QueryPrice;
  /** Rows that were found by all of them, in the sample. */
  readonly found: number;
}

/** `total`: how many items there are, of which `items` are a sample; `open`: a container on one partition. */
export async function priceQueries(
  traffic: readonly DrawnTraffic[],
  items: readonly JsonObject[],
  total: number,
  open: () => Promise<TrialContainer>,
): Promise<PricedQueries> {
  const queries = traffic.filter(({ spec }) => spec.kind === "query");
  if (items.length < 2 || queries.length === 0) return { price: () => ASSUMED_QUERY_COST, found: 0 };
  const askedMax = Math.min(ASKED_MAX, Math.ceil(ASKED_TOGETHER_MAX / queries.length));
  const asked = queries.flatMap(({ spec, operations }) => distinct(spec, operations, askedMax));
  const half = items.length >> 1;
  const [firstHalf, secondHalf] = [items.slice(0, half), items.slice(half)];
  const sampled = new Set(items.map(({ id }) => id));
  const trials = [await open(), await open()] as const;
  try {
    const fixed = new Map<OperationSpec, number>();
    for (const { spec, operation } of asked)
      if (!fixed.has(spec)) fixed.set(spec, restOf(await ask(trials[0], spec, operation)));
    await trials[0].load(firstHalf);
    await trials[1].load(secondHalf);
    const before: [Asked, Asked][] = [];
    for (const { spec, operation } of asked)
      before.push([await ask(trials[0], spec, operation), await ask(trials[1], spec, operation)]);
    await trials[0].load(secondHalf);
    const times = (total - items.length) / half;
    const costs = new Map<OperationSpec, Map<string, QueryCost>>();
    let found = 0;
    for (const [i, { spec, operation, values }] of asked.entries()) {
      const whole = await ask(trials[0], spec, operation);
      found += whole.rows;
      const perVisit = Math.min(fixed.get(spec)!, restOf(whole));
      const rest = restOf(whole) - perVisit;
      // The item that a query has its values from is found for certain, and says nothing of how many more there are.
      const itself = sampled.has(operation.item.id!) ? rest / Math.max(1, whole.entries) : 0;
      const limit = limitOf(cachedQuery(spec.text!), operation);
      const grown = grownBy(before[i]!, whole, { itself, times, limit });
      const ofSpec = costs.get(spec) ?? new Map<string, QueryCost>();
      costs.set(spec, ofSpec.set(values, { perVisit, rows: rest + grown }));
    }
    const others = new Map([...costs].map(([spec, ofSpec]) => [spec, averageOf([...ofSpec.values()])]));
    return {
      price: (spec, operation) =>
        costs.get(spec)?.get(valuesOf(operation)) ?? others.get(spec) ?? ASSUMED_QUERY_COST,
      found,
    };
  } finally {
    for (const trial of trials) await trial.close();
  }
}

/** Items on which a key is tried for what it changes in the plans of queries, and values that are asked of each. */
const ROUTED_ITEMS = 500;
const ROUTED_ASKED = 10;

/**
 * The same with keys: a query that names its key needs no index to find it, and may have another plan. So each is tried
 * with the key and without, and priced by what more of the same items cost it in either case.
 */
export async function priceWithKeys(
  candidates: readonly Candidate[],
  traffic: readonly DrawnTraffic[],
  items: readonly JsonObject[],
  price: QueryPrice,
  open: (candidate: Candidate) => Promise<TrialContainer>,
): Promise<ReadonlyMap<Candidate, QueryPrice>> {
  const some = items.slice(0, ROUTED_ITEMS);
  const asked = traffic
    .filter(({ spec }) => spec.kind === "query")
    .flatMap(({ spec, operations }) => distinct(spec, operations, ROUTED_ASKED));
  const workOf = async (candidate: Candidate): Promise<number[]> => {
    const trial = await open(candidate);
    try {
      const half = some.length >> 1;
      const works = asked.map(() => 0);
      for (const [part, sign] of [
        [some.slice(0, half), -1],
        [some.slice(half), 1],
      ] as const) {
        await trial.load(part);
        for (const [i, { spec, operation }] of asked.entries())
          works[i]! += sign * restOf(await ask(trial, spec, operation));
      }
      return works;
    } finally {
      await trial.close();
    }
  };
  const prices = new Map<Candidate, QueryPrice>();
  if (asked.length === 0) return prices;
  const without = await workOf(plainCandidate(["/id"]));
  for (const candidate of candidates) {
    const withKey = await workOf(candidate);
    const part = new Map<OperationSpec, number>();
    for (const { spec } of traffic) {
      const sum = (works: readonly number[]) =>
        works.reduce((total, work, i) => total + (asked[i]!.spec === spec ? work : 0), 0);
      part.set(spec, sum(without) > 0 ? sum(withKey) / sum(without) : 1);
    }
    prices.set(candidate, (spec, operation) => {
      const { perVisit, rows } = price(spec, operation);
      return { perVisit, rows: rows * (part.get(spec) ?? 1) };
    });
  }
  return prices;
}

function distinct(spec: OperationSpec, operations: readonly Operation[], max: number) {
  const byValues = new Map<string, Operation>();
  for (const operation of operations) {
    const values = valuesOf(operation);
    if (byValues.size < max && !byValues.has(values)) byValues.set(values, operation);
  }
  return [...byValues].map(([values, operation]) => ({ spec, operation, values }));
}

function valuesOf({ parameters = new Map() }: Operation): string {
  return JSON.stringify([...parameters.values()]);
}

function ask(trial: TrialContainer, spec: OperationSpec, { parameters = new Map() }: Operation) {
  const { candidate } = trial;
  const keys = candidate.strategy === null ? "all" : candidate.queryKeys(cachedQuery(spec.text!), parameters);
  return trial.query(spec.text!, parameters, keys === "all" ? undefined : keys);
}

function restOf({ charge, visits }: Asked): number {
  return Math.max(0, charge - visits * PER_PARTITION_CHARGE);
}

/**
 * What the items cost that are not in the sample: so many times what half of it adds, on average of both halves. A query
 * with a limit finds no more rows than that. `itself`: what one of the halves adds for certain.
 */
function grownBy([first, second]: readonly [Asked, Asked], whole: Asked, more: Growth): number {
  const charge = whole.charge - (first.charge + second.charge) / 2 - more.itself / 2;
  const rows = (whole.rows - (first.rows + second.rows) / 2) * more.times;
  const part = rows > 0 ? Math.min(1, (more.limit - whole.rows) / rows) : 1;
  return Math.max(0, charge * more.times * part);
}

interface Growth {
  readonly itself: number;
  readonly times: number;
  readonly limit: number;
}

/** Rows that a query returns at most, where its text says so. */
function limitOf({ select: { top }, limit = top }: Query, { parameters }: Operation): number {
  const value =
    limit === undefined ? undefined : "value" in limit ? limit.value : parameters?.get(limit.name);
  return typeof value === "number" ? value : Number.POSITIVE_INFINITY;
}

/** Of what is not asked: those that come often are, so each value counts once. */
function averageOf(costs: readonly QueryCost[]): QueryCost {
  const mean = (of: (cost: QueryCost) => number) =>
    costs.reduce((sum, cost) => sum + of(cost), 0) / costs.length;
  return { perVisit: mean(({ perVisit }) => perVisit), rows: mean(({ rows }) => rows) };
}
