import type { InputFor } from "./concat.ts";
import type { Path, Scalar } from "./join-parts.ts";
import { PartList } from "./part-list.ts";
import type { Part } from "./path-types.ts";
import { type DEFAULT_INTO, type SingleKeyOptions, SinglePathStrategy } from "./single-path-strategy.ts";
import type { HashSuffixDescription, KeyCondition, SyntheticKeyStrategy } from "./strategy.ts";
import { SuffixGenerations, type SuffixOptions, suffixed } from "./suffix-generations.ts";
import { suffixHash, suffixOfHash } from "./suffix-hash.ts";

export interface HashSuffixOptions<
  From extends readonly Part[] = readonly Part[],
  Of extends readonly Part[] = readonly Part[],
  Into extends Path = Path,
> extends SingleKeyOptions<From, Into>,
    SuffixOptions {
  /** The properties whose hash chooses the suffix: those that readers of a single item know. */
  readonly of: Of;
}

/** The natural key and a number from 1 to N computed from other properties: spread writes, and point reads. */
export function hashSuffix<
  const From extends readonly Part[],
  const Of extends readonly Part[],
  const Options extends { readonly placeholder?: unknown },
  const Into extends Path = typeof DEFAULT_INTO,
>(
  options: HashSuffixOptions<From, Of, Into> & Options,
): SyntheticKeyStrategy<InputFor<readonly [...From, ...Of], Options>, InputFor<From, Options>, Into, string> {
  return new HashSuffix(options) as SyntheticKeyStrategy<
    InputFor<readonly [...From, ...Of], Options>,
    InputFor<From, Options>,
    Into,
    string
  >;
}

class HashSuffix extends SinglePathStrategy implements SyntheticKeyStrategy<object, object, Path, string> {
  readonly kind = "hashSuffix";
  readonly #of: PartList;
  readonly #ofParts: readonly Part[];
  readonly #ofValues: Scalar[];
  readonly #generations: SuffixGenerations;

  constructor(options: HashSuffixOptions) {
    super(options);
    this.#of = new PartList(options.of, options.placeholder);
    this.#ofParts = options.of;
    this.#ofValues = new Array<Scalar>(this.#of.length).fill(null);
    this.#generations = new SuffixGenerations(options);
  }

  override get dependsOn(): readonly Path[] {
    return [...super.dependsOn, ...this.#of.paths];
  }

  keyOf(item: object): string {
    const suffix = suffixOfHash(this.#hashOf(item), this.#generations.newest);
    return this.checked(suffixed(this.baseOf(item), suffix));
  }

  keysOf(natural: object): string[] {
    const keys = this.#generations.keysOf(this.baseOf(natural));
    this.checked(keys.at(-1)!);
    return keys;
  }

  pointKeysOf(item: object): string[] {
    const base = this.baseOf(item);
    const hash = this.#hashOf(item);
    const keys = this.#generations.all.map((suffixes) => suffixed(base, suffixOfHash(hash, suffixes)));
    for (const key of keys) this.checked(key);
    return [...new Set(keys)];
  }

  conditionsOf(natural: object): KeyCondition[] {
    return [{ path: this.path, startsWith: `${this.baseOf(natural)}.` }];
  }

  carriedKeyOf(item: object): string | undefined {
    const carried = this.carried(item);
    if (typeof carried !== "string") return undefined;
    return this.pointKeysOf(item).find((key) => key === carried);
  }

  override apply<Item extends object>(item: Item): Item & object {
    return this.put(item, this.carriedKeyOf(item) ?? this.keyOf(item));
  }

  toJSON(): HashSuffixDescription {
    return { kind: this.kind, ...this.describe(), of: this.#ofParts, ...this.#generations.describe() };
  }

  /** The values are gathered in one array that is kept: this is the path that every write takes. */
  #hashOf(item: object): number {
    for (let index = 0; index < this.#ofValues.length; index++)
      this.#ofValues[index] = this.#of.valueAt(index, item);
    return suffixHash(this.#ofValues);
  }
}
