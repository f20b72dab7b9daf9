import { concat, type InputFor } from "./concat.ts";
import { type HashSuffixOptions, hashSuffix } from "./hash-suffix.ts";
import type { Path } from "./join-parts.ts";
import type { PartOf } from "./path-types.ts";
import { type Chance, type RandomSuffixOptions, randomSuffix } from "./random-suffix.ts";
import type { DEFAULT_INTO, SingleKeyOptions } from "./single-path-strategy.ts";
import type { SyntheticKeyStrategy } from "./strategy.ts";

/** The strategies with paths checked against an item type. */
interface StrategiesFor<Item> {
  concat<
    const From extends readonly PartOf<Item>[],
    const Options extends { readonly placeholder?: unknown },
    const Into extends Path = typeof DEFAULT_INTO,
  >(
    options: SingleKeyOptions<From, Into> & Options,
  ): SyntheticKeyStrategy<InputFor<From, Options>, InputFor<From, Options>, Into, string>;
  randomSuffix<
    const From extends readonly PartOf<Item>[],
    const Options extends { readonly placeholder?: unknown },
    const Into extends Path = typeof DEFAULT_INTO,
  >(
    options: RandomSuffixOptions<From, Into> & Options,
    chance?: Chance,
  ): SyntheticKeyStrategy<InputFor<From, Options>, InputFor<From, Options>, Into, string>;
  hashSuffix<
    const From extends readonly PartOf<Item>[],
    const Of extends readonly PartOf<Item>[],
    const Options extends { readonly placeholder?: unknown },
    const Into extends Path = typeof DEFAULT_INTO,
  >(
    options: HashSuffixOptions<From, Of, Into> & Options,
  ): SyntheticKeyStrategy<
    InputFor<readonly [...From, ...Of], Options>,
    InputFor<From, Options>,
    Into,
    string
  >;
}

/** `strategiesFor<Reading>().concat({ from: ["/deviceID"] })` does not compile when a reading has no such path. */
export function strategiesFor<Item extends object>(): StrategiesFor<Item> {
  return { concat, randomSuffix, hashSuffix } as unknown as StrategiesFor<Item>;
}
