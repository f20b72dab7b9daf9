/**
 * How evenly the hash spreads logical partitions over physical ones: a million distinct keys on 10 and on 100
 * partitions, for keys as people choose them. The figure is the largest partition's share over the mean; beside it
 * stands a bound for what a million fair draws would give on average, so that the hash is judged and not the chance.
 */
import {
  type Epk,
  effectivePartitionKey,
  evenBoundaries,
  type HashVersion,
  type PartitionKeyComponent,
} from "@orrerydb/keys/hash";
import { measureAccounting } from "./accounting.ts";

const KEYS = 1_000_000;
const PARTITION_COUNTS = [10, 100];
const VERSIONS: readonly HashVersion[] = [1, 2];
const DAY_MS = 86_400_000;
const SUFFIXES = 400;

/** Distinct for every number below `KEYS`. */
const KEY_KINDS: Record<string, (number: number) => PartitionKeyComponent> = {
  "counted numbers": (number) => number,
  "counted names (user-1, user-2, …)": (number) => `user-${number}`,
  "random identifiers": randomIdentifier,
  "days with a suffix of 1 to 400": (number) => {
    const day = new Date(Math.floor(number / SUFFIXES) * DAY_MS).toISOString().slice(0, 10);
    return `${day}.${(number % SUFFIXES) + 1}`;
  },
};

export interface Spread {
  readonly keys: string;
  readonly version: HashVersion;
  readonly partitions: number;
  readonly largestOverMean: number;
}

function measureSpread(): Spread[] {
  const spreads: Spread[] = [];
  for (const [keys, keyOf] of Object.entries(KEY_KINDS)) {
    for (const version of VERSIONS) {
      const counters = PARTITION_COUNTS.map((partitions) => new PartitionCounter(partitions, version));
      const definition = { kind: "Hash", version, paths: ["/key"] } as const;
      for (let number = 0; number < KEYS; number++) {
        const epk = effectivePartitionKey([keyOf(number)], definition);
        for (const counter of counters) counter.add(epk);
      }
      for (const { partitions, largest } of counters) {
        spreads.push({ keys, version, partitions, largestOverMean: largest / (KEYS / partitions) });
      }
    }
  }
  return spreads;
}

/** The largest of n fair shares is expected at most sqrt(2 ln n) standard deviations above the mean. */
function expectedByChance(partitions: number): number {
  const mean = KEYS / partitions;
  return 1 + Math.sqrt((2 * Math.log(partitions)) / mean);
}

class PartitionCounter {
  readonly partitions: number;
  readonly #boundaries: Epk[];
  readonly #counts: Uint32Array;

  constructor(partitions: number, version: HashVersion) {
    this.partitions = partitions;
    this.#boundaries = evenBoundaries(partitions, version);
    this.#counts = new Uint32Array(partitions);
  }

  get largest(): number {
    return Math.max(...this.#counts);
  }

  add(epk: Epk): void {
    let low = 0;
    let high = this.#boundaries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#boundaries[middle]! <= epk) low = middle + 1;
      else high = middle;
    }
    this.#counts[low]!++;
  }
}

/** Hexadecimal and distinct: an odd multiplier permutes the 64-bit numbers. */
function randomIdentifier(number: number): string {
  const scrambled = BigInt.asUintN(64, BigInt(number) * 0x9e37_79b9_7f4a_7c15n);
  return scrambled.toString(16).padStart(16, "0");
}

function report(spreads: readonly Spread[]): string {
  const rows = spreads.map(
    ({ keys, version, partitions, largestOverMean }) =>
      `| ${keys} | ${version} | ${partitions} | ${largestOverMean.toFixed(4)} | ${expectedByChance(partitions).toFixed(4)} |`,
  );
  return [
    `| ${KEYS.toLocaleString("en")} keys | hash version | partitions | largest / mean | by chance, at most |`,
    "| --- | ---: | ---: | ---: | ---: |",
    ...rows,
  ].join("\n");
}

console.log(report(measureSpread()));
console.log();
await measureAccounting();
