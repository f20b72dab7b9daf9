/*
 * Hierarchical partition keys, the alternative that the database itself offers: up to three levels, each its own
 * path. A level is a property as it stands, or another strategy that fills its own path (a day, a suffix).
 *
 * Queries may know a prefix only: `keysOf` stops at the first level that the natural key does not give.
 */

import { valueAtSegments } from "../hash/partition-key-path.ts";
import type { Path, Scalar } from "./join-parts.ts";
import { assertKeyLength } from "./key-limit.ts";
import { assertScalar, missingPart, parsePath } from "./part-list.ts";
import type { ShapeOf } from "./path-types.ts";
import { withValueAt } from "./single-path-strategy.ts";
import {
  DESCRIPTION_FORMAT,
  type HierarchicalDescription,
  type KeyCondition,
  type SingleKeyDescription,
  type SyntheticKeyStrategy,
} from "./strategy.ts";
import { SyntheticKeyError } from "./synthetic-key-error.ts";

/** A strategy that fills one path. */
type SingleKeyStrategy = SyntheticKeyStrategy<object, object, Path, string>;
type Level = Path | SingleKeyStrategy;

interface HierarchicalOptions<Levels extends readonly Level[] = readonly Level[]> {
  readonly levels: Levels;
  /** Stands for a property that is a level by itself; without one, an item that lacks the property is refused. */
  readonly placeholder?: Scalar;
}

/** Up to three levels, or four where the last is the id. */
const LEVELS_MAX = 4;

type InputOfLevel<L> =
  L extends SyntheticKeyStrategy<infer Input, object, Path, string>
    ? Input
    : L extends Path
      ? ShapeOf<L, Scalar>
      : object;
type InputOfLevels<Levels extends readonly Level[]> = Levels extends readonly [
  infer Head,
  ...infer Tail extends readonly Level[],
]
  ? InputOfLevel<Head> & InputOfLevels<Tail>
  : unknown;
/** Only levels that are strategies put something in. */
type IntoOfLevel<L> = L extends SyntheticKeyStrategy<object, object, infer Into, string> ? Into : never;

export function hierarchical<const Levels extends readonly Level[]>(
  options: HierarchicalOptions<Levels>,
): SyntheticKeyStrategy<
  InputOfLevels<Levels> & object,
  object,
  IntoOfLevel<Levels[number]>,
  readonly Scalar[]
> {
  return new Hierarchical(options) as SyntheticKeyStrategy<
    InputOfLevels<Levels> & object,
    object,
    IntoOfLevel<Levels[number]>,
    readonly Scalar[]
  >;
}

interface CompiledLevel {
  readonly path: Path;
  readonly segments: readonly string[];
  /** The values under which an item may lie at this level; `undefined` when chance decides. */
  pointKeysOf(item: object): readonly Scalar[] | undefined;
  keyOf(item: object): Scalar;
  keysOf(natural: object): readonly Scalar[];
  isComplete(natural: object): boolean;
  conditionOf(natural: object): KeyCondition;
  readonly dependsOn: readonly Path[];
  apply<Item extends object>(item: Item): Item;
  describe(): Path | SingleKeyDescription;
}

class Hierarchical implements SyntheticKeyStrategy<object, object, Path, readonly Scalar[]> {
  readonly kind = "hierarchical";
  readonly partitionKeyVersion = 2;
  readonly isUnambiguous: boolean;
  readonly #levels: readonly CompiledLevel[];
  readonly #placeholder: Scalar | undefined;

