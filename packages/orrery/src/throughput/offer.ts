/**
 * Throughput as it is provisioned: what may be asked for, how many physical partitions it takes, and what each
 * of them gets. Pure data and arithmetic; the engine keeps it and acts on it.
 *
 * A partition's share is a fraction of the whole, so that a change of the whole scales every partition; shares
 * add up to 1. What a share gives beyond a partition's ceiling is paid for and can't be used, as on the service.
 */
import type { Throughput } from "../api/control-api.ts";
import { Failure } from "../value/failure.ts";
import { roundCharge } from "./charges.ts";

export type Autoscale = Omit<Extract<Throughput, { kind: "autoscale" }>, "kind">;

export const PARTITION_RU_PER_SECOND_MAX = 10_000;
const RU_PER_SECOND_MAX = 1_000_000;
export const DEFAULT_THROUGHPUT: Throughput = { kind: "manual", ruPerSecond: 400 };

const LIMITS = {
  manual: { lowest: 400, step: 100, perGigabyte: 1, everDivisor: 100, perExtraContainer: 100 },
  autoscale: { lowest: 1000, step: 1000, perGigabyte: 10, everDivisor: 10, perExtraContainer: 1000 },
} as const;
/** How many containers may share a database's throughput at its lowest price. */
const SHARED_CONTAINERS_INCLUDED = 25;
const BYTES_PER_GIGABYTE = 2 ** 30;
/** One partition of a new container for so much: manual throughput leaves room to grow without a split. */
const NEW_PARTITION_RU_PER_SECOND_MANUAL = 6000;
const REDISTRIBUTION_PARTITIONS_MAX = 20;

/** From the two headers of a creation, either of which may be absent; undefined when both are. */
export function requestedThroughput(
  ruPerSecond: number | undefined,
  autoscale: Autoscale | undefined,
): Throughput | undefined {
  if (ruPerSecond !== undefined && autoscale !== undefined) {
    throw new Failure(
      "badRequest",
      "Manual and autoscale throughput can't be given together: send one of the two.",
    );
  }
  if (ruPerSecond !== undefined) return checkThroughput({ kind: "manual", ruPerSecond });
  return autoscale && checkThroughput({ kind: "autoscale", ...autoscale });
}

/** `minimum`: what `minimumRuPerSecond` says for an existing offer. */
export function checkThroughput(throughput: Throughput, minimum = 0): Throughput {
  const asked = provisionedRuPerSecond(throughput);
  const { lowest, step } = LIMITS[throughput.kind];
  const least = Math.max(lowest, minimum);
  if (asked < least) {
    throw new Failure(
      "badRequest",
      `Requested throughput ${asked} is less than required minimum throughput ${least}. Ask for at least that much ${throughput.kind} throughput.`,
    );
  }
  if (!Number.isInteger(asked) || asked > RU_PER_SECOND_MAX || asked % step !== 0) {
    throw new Failure(
      "badRequest",
      `The ${throughput.kind} throughput ${asked} RU/s is not valid: give ${least} to ${RU_PER_SECOND_MAX} in steps of ${step}.`,
    );
  }
  return throughput;
}

/** What may be spent in a second: of autoscale the maximum, which is usable at once. */
export function provisionedRuPerSecond(throughput: Throughput): number {
  return throughput.kind === "manual" ? throughput.ruPerSecond : throughput.maximumRuPerSecond;
}

interface OfferHistory {
  readonly highestRuPerSecondEver: number;
  readonly storageBytes: number;
  /** Containers that share it, when it is a database's. */
  readonly sharedContainers?: number;
}

/** How low an existing offer may go; of autoscale, how low its maximum may. */
export function minimumRuPerSecond(kind: Throughput["kind"], history: OfferHistory): number {
  const limit = LIMITS[kind];
  const extraContainers = Math.max(0, (history.sharedContainers ?? 0) - SHARED_CONTAINERS_INCLUDED);
  const least = Math.max(
    limit.lowest + extraContainers * limit.perExtraContainer,
    (history.storageBytes / BYTES_PER_GIGABYTE) * limit.perGigabyte,
    history.highestRuPerSecondEver / limit.everDivisor,
  );
  return Math.ceil(least / limit.step) * limit.step;
}

