/**
 * A query spends on every partition that it reads. Each is asked when its first row is needed, and pays for the rows
 * that it gave. If one may not spend, the whole page is refused, and the others pay for what they did until then, as
 * when a query fails in any other way.
 */
import { noWork } from "../../sql/index.ts";
import { roundCharge } from "../../throughput/charges.ts";
import type { ReadMultiplier } from "../../throughput/consistency-level.ts";
import { queryCharge } from "../../throughput/query-charge.ts";
import { isRefusal } from "../../value/failure.ts";
import type { ReadKind, ReadObserver } from "../../value/rows/observed-rows.ts";
import type { ItemRow } from "../../value/rows/row-source.ts";
import type { RequestMeter } from "../container/container-meter.ts";
import type { RemoteMeter } from "../container/remote-meter.ts";

/** What a page of a query spends on one partition, by what it reads of it. */
export class QuerySpending implements ReadObserver {
  readonly #meter: RequestMeter | RemoteMeter;
  #indexEntries = 0;
  #itemsLoaded = 0;
  #bytesLoaded = 0;

  constructor(meter: RequestMeter | RemoteMeter) {
    this.#meter = meter;
  }

  get hasBegun(): boolean {
    return this.#meter.isOpen;
  }

  /** How many the partition gave. */
  get rows(): number {
    return this.#indexEntries + this.#itemsLoaded;
  }

  async begin(): Promise<void> {
    if (!this.hasBegun) await this.#meter.open();
  }

  entries(count: number): void {
    this.#indexEntries += count;
  }

  items(rows: readonly ItemRow[]): void {
    this.#itemsLoaded += rows.length;
    for (const { size } of rows) this.#bytesLoaded += size;
  }

  async answer<T>(_: ReadKind, read: () => Promise<T>, note: (answer: T) => void): Promise<T> {
    await this.begin();
    const answer = await read();
    note(answer);
    return answer;
  }

  async *chunks<T>(_: ReadKind, read: () => AsyncIterable<T>, note: (chunk: T) => void): AsyncGenerator<T> {
    await this.begin();
    for await (const chunk of read()) {
      note(chunk);
      yield chunk;
    }
  }

  end(charge: number): void {
    this.#meter.close(charge);
  }

  /** For a page that failed: its rows are charged. Returns the charge. */
  endFailed(multiplier: ReadMultiplier): number {
    const work = {
      ...noWork(),
      indexEntries: this.#indexEntries,
      itemsLoaded: this.#itemsLoaded,
      bytesLoaded: this.#bytesLoaded,
    };
    const charge = queryCharge(work, multiplier);
    this.end(charge);
    return charge;
  }
}

/** Runs a page, and charges the partitions that were asked by then. */
export async function spendTogether<T extends { readonly charge: number }>(
  spendings: readonly QuerySpending[],
  multiplier: ReadMultiplier,
  run: () => Promise<T>,
): Promise<T> {
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
    if (isRefusal(error)) {
      let charge = 0;
      for (const spending of spendings) if (spending.hasBegun) charge += spending.endFailed(multiplier);
      error.charge ??= roundCharge(charge);
    }
    throw error;
  }
}

/** A charge shared out by the rows that were taken from each; all of it to the first if there were none. */
export function chargeShares(charge: number, counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, i) => (total === 0 ? (i === 0 ? charge : 0) : (charge * count) / total));
}
