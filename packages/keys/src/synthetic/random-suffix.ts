import type { InputFor } from "./concat.ts";
import type { Path } from "./join-parts.ts";
import type { Part } from "./path-types.ts";
import { type DEFAULT_INTO, type SingleKeyOptions, SinglePathStrategy } from "./single-path-strategy.ts";
import type { KeyCondition, RandomSuffixDescription, SyntheticKeyStrategy } from "./strategy.ts";
import { SuffixGenerations, type SuffixOptions, suffixed } from "./suffix-generations.ts";

export interface RandomSuffixOptions<From extends readonly Part[] = readonly Part[], Into extends Path = Path>
  extends SingleKeyOptions<From, Into>,
    SuffixOptions {}

/** Where chance comes from; not part of the description. */
export interface Chance {
  /** At least 0, below 1. */
  readonly random: () => number;
}

/** The natural key and a random number from 1 to N: the best spread of writes; a read must visit all N keys. */
export function randomSuffix<
  const From extends readonly Part[],
  const Options extends { readonly placeholder?: unknown },
  const Into extends Path = typeof DEFAULT_INTO,
>(
  options: RandomSuffixOptions<From, Into> & Options,
  chance: Chance = Math,
): SyntheticKeyStrategy<InputFor<From, Options>, InputFor<From, Options>, Into, string> {
  return new RandomSuffix(options, chance) as SyntheticKeyStrategy<
    InputFor<From, Options>,
    InputFor<From, Options>,
    Into,
    string
  >;
}

class RandomSuffix extends SinglePathStrategy implements SyntheticKeyStrategy<object, object, Path, string> {
  readonly kind = "randomSuffix";
  readonly #generations: SuffixGenerations;
  readonly #chance: Chance;

  constructor(options: RandomSuffixOptions, chance: Chance) {
    super(options);
    this.#generations = new SuffixGenerations(options);
    this.#chance = chance;
  }

  /** An item that was read carries its key, and must keep it: another roll of the dice would move it. */
  keyOf(item: object): string {
    const base = this.baseOf(item);
    const carried = this.#carriedKeyOf(item, base);
    if (carried !== undefined) return carried;
    return this.checked(suffixed(base, 1 + Math.floor(this.#chance.random() * this.#generations.newest)));
  }

  keysOf(natural: object): string[] {
    const keys = this.#generations.keysOf(this.baseOf(natural));
    this.checked(keys.at(-1)!);
    return keys;
  }

  pointKeysOf(item: object): string[] | undefined {
    const carried = this.carriedKeyOf(item);
    return carried === undefined ? undefined : [carried];
  }

  conditionsOf(natural: object): KeyCondition[] {
    return [{ path: this.path, startsWith: `${this.baseOf(natural)}.` }];
  }

  carriedKeyOf(item: object): string | undefined {
    return this.#carriedKeyOf(item, this.baseOf(item));
  }

  #carriedKeyOf(item: object, base: string): string | undefined {
    const carried = this.carried(item);
    if (typeof carried !== "string" || !carried.startsWith(base)) return undefined;
    const suffix = Number(carried.slice(base.length + 1));
    const isOurs = Number.isInteger(suffix) && suffix >= 1 && suffix <= this.#generations.newest;
    return isOurs && carried === suffixed(base, suffix) ? carried : undefined;
  }

  toJSON(): RandomSuffixDescription {
    return { kind: this.kind, ...this.describe(), ...this.#generations.describe() };
  }
}
