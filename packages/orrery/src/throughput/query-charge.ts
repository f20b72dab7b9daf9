/**
 * What a query costs: a sum over the work that it did, so that it is the same every time, and the same however its
 * rows are cut into pages, as long as each page does enough to cost 1 RU by itself: none costs less, since each is a
 * request that reads, and clients take a page without a charge for a fault.
 *
 * Two things keep the sum exact. The costs are whole micro-RU, so that adding them up in any order gives the same
 * number. And a page reports whole hundredths of an RU and carries the rest forward in its continuation token;
 * the last page rounds. The counters must not count a page's own overhead: a partition and its index ranges are
 * counted when a query first comes to them, not again when a later page goes on there.
 *
 * The prices are fitted to the published examples as far as those go; docs/request-units.md says how far.
 */
import { emptyReadCharge, roundCharge } from "./charges.ts";
import type { ReadMultiplier } from "./consistency-level.ts";

export interface QueryWork {
  /** Physical partitions that were visited for the first time. */
  readonly partitionsVisited: number;
  /** Index ranges that were opened for the first time. */
  readonly indexLookups: number;
  readonly indexEntries: number;
  readonly itemsLoaded: number;
  readonly bytesLoaded: number;
  /** Combinations that JOINs made before the filter. */
  readonly tuples: number;
  /** Calls of user-defined functions. */
  readonly functionCalls: number;
  readonly rowsOut: number;
  readonly bytesOut: number;
}

const MICROS = {
  partitionsVisited: 2_500_000,
  indexLookups: 40_000,
  indexEntries: 1_000,
  itemsLoaded: 14_000,
  bytesLoaded: 8,
  tuples: 630,
  functionCalls: 2_000,
  rowsOut: 22_500,
  bytesOut: 53,
} as const satisfies Record<keyof QueryWork, number>;

const COUNTERS = Object.keys(MICROS) as (keyof QueryWork)[];

const MICROS_PER_RU = 1_000_000;
const MICROS_PER_HUNDREDTH = 10_000;

interface QueryPageCharge {
  readonly charge: number;
  /** Below 0.01 RU; goes into the continuation token and into the next page's charge. */
  readonly carriedMicros: number;
}

/** The charge of a query that ends on its first page. */
export function queryCharge(work: QueryWork, multiplier: ReadMultiplier): number {
  return lastQueryPageCharge(work, 0, multiplier);
}

/** The charge of a page after which there are more. */
export function queryPageCharge(
  work: QueryWork,
  carriedMicros: number,
  multiplier: ReadMultiplier,
): QueryPageCharge {
  const micros = workMicros(work) * multiplier + carriedMicros;
  const least = emptyReadCharge(multiplier);
  if (micros < least * MICROS_PER_RU) return { charge: least, carriedMicros: 0 };
  const hundredths = Math.floor(micros / MICROS_PER_HUNDREDTH);
  return { charge: hundredths / 100, carriedMicros: micros - hundredths * MICROS_PER_HUNDREDTH };
}

export function lastQueryPageCharge(
  work: QueryWork,
  carriedMicros: number,
  multiplier: ReadMultiplier,
): number {
  const charge = roundCharge((workMicros(work) * multiplier + carriedMicros) / MICROS_PER_RU);
  return Math.max(charge, emptyReadCharge(multiplier));
}

/**
 * A page of a change feed costs what the later pages of a query for its items would, with entries of the log in the
 * place of index entries, and never nothing. Not published; the Java SDK's tests expect two pages of a hundred small
 * items to cost less than 25.
 */
export function feedCharge(sizes: readonly number[], multiplier: ReadMultiplier, passedOver = 0): number {
  const items = sizes.length;
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const micros =
    (items + passedOver) * MICROS.indexEntries +
    items * (MICROS.itemsLoaded + MICROS.rowsOut) +
    bytes * (MICROS.bytesLoaded + MICROS.bytesOut);
  return Math.max(roundCharge((micros * multiplier) / MICROS_PER_RU), emptyReadCharge(multiplier));
}

function workMicros(work: QueryWork): number {
  let micros = 0;
  for (const counter of COUNTERS) micros += work[counter] * MICROS[counter];
  return micros;
}
