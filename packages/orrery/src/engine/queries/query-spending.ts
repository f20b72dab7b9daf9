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
import type {
  IndexEntry,
  IndexScan,
  ItemName,
  ItemRow,
  JudgedEntries,
  RowSource,
  ValueJudge,
} from "../../value/row-source.ts";
import type { TextSource } from "../../value/text-source.ts";
import type { VectorSearch } from "../../value/vector-search.ts";
import type { RequestMeter } from "../container/container-meter.ts";
import type { RemoteMeter } from "../container/remote-meter.ts";

/** What a page of a query spends on one partition. */
export class QuerySpending {
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

  countEntries(entries: number): void {
    this.#indexEntries += entries;
  }

  countItems(rows: readonly ItemRow[]): void {
    this.#itemsLoaded += rows.length;
    for (const { size } of rows) this.#bytesLoaded += size;
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

function entriesIn(entries: readonly IndexEntry[]): number {
  return entries.reduce((sum, { times = 1 }) => sum + times, 0);
}

/** The rows of a partition, for a query that spends on it. */
export class MeteredRows implements RowSource {
  readonly #rows: RowSource;
  readonly #spending: QuerySpending;

  constructor(rows: RowSource, spending: QuerySpending) {
    this.#rows = rows;
    this.#spending = spending;
  }

  get indexLosesDigits(): boolean {
    return this.#rows.indexLosesDigits;
  }

  itemCount(): number {
    return this.#rows.itemCount();
  }
  itemBytes(): number {
    return this.#rows.itemBytes?.() ?? 0;
  }
  indexedItemCount(): number {
    return this.#rows.indexedItemCount?.() ?? this.#rows.itemCount();
  }
  async exactCount() {
    await this.#spending.begin();
    const count = await this.#rows.exactCount?.();
    this.#spending.countEntries(count ?? 0);
    return count;
  }
  async count(scan: Parameters<RowSource["index"]>[0]) {
    await this.#spending.begin();
    const count = await this.#rows.count?.(scan);
    this.#spending.countEntries(count ?? 0);
    return count;
  }
  async *items(options: Parameters<RowSource["items"]>[0]) {
    await this.#spending.begin();
    for await (const rows of this.#rows.items(options)) {
      this.#spending.countItems(rows);
      yield rows;
    }
  }
  refs(options: Parameters<RowSource["items"]>[0]) {
    const chunks = this.#rows.refs?.(options);
    return chunks && this.#meterRefs(chunks);
  }
  async *#meterRefs(chunks: AsyncIterable<readonly string[]>) {
    await this.#spending.begin();
    for await (const refs of chunks) {
      this.#spending.countEntries(refs.length);
      yield refs;
    }
  }
  async *lacking(path: string, options: Parameters<RowSource["lacking"]>[1]) {
    await this.#spending.begin();
    for await (const rows of this.#rows.lacking(path, options)) {
      this.#spending.countItems(rows);
      yield rows;
    }
  }
  async *index(scan: Parameters<RowSource["index"]>[0]) {
    await this.#spending.begin();
    for await (const entries of this.#rows.index(scan)) {
      this.#spending.countEntries(scan.alike === undefined ? entries.length : entriesIn(entries));
      yield entries;
    }
  }
  async judged(scan: IndexScan, judge: ValueJudge) {
    await this.#spending.begin();
    const chunks = await this.#rows.judged?.(scan, judge);
    return chunks && this.#meterJudged(chunks);
  }
  async *#meterJudged(chunks: AsyncIterable<JudgedEntries>) {
    for await (const chunk of chunks) {
      this.#spending.countEntries(chunk.entries.length + chunk.passedOver);
      yield chunk;
    }
  }
  async find(names: readonly ItemName[]) {
    await this.#spending.begin();
    const refs = await this.#rows.find(names);
    this.#spending.countEntries(refs.length);
    return refs;
  }
  async *nearest(search: VectorSearch, usefulShare: () => number) {
    await this.#spending.begin();
    for await (const chunk of this.#rows.nearest?.(search, usefulShare) ?? []) {
      this.#spending.countEntries(chunk.vectorsRead);
      yield chunk;
    }
  }
  async load(refs: readonly string[]) {
    await this.#spending.begin();
    const rows = await this.#rows.load(refs);
    this.#spending.countItems(rows);
    return rows;
  }
  async estimate(scans: Parameters<RowSource["estimate"]>[0], max: number) {
    await this.#spending.begin();
    const entries = await this.#rows.estimate(scans, max);
    this.#spending.countEntries(entries);
    return entries;
  }
  get texts(): TextSource | undefined {
    const { texts } = this.#rows;
    return texts && meteredTexts(texts, this.#spending);
  }
}

function meteredTexts(texts: TextSource, spending: QuerySpending): TextSource {
  const counted = async <T extends number | undefined>(count: Promise<T>): Promise<T> => {
    await spending.begin();
    const entries = await count;
    spending.countEntries(entries ?? 0);
    return entries;
  };
  return {
    async *postings(scan) {
      await spending.begin();
      for await (const postings of texts.postings(scan)) {
        spending.countEntries(postings.length);
        yield postings;
      }
    },
    countPostings: (scan) => counted(texts.countPostings(scan)),
    estimatePostings: (scan, max) => counted(texts.estimatePostings(scan, max)),
    async nearTerms(index, word, edits) {
      await spending.begin();
      const terms = await texts.nearTerms(index, word, edits);
      spending.countEntries(terms.length);
      return terms;
    },
    async wordCount(index) {
      await spending.begin();
      return texts.wordCount(index);
    },
  };
}
