/*
 * What the strategies that fill one path have in common: a base joined from parts, a place to put the key, a limit.
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

export class SingleKey {
  readonly into: Path;
  readonly separator: string;
  readonly plain: boolean;
  readonly partitionKeyVersion: 1 | 2;
  readonly base: PartList;
  readonly #options: SingleKeyOptions;
  readonly #intoSegments: readonly string[];

  constructor(options: SingleKeyOptions) {
    this.into = options.into ?? DEFAULT_INTO;
    this.separator = options.separator ?? DEFAULT_SEPARATOR;
    this.plain = options.plain ?? false;
    this.partitionKeyVersion = options.partitionKeyVersion ?? 2;
    if (this.partitionKeyVersion !== 1 && this.partitionKeyVersion !== 2) {
      throw new SyntheticKeyError(
        "InvalidStrategy",
        "The version of a partition key definition must be 1 or 2.",
      );
    }
    if (typeof this.separator !== "string" || typeof this.plain !== "boolean") {
      throw new SyntheticKeyError(
        "InvalidStrategy",
        "`separator` must be a string, and `plain` must be true or false.",
      );
    }
    if (!this.plain) assertSeparator(this.separator);
    this.base = new PartList(options.from, options.placeholder);
    this.#intoSegments = parsePath(this.into);
    this.#options = options;
  }

  baseOf(item: object): string {
    return this.plain ? this.base.joinPlainly(item, this.separator) : this.base.join(item, this.separator);
  }

  checked(key: string): string {
    assertKeyLength(key, this.partitionKeyVersion);
    return key;
  }

  /** What stands at the place of the key now. */
  carried(item: object): unknown {
    return valueAtSegments(item, this.#intoSegments);
  }

  put<Item extends object>(item: Item, key: string): Item {
    return withValueAt(item, this.#intoSegments, key);
  }

  /** The part of a description that all strategies of one path share. */
  describe() {
    const { from, placeholder } = this.#options;
    return {
      format: DESCRIPTION_FORMAT as typeof DESCRIPTION_FORMAT,
      from,
      into: this.into,
      separator: this.separator,
      ...(this.plain ? { plain: true as const } : {}),
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
