/**
 * What queries do beside visiting partitions, tried out: each is asked with half of the items there and with all of
 * them, and the difference says how its work grows with the number of items.
 */
import { cachedQuery } from "../../sql/index.ts";
import type { JsonObject } from "../../value/json.ts";
import type { Random } from "../ground/random.ts";
import { ASSUMED_QUERY_COST, PER_PARTITION_CHARGE, type QueryCost } from "../measures/load.ts";
import type { OperationSpec } from "../traffic/operation.ts";
import type { TrialContainer } from "./trial-container.ts";

const ASKED_TIMES = 10;

export interface TriedQuery extends QueryCost {
  readonly name: string;
  /** Partitions visited, on average. */
  readonly visits: number;
}

/** Loads the items as well. `total`: how many there are in the end. */
export async function tryQueries(
  trial: TrialContainer,
  specs: readonly OperationSpec[],
  items: readonly JsonObject[],
  total: number,
  random: Random,
): Promise<Map<OperationSpec, TriedQuery>> {
  const queries = specs.filter(({ kind }) => kind === "query");
  const half = items.length >> 1;
  await trial.load(items.slice(0, half));
  const drawn = queries.map((spec) => Array.from({ length: ASKED_TIMES }, () => spec.draw(random)));
  const before = [];
  for (const [i, spec] of queries.entries()) before.push(await ask(trial, spec, drawn[i]!));
  await trial.load(items.slice(half));
  const costs = new Map<OperationSpec, TriedQuery>();
  for (const [i, spec] of queries.entries()) {
    const whole = await ask(trial, spec, drawn[i]!);
    const growth = (whole.rest - before[i]!.rest) / (items.length - half);
    const rest = Math.max(whole.rest + growth * (total - items.length), 0);
    const perVisit = Math.min(ASSUMED_QUERY_COST.perVisit, rest / Math.max(1, whole.visits));
    costs.set(spec, {
      name: spec.name,
      visits: whole.visits,
      perVisit,
      rows: Math.max(0, rest - perVisit * whole.visits),
    });
  }
  return costs;
}

async function ask(
  trial: TrialContainer,
  spec: OperationSpec,
  drawn: readonly ReturnType<OperationSpec["draw"]>[],
) {
  let visits = 0;
  let charge = 0;
  for (const { parameters = new Map() } of drawn) {
    const keys =
      trial.candidate.strategy === null
        ? "all"
        : trial.candidate.queryKeys(cachedQuery(spec.text!), parameters);
    const isFanOut = keys === "all" || keys.length > trial.partitions;
    const asked = await trial.query(spec.text!, parameters, isFanOut ? undefined : keys);
    visits += asked.visits;
    charge += asked.charge;
  }
  const count = drawn.length;
  return { visits: visits / count, rest: Math.max(0, (charge - visits * PER_PARTITION_CHARGE) / count) };
}