export function initialPartitionCount(throughput: Throughput, owner: "container" | "database"): number {
  const roomy = throughput.kind === "manual" && owner === "container";
  const each = roomy ? NEW_PARTITION_RU_PER_SECOND_MANUAL : PARTITION_RU_PER_SECOND_MAX;
  return Math.ceil(provisionedRuPerSecond(throughput) / each);
}

/** How many partitions the throughput needs; never fewer than there are. */
export function targetPartitionCount(throughput: Throughput, partitions: number): number {
  return Math.max(partitions, Math.ceil(provisionedRuPerSecond(throughput) / PARTITION_RU_PER_SECOND_MAX));
}

export function partitionRuPerSecond(ruPerSecond: number, share: number): number {
  return Math.min(ruPerSecond * share, PARTITION_RU_PER_SECOND_MAX);
}

/**
 * New shares after some partitions were given RU/s of their own (`targets`, by position). The others share what is
 * left of the same whole in their proportions; where that is more than a partition can use, the rest goes to those
 * with room.
 */
export function redistributeShares(
  shares: readonly number[],
  ruPerSecond: number,
  targets: ReadonlyMap<number, number>,
): number[] {
  if (targets.size === 0 || targets.size > REDISTRIBUTION_PARTITIONS_MAX) {
    throw new Failure(
      "badRequest",
      `Throughput is redistributed for 1 to ${REDISTRIBUTION_PARTITIONS_MAX} partitions at a time, not ${targets.size}.`,
    );
  }
  let given = 0;
  for (const [position, target] of targets) {
    if (shares[position] === undefined || !(target > 0 && target <= PARTITION_RU_PER_SECOND_MAX)) {
      throw new Failure(
        "badRequest",
        `A partition can be given more than 0 and at most ${PARTITION_RU_PER_SECOND_MAX} RU/s, not ${target}.`,
      );
    }
    given += target;
  }
  const left = ruPerSecond - given;
  const isComplete = targets.size === shares.length;
  if (isComplete ? left !== 0 : left <= 0) {
    throw new Failure(
      "badRequest",
      `The targets take ${given} of ${ruPerSecond} RU/s: ${isComplete ? "they must add up to it" : "leave some for the other partitions"}.`,
    );
  }
  const room = (shares.length - targets.size) * PARTITION_RU_PER_SECOND_MAX;
  if (left > room) {
    throw new Failure(
      "badRequest",
      `The targets leave ${roundCharge(left)} of ${ruPerSecond} RU/s for the other partitions, which can use ${room}: a partition has at most ${PARTITION_RU_PER_SECOND_MAX}. Give the targets more.`,
    );
  }
  const all = withOthers(shares, targets, left);
  return shares.map((_, position) => all.get(position)! / ruPerSecond);
}

/** The targets, and for every other partition its part of what is left: in proportion to its share, up to the ceiling. */
function withOthers(
  shares: readonly number[],
  targets: ReadonlyMap<number, number>,
  leftByTargets: number,
): ReadonlyMap<number, number> {
  const given = new Map(targets);
  let left = leftByTargets;
  for (;;) {
    const others = [...shares.keys()].filter((position) => !given.has(position));
    const sharesOfOthers = others.reduce((sum, position) => sum + shares[position]!, 0);
    const parts = new Map(others.map((position) => [position, (left * shares[position]!) / sharesOfOthers]));
    const full = others.filter((position) => parts.get(position)! > PARTITION_RU_PER_SECOND_MAX);
    if (full.length === 0) return new Map([...given, ...parts]);
    // What these leave over may fill others in turn.
    for (const position of full) given.set(position, PARTITION_RU_PER_SECOND_MAX);
    left -= full.length * PARTITION_RU_PER_SECOND_MAX;
  }
}