  constructor({ levels, placeholder }: HierarchicalOptions) {
    if (!Array.isArray(levels) || levels.length < 1 || levels.length > LEVELS_MAX) {
      throw new SyntheticKeyError(
        "InvalidStrategy",
        `A hierarchical key must have 1 to ${LEVELS_MAX} levels.`,
      );
    }
    if (placeholder !== undefined) assertScalar(placeholder, "The placeholder");
    this.#placeholder = placeholder;
    this.#levels = levels.map((level: Level) =>
      typeof level === "string" ? propertyLevel(level, placeholder) : strategyLevel(level),
    );
    if (new Set(this.into).size !== this.into.length) {
      throw new SyntheticKeyError(
        "InvalidStrategy",
        "Each level of a hierarchical key must fill a path of its own.",
      );
    }
    this.isUnambiguous = levels.every((level: Level) => typeof level === "string" || level.isUnambiguous);
  }

  get dependsOn(): readonly Path[] {
    return this.#levels.flatMap((level) => level.dependsOn);
  }

  get into(): readonly Path[] {
    return this.#levels.map((level) => level.path);
  }

  keyOf(item: object): readonly Scalar[] {
    return this.#levels.map((level) => level.keyOf(item));
  }

  keysOf(natural: object): (readonly Scalar[])[] {
    return product(this.#knownLevels(natural).map((level) => level.keysOf(natural)));
  }

  conditionsOf(natural: object): KeyCondition[] {
    return this.#knownLevels(natural).map((level) => level.conditionOf(natural));
  }

  #knownLevels(natural: object): readonly CompiledLevel[] {
    const missing = this.#levels.findIndex((level) => !level.isComplete(natural));
    const known = missing === -1 ? this.#levels : this.#levels.slice(0, missing);
    if (known.length > 0) return known;
    throw new SyntheticKeyError(
      "MissingPart",
      `A query of a hierarchical key needs its first level, "${this.#levels[0]!.path}", or goes to every partition.`,
    );
  }

  pointKeysOf(item: object): (readonly Scalar[])[] | undefined {
    const values = this.#levels.map((level) => level.pointKeysOf(item));
    return values.every((known) => known !== undefined) ? product(values) : undefined;
  }

  carriedKeyOf(item: object): readonly Scalar[] | undefined {
    const carried = this.#levels.map((level) => valueAtSegments(item, level.segments));
    return this.pointKeysOf(item)?.find((key) => key.every((value, index) => value === carried[index]));
  }

  apply<Item extends object>(item: Item): Item {
    return this.#levels.reduce((applied, level) => level.apply(applied), item);
  }

  put<Item extends object>(item: Item, key: readonly Scalar[]): Item {
    return this.#levels.reduce((put, level, index) => withValueAt(put, level.segments, key[index]!), item);
  }

  hasNaturalKey(natural: object): boolean {
    return this.#levels[0]!.isComplete(natural);
  }

  toJSON(): HierarchicalDescription {
    return {
      kind: this.kind,
      format: DESCRIPTION_FORMAT,
      levels: this.#levels.map((level) => level.describe()),
      ...(this.#placeholder === undefined ? {} : { placeholder: this.#placeholder }),
    };
  }
}

function propertyLevel(path: Path, placeholder: Scalar | undefined): CompiledLevel {
  const segments = parsePath(path);
  const keyOf = (item: object): Scalar => {
    const value = valueAtSegments(item, segments);
    if (value === undefined) {
      if (placeholder !== undefined) return placeholder;
      throw missingPart(path);
    }
    assertScalar(value, `"${path}"`);
    if (typeof value === "string") assertKeyLength(value, 2);
    return value;
  };
  return {
    path,
    segments,
    keyOf,
    keysOf: (natural) => [keyOf(natural)],
    pointKeysOf: (item) => [keyOf(item)],
    isComplete: (natural) => valueAtSegments(natural, segments) !== undefined,
    conditionOf: (natural) => ({ path, equals: keyOf(natural) }),
    dependsOn: [path],
    apply: (item) => withValueAt(item, segments, keyOf(item)),
    describe: () => path,
  };
}

function strategyLevel(strategy: SingleKeyStrategy): CompiledLevel {
  const [path] = strategy.into;
  if (path === undefined || strategy.into.length > 1 || strategy.partitionKeyVersion !== 2) {
    throw new SyntheticKeyError(
      "InvalidStrategy",
      "A level of a hierarchical key must be a path, or a strategy that fills one path of partition key version 2.",
    );
  }
  return {
    path,
    segments: parsePath(path),
    keyOf: (item) => strategy.keyOf(item),
    keysOf: (natural) => strategy.keysOf(natural),
    pointKeysOf: (item) => strategy.pointKeysOf(item),
    isComplete: (natural) => strategy.hasNaturalKey(natural),
    conditionOf: (natural) => strategy.conditionsOf(natural)[0]!,
    dependsOn: strategy.dependsOn,
    apply: (item) => strategy.apply(item),
    describe: () => strategy.toJSON() as SingleKeyDescription,
  };
}

function product(values: readonly (readonly Scalar[])[]): Scalar[][] {
  return values.reduce<Scalar[][]>(
    (keys, level) => keys.flatMap((key) => level.map((value) => [...key, value])),
    [[]],
  );
}
