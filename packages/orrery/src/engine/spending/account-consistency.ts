/**
 * The account's default consistency level. There is one copy of the data, so every level is met. The level only decides
 * what a request may ask for (the same level or a weaker one) and what its reads cost. Both are in one table that is
 * made once, because every point read needs it.
 */
import {
  CONSISTENCY_LEVELS,
  type ConsistencyLevel,
  type ReadMultiplier,
  readMultiplier,
} from "../../throughput/consistency-level.ts";
import { Failure } from "../../value/failure.ts";

export class AccountConsistency {
  readonly level: ConsistencyLevel;
  readonly #allowed: readonly ConsistencyLevel[];
  readonly #ownMultiplier: ReadMultiplier;
  /** By what a request may ask for: as clients write it, and in lower case. */
  readonly #multipliers: ReadonlyMap<string, ReadMultiplier>;

  /** `copy`: of requests to one copy, by clients that compare copies themselves: they may ask for any, and pay each. */
  constructor(level: ConsistencyLevel, target: "account" | "copy" = "account") {
    const isCopy = target === "copy";
    const multiplierOf = isCopy ? () => 1 as const : readMultiplier;
    this.level = level;
    this.#allowed = isCopy ? CONSISTENCY_LEVELS : CONSISTENCY_LEVELS.slice(CONSISTENCY_LEVELS.indexOf(level));
    this.#ownMultiplier = multiplierOf(level);
    this.#multipliers = new Map(
      this.#allowed.flatMap((allowed) => [
        [allowed, multiplierOf(allowed)],
        [allowed.toLowerCase(), multiplierOf(allowed)],
      ]),
    );
  }

  /** Whether a read at the level that a request asks for, or else at the account's, looks at what the client has seen. */
  isSession(asked: string | undefined): boolean {
    return (asked ?? this.level).toLowerCase() === "session";
  }

  /** By the level that a request asks for, or else the account's. Refuses a level that the account does not give. */
  readMultiplier(asked: string | undefined): ReadMultiplier {
    if (asked === undefined) return this.#ownMultiplier;
    const multiplier = this.#multipliers.get(asked) ?? this.#multipliers.get(asked.toLowerCase());
    if (multiplier !== undefined) return multiplier;
    throw new Failure(
      "badRequest",
      `ConsistencyLevel ${asked} specified in the request is invalid when service is configured with consistency level ${this.level}. Ask for ${this.#allowed.join(" or ")}, or leave the level out.`,
    );
  }
}
