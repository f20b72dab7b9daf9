/** Counts and order-independent sums of items, by feed range and by parts of it. */
import { createHash } from "node:crypto";
import type { FeedRange } from "@azure/cosmos";
import { type Epk, type EpkRange, isInEpkRange, parseEpk } from "@orrerydb/keys/hash";
import { identityText, type KeyComponents } from "./item-identity.ts";

const PARTS_OF_RANGE = 64;

export interface RangeResult {
  readonly min: string;
  readonly max: string;
  readonly sourceItems: number;
  readonly targetItems: number;
  readonly agrees: boolean;
}

export interface Identified {
  readonly id: string;
  readonly key: KeyComponents;
  readonly digest: bigint;
}

export interface SummedItem extends Identified {
  readonly epk: Epk;
}

interface Sum {
  items: number;
  digest: bigint;
}

export class RangeSums {
  readonly #ranges: readonly (EpkRange & { readonly range: FeedRange })[];
  readonly #sums = new Map<string, { readonly source: Sum; readonly target: Sum }>();

  constructor(ranges: readonly FeedRange[]) {
    this.#ranges = ranges.map((range) => ({
      range,
      min: parseEpk(range.minInclusive),
      max: parseEpk(range.maxExclusive),
    }));
  }

  add(found: SummedItem, isTarget: boolean): void {
    const part = this.partOf(found);
    let sums = this.#sums.get(part);
    if (sums === undefined) {
      sums = { source: { items: 0, digest: 0n }, target: { items: 0, digest: 0n } };
      this.#sums.set(part, sums);
    }
    const sum = isTarget ? sums.target : sums.source;
    sum.items++;
    sum.digest = BigInt.asUintN(64, sum.digest + found.digest);
  }

  partOf({ epk, id, key }: SummedItem): string {
    const range = this.#ranges.findIndex((own) => isInEpkRange(epk, own));
    return `${range} ${Number(digestOf(identityText(id, key)) % BigInt(PARTS_OF_RANGE))}`;
  }

  unequal(): Set<string> {
    const unequal = [...this.#sums].filter(([, { source, target }]) => !isSame(source, target));
    return new Set(unequal.map(([part]) => part));
  }

  results(): RangeResult[] {
    return this.#ranges.map(({ range }, i) => {
      const parts = [...this.#sums].filter(([part]) => part.startsWith(`${i} `)).map(([, sums]) => sums);
      return {
        min: range.minInclusive,
        max: range.maxExclusive,
        sourceItems: parts.reduce((sum, { source }) => sum + source.items, 0),
        targetItems: parts.reduce((sum, { target }) => sum + target.items, 0),
        agrees: parts.every(({ source, target }) => isSame(source, target)),
      };
    });
  }
}

function isSame(a: Sum, b: Sum): boolean {
  return a.items === b.items && a.digest === b.digest;
}

export function digestOf(text: string): bigint {
  return createHash("sha1").update(text).digest().readBigUInt64BE(0);
}
