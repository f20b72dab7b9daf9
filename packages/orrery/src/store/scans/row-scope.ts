/**
 * The scope of a request inside one partition: a set of logical partitions, or all of them. Where its rows lie, as
 * ranges of keys in scan order. A few logical partitions are visited one by one (each lies together); many are scanned
 * through and picked out.
 */
import { fromByteString } from "../../value/byte-string.ts";
import { encodeValue } from "../../value/encode-value.ts";
import type { IndexScan, ItemRef } from "../../value/rows/row-source.ts";
import { prefixOf } from "../indexes/index-kinds.ts";
import type { StoredItem } from "../records/item-record.ts";
import {
  afterPrefix,
  itemKey,
  itemKeyOf,
  Kind,
  logicalNumberOf,
  makeRef,
  refBytes,
} from "../records/key-layout.ts";
import { goOnAfter, highEnd, isPoint, type KeyBounds, lowEnd } from "./key-bounds.ts";

/** More logical partitions than this are not visited one by one. */
const SEEKS_MAX = 64;

/** So many items at most are fetched by their addresses, where a scan would cost a turn of the thread pool. */
const FETCHED_MAX = 256;
/** So many addresses may be looked up for each item; those of deleted items are looked up in vain. */
const FETCHES_PER_ITEM = 2;

export interface RowScope {
  /** Numbers of the logical partitions in scope, ascending; absent: all of the partition. */
  readonly logicalNumbers?: readonly number[];
  /** How many addresses each of them has given away; absent: not known. */
  readonly sequences?: readonly number[];
  /** About how many items they hold. */
  readonly items: number;
  /** About how many bytes these items have; absent: not known. */
  readonly bytes?: number;
  /** About how many items the whole partition holds, whose index entries lie together; absent: `items`. */
  readonly partitionItems?: number;
}

/** Which of the stored items are there for readers. */
export interface Visibility {
  isLive(item: StoredItem): boolean;
  /** True for the address of an item that is not live whatever is in it. */
  isDropped(ref: ItemRef): boolean;
  /** False: nothing is dropped. */
  readonly hasDropped: boolean;
  /** False: whatever is not dropped is live. */
  readonly mayExpire: boolean;
}

export const EVERYTHING: Visibility = {
  isLive: () => true,
  isDropped: () => false,
  hasDropped: false,
  mayExpire: false,
};

/** Where a scan goes on, and which way. */
interface ScanPosition {
  readonly after?: ItemRef;
  readonly reverse?: boolean;
}

export class ScopeKeys {
  readonly #scope: RowScope;
  readonly #visibility: Visibility;
  readonly #members: ReadonlySet<number> | undefined;

  constructor(scope: RowScope, visibility: Visibility) {
    this.#scope = scope;
    this.#visibility = visibility;
    this.#members = scope.logicalNumbers && new Set(scope.logicalNumbers);
  }

  get isWhole(): boolean {
    return this.#members === undefined;
  }

  /** Whether all that lies in the ranges is in scope. */
  get isTight(): boolean {
    return this.isWhole ? !this.#visibility.hasDropped : !this.isPickedOut;
  }

  /** Whether there are too many logical partitions to visit, so that a scan passes over others. */
  get isPickedOut(): boolean {
    return (this.#scope.logicalNumbers?.length ?? 0) > SEEKS_MAX;
  }

  has(ref: ItemRef): boolean {
    if (this.#members !== undefined) return this.#members.has(logicalNumberOf(ref));
    return !this.#visibility.isDropped(ref);
  }

  /** Whether a scan is for what several logical partitions have of one value. */
  leaps(scan: IndexScan): boolean {
    return (this.#members?.size ?? 0) > 1 && !scan.reverse && isPoint(scan);
  }

  /** The keys of all items in scope and of some that have gone, in scan order; undefined where they are too many. */
  addresses({ after, reverse = false }: ScanPosition): Buffer[] | undefined {
    const { logicalNumbers = [], sequences, items } = this.#scope;
    const count = sequences?.reduce((sum, next) => sum + next, 0);
    if (count === undefined || count > FETCHED_MAX || count > items * FETCHES_PER_ITEM) return undefined;
    const keys: Buffer[] = [];
    for (const [i, number] of logicalNumbers.entries()) {
      for (let sequence = 0; sequence < sequences![i]!; sequence++) keys.push(itemKeyOf(number, sequence));
    }
    if (reverse) keys.reverse();
    if (after === undefined) return keys;
    const position = itemKey(after);
    return keys.filter((key) => Buffer.compare(key, position) * (reverse ? -1 : 1) > 0);
  }

  ofItems({ after, reverse = false }: ScanPosition): KeyBounds[] {
    const ranges = this.#numberRanges(reverse).map(({ first, last }) => ({
      from: first === undefined ? Buffer.of(Kind.item) : itemKey(makeRef(first, 0)),
      to: last === undefined ? Buffer.of(Kind.item + 1) : itemKey(makeRef(last + 1, 0)),
    }));
    return after === undefined ? ranges : goOnAfter(ranges, itemKey(after), reverse);
  }

  ofIndex(scan: IndexScan): KeyBounds[] {
    const { after, reverse = false } = scan;
    const prefix = prefixOf(scan.index);
    const ranges = this.#ofScan(scan, prefix);
    if (after === undefined) return ranges;
    const position = [fromByteString(after.key), refBytes(after.ref)];
    return goOnAfter(ranges, Buffer.concat([prefix, ...position]), reverse);
  }

  #ofScan(scan: IndexScan, prefix: Buffer): KeyBounds[] {
    const { low, high, keys, reverse = false } = scan;
    const lowKey = low && encodeValue(low.value);
    const highKey = high && encodeValue(high.value);
    if (lowKey && isPoint(scan)) {
      const entry = Buffer.concat([prefix, lowKey]);
      return this.ofEntry(entry, { reverse, leaps: this.leaps(scan) });
    }
    if (keys !== undefined) {
      const from = Buffer.concat([prefix, fromByteString(keys.from)]);
      return [{ from, to: Buffer.concat([prefix, fromByteString(keys.to)]) }];
    }
    const from = lowKey ? lowEnd(prefix, lowKey, low.inclusive) : prefix;
    return [{ from, to: highKey ? highEnd(prefix, highKey, high.inclusive) : afterPrefix(prefix) }];
  }

  /** The keys of one entry, which end in refs. */
  ofEntry(
    entry: Buffer,
    { after, reverse = false, leaps = false }: ScanPosition & { readonly leaps?: boolean },
  ): KeyBounds[] {
    const ranges = this.#numberRanges(reverse, leaps).map(({ first, last }) => ({
      from: first === undefined ? entry : Buffer.concat([entry, firstRefBytes(first)]),
      to: last === undefined ? afterPrefix(entry) : Buffer.concat([entry, firstRefBytes(last + 1)]),
    }));
    if (after === undefined) return ranges;
    return goOnAfter(ranges, Buffer.concat([entry, refBytes(after)]), reverse);
  }

  /** Ranges of logical partition numbers to visit, in scan order. */
  #numberRanges(reverse: boolean, asOne = false): { first?: number; last?: number }[] {
    const numbers = this.#scope.logicalNumbers;
    if (numbers === undefined) return [{}];
    if (numbers.length === 0) return [];
    if (asOne || this.isPickedOut) return [{ first: numbers[0]!, last: numbers.at(-1)! }];
    const ranges = numbers.map((number) => ({ first: number, last: number }));
    return reverse ? ranges.reverse() : ranges;
  }
}

function firstRefBytes(logicalNumber: number): Buffer {
  return refBytes(makeRef(logicalNumber, 0));
}
