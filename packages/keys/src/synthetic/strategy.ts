/*
 * A strategy computes a partition key from other properties of an item. It is a value: its description is JSON, and
 * two strategies with one description compute one key for ever, wherever they run.
 */

import type { Path, Scalar } from "./join-parts.ts";
import type { Part, ShapeOf } from "./path-types.ts";
import type { SuffixOptions } from "./suffix-generations.ts";

/** One string, or for hierarchical keys one value for each level. */
export type KeyValue = string | readonly Scalar[];

/** Every key of a natural key has this value at the path, or begins so and goes on with a suffix. */
export type KeyCondition =
  | { readonly path: Path; readonly equals: Scalar }
  | { readonly path: Path; readonly startsWith: string };

/** Methods take `object` where the type of the item is not known. */
export interface SyntheticKeyStrategy<
  Input extends object = object,
  Natural extends object = object,
  Into extends Path = Path,
  Key extends KeyValue = KeyValue,
> {
  readonly kind: StrategyDescription["kind"];
  /** Where the key is put: the paths of the container's partition key. */
  readonly into: readonly Path[];
  /** Version of the container's partition key: keys may have 2,048 bytes in version 2, and 100 in version 1. */
  readonly partitionKeyVersion: 1 | 2;
  /** False when the user asked for plain joining: then two different part lists may make one key. */
  readonly isUnambiguous: boolean;

  /** The key to write a new item with. An item that carries a key of a random suffix keeps it. */
  keyOf(item: Input): Key;
  /** Every key that items of one natural key may have, in all generations: what a query visits. */
  keysOf(natural: Natural): Key[];
  /** The keys under which this very item may lie, newest generation first; `undefined` when chance decides. */
  pointKeysOf(item: Input): Key[] | undefined;
  /** The key that the item carries, if this strategy could have given it in any generation. */
  carriedKeyOf(item: object): Key | undefined;
  /** The item with its key put in; the input is not changed. A key that the item rightly carries is kept. */
  apply<Item extends Input>(item: Item): Item & KeysAt<Into>;
  /** The item with this very key put in. */
  put<Item extends object>(item: Item, key: Key): Item;
  /** What items of one natural key have in common at the paths of the key: the same as `keysOf`, as a filter. */
  conditionsOf(natural: Natural): KeyCondition[];
  /** The properties that decide the key: none of them may change while an item lives. */
  readonly dependsOn: readonly Path[];
  /** Whether the natural key of `keysOf` can be read from the object. */
  hasNaturalKey(natural: object): boolean;
  toJSON(): StrategyDescription;
}

/** An object with a string at each of the paths: the intersection of their shapes, not the union. */
type KeysAt<Into extends Path> = (
  Into extends Path
    ? (shape: ShapeOf<Into, string>) => void
    : never
) extends (shape: infer Shape) => void
  ? Shape
  : never;

/** Of the format of descriptions and of the keys that they stand for. In stored data: do not change. */
export const DESCRIPTION_FORMAT = 1;

interface DescriptionOfParts {
  readonly format: typeof DESCRIPTION_FORMAT;
  readonly from: readonly Part[];
  readonly into: Path;
  readonly separator: string;
  readonly plain?: true;
  readonly placeholder?: Scalar;
  readonly partitionKeyVersion: 1 | 2;
}

export interface ConcatDescription extends DescriptionOfParts {
  readonly kind: "concat";
}

export interface RandomSuffixDescription extends DescriptionOfParts, SuffixOptions {
  readonly kind: "randomSuffix";
}

export interface HashSuffixDescription extends DescriptionOfParts, SuffixOptions {
  readonly kind: "hashSuffix";
  readonly of: readonly Part[];
}

export interface HierarchicalDescription {
  readonly kind: "hierarchical";
  readonly format: typeof DESCRIPTION_FORMAT;
  readonly levels: readonly (Path | SingleKeyDescription)[];
  readonly placeholder?: Scalar;
}

export type SingleKeyDescription = ConcatDescription | RandomSuffixDescription | HashSuffixDescription;
export type StrategyDescription = SingleKeyDescription | HierarchicalDescription;
