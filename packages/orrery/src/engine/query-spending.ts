/**
 * A query spends on every partition that it reads. Each is asked when the query first comes to its rows, and pays by
 * the rows that it gave; one that may not spend refuses the whole page.
 */
import type { RowSource } from "../sql/index.ts";
import { EMPTY_READ_CHARGE } from "../throughput/charges.ts";
import { Failure } from "../value/failure.ts";
import type { Spending } from "./metering.ts";

/** What a page of a query spends on one partition. */
export class QuerySpending {
  /** That the partition gave. */
  rows = 0;
  readonly #spending: Spending;

  constructor(spending: Spending) {
    this.#spending = spending;
  }

  get hasBegun(): boolean {
    return this.#spending.hasBegun;
  }

  begin(): void {
    if (!this.hasBegun) this.#spending.begin();
  }

  end(charge: number): void {
    this.#spending.end(charge);
  }
}

/** Runs a page. The first partition is asked in any case: a query without rows costs something too. */
export async function spendTogether<T extends { readonly charge: number }>(
  spendings: readonly QuerySpending[],
  run: () => Promise<T>,
): Promise<T> {
  spendings[0]?.begin();
  try {
    const page = await run();
    const begun = spendings.filter(({ hasBegun }) => hasBegun);
    const shares = chargeShares(
      page.charge,
      begun.map(({ rows }) => rows),
    );
    for (const [i, spending] of begun.entries()) spending.end(shares[i]!);
    return page;
  } catch (error) {
    if (error instanceof Failure) {
      for (const spending of spendings) if (spending.hasBegun) spending.end(EMPTY_READ_CHARGE);
    }
    throw error;
  }
}

/** A charge shared out by the rows that were taken from each; all of it to the first if there were none. */
export function chargeShares(charge: number, counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, i) => (total === 0 ? (i === 0 ? charge : 0) : (charge * count) / total));
}

/** The rows of a partition, for a query that spends on it. */
export class MeteredRows implements RowSource {
  readonly #rows: RowSource;
  readonly #spending: QuerySpending;

  constructor(rows: RowSource, spending: QuerySpending) {
    this.#rows = rows;
    this.#spending = spending;
  }

  itemCount(): number {
    return this.#rows.itemCount();
  }
  indexedItemCount(): number {
    return this.#rows.indexedItemCount?.() ?? this.#rows.itemCount();
  }
  async *items(options: Parameters<RowSource["items"]>[0]) {
    this.#spending.begin();
    for await (const rows of this.#rows.items(options)) {
      this.#spending.rows += rows.length;
      yield rows;
    }
  }
  async *index(scan: Parameters<RowSource["index"]>[0]) {
    this.#spending.begin();
    for await (const entries of this.#rows.index(scan)) {
      this.#spending.rows += entries.length;
      yield entries;
    }
  }
  async load(refs: readonly string[]) {
    this.#spending.begin();
    this.#spending.rows += refs.length;
    return this.#rows.load(refs);
  }
  estimate(scan: Parameters<RowSource["estimate"]>[0], max: number) {
    return this.#rows.estimate(scan, max);
  }
}
