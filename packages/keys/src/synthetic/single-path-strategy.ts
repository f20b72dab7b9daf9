/*
 * What the strategies that fill one path have in common, whatever key they compute: a base joined from parts, a place to
 * put the key, a limit.
 */

import { valueAtSegments } from "../hash/partition-key-path.ts";
import type { Path } from "./join-parts.ts";
import { assertSeparator, type Scalar } from "./join-parts.ts";
import { assertKeyLength } from "./key-limit.ts";
import { PartList, parsePath } from "./part-list.ts";
import type { Part } from "./path-types.ts";
import { DESCRIPTION_FORMAT } from "./strategy.ts";
import { SyntheticKeyError } from "./synthetic-key-error.ts";

/** Options that every strategy of one path takes. */
export interface SingleKeyOptions<From extends readonly Part[] = readonly Part[], Into extends Path = Path> {
  /** The properties that make the natural key, in this order. */
  readonly from: From;
  /** Where the key is put: the container's partition key path. "/partitionKey" unless told otherwise. */
  readonly into?: Into;
  /** Between the parts; "|" unless told otherwise. */
  readonly separator?: string;
  /** Joins without escaping: shorter to explain, but ("a-b", "c") and ("a", "b-c") are one key. */
  readonly plain?: boolean;
  /** Stands for a part that the item lacks; without one, such an item is refused. */
  readonly placeholder?: Scalar;
  /** Version of the container's partition key definition; 2 unless told otherwise. */
  readonly partitionKeyVersion?: 1 | 2;
}

export const DEFAULT_INTO = "/partitionKey";
const DEFAULT_SEPARATOR = "|";

export abstract class SinglePathStrategy {
  readonly partitionKeyVersion: 1 | 2;
  protected readonly path: Path;
  readonly #segments: readonly string[];
  readonly #separator: string;
  readonly #plain: boolean;
  readonly #parts: PartList;
  readonly #options: SingleKeyOptions;

  constructor(options: SingleKeyOptions) {
    this.path = options.into ?? DEFAULT_INTO;
    this.#separator = options.separator ?? DEFAULT_SEPARATOR;
    this.#plain = options.plain ?? false;
    this.partitionKeyVersion = options.partitionKeyVersion ?? 2;
    if (this.partitionKeyVersion !== 1 && this.partitionKeyVersion !== 2) {
      throw new SyntheticKeyError(
        "InvalidStrategy",
        "The version of a partition key definition must be 1 or 2.",
      );
    }
    if (typeof this.#separator !== "string" || typeof this.#plain !== "boolean") {
      throw new SyntheticKeyError(
        "InvalidStrategy",
        "`separator` must be a string, and `plain` must be true or false.",
      );
    }
    if (!this.#plain) assertSeparator(this.#separator);
    this.#parts = new PartList(options.from, options.placeholder);
    this.#segments = parsePath(this.path);
    this.#options = options;
  }

  get into(): readonly Path[] {
    return [this.path];
  }

  get dependsOn(): readonly Path[] {
    return this.#parts.paths;
  }

  get isUnambiguous(): boolean {
    return !this.#plain;
  }

  abstract keyOf(item: object): string;

  apply<Item extends object>(item: Item): Item & object {
    return this.put(item, this.keyOf(item));
  }

  put<Item extends object>(item: Item, key: string): Item {
    return withValueAt(item, this.#segments, key);
  }

  hasNaturalKey(natural: object): boolean {
    return this.#parts.isComplete(natural);
  }

  protected baseOf(item: object): string {
    return this.#plain
      ? this.#parts.joinPlainly(item, this.#separator)
      : this.#parts.join(item, this.#separator);
  }

  protected checked(key: string): string {
    assertKeyLength(key, this.partitionKeyVersion);
    return key;
  }

  /** What stands at the place of the key now. */
  protected carried(item: object): unknown {
    return valueAtSegments(item, this.#segments);
  }

  /** The part of a description that all strategies of one path share. */
  protected describe() {
    const { from, placeholder } = this.#options;
    return {
      format: DESCRIPTION_FORMAT as typeof DESCRIPTION_FORMAT,
      from,
      into: this.path,
      separator: this.#separator,
      ...(this.#plain ? { plain: true as const } : {}),
      ...(placeholder === undefined ? {} : { placeholder }),
      partitionKeyVersion: this.partitionKeyVersion,
    };
  }
}

/** A copy of the item with the value at the path; objects on the way are copied, everything else is shared. */
export function withValueAt<Item extends object>(
  item: Item,
  segments: readonly string[],
  value: Scalar,
): Item {
  const [segment, ...deeper] = segments;
  const inside = Object.hasOwn(item, segment!) ? (item as Record<string, unknown>)[segment!] : undefined;
  if (deeper.length === 0) return inside === value ? item : { ...item, [segment!]: value };
  const isObject = typeof inside === "object" && inside !== null && !Array.isArray(inside);
  return { ...item, [segment!]: withValueAt(isObject ? inside : {}, deeper, value) };
}
