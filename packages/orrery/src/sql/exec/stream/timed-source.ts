/**
 * A row source that counts the time spent waiting for index entries and for items, fails when the query must stop, and
 * limits items to the members that the query reads.
 */
import type { ScheduledTask } from "../../../schedule/scheduler.ts";
import type { MemberReader } from "../../../value/member-reader.ts";
import type {
  IndexEntry,
  IndexScan,
  ItemName,
  ItemRef,
  ItemRow,
  JudgedEntries,
  NearestChunk,
  RowSource,
  ValueJudge,
} from "../../../value/row-source.ts";
import type { TextSource } from "../../../value/text-source.ts";
import type { VectorSearch } from "../../../value/vector-search.ts";
import type { Pacer } from "../pacer.ts";
import type { QueryTimes } from "../query-work.ts";

const NOTHING: AsyncIterable<never> = (async function* () {})();

type Clock = Pick<ScheduledTask, "now">;
type TimeName = "indexLookupMs" | "itemLoadMs";

interface TimedSourceOptions {
  readonly times: QueryTimes;
  readonly clock: Clock;
  readonly pacer: Pacer;
  /** Those that the query reads of an item; absent: all. */
  readonly members: MemberReader | undefined;
}

export class TimedSource implements RowSource {
  readonly #source: RowSource;
  readonly #times: QueryTimes;
  readonly #clock: Clock;
  readonly #pacer: Pacer;
  readonly #members: MemberReader | undefined;

  constructor(source: RowSource, { times, clock, pacer, members }: TimedSourceOptions) {
    this.#source = source;
    this.#times = times;
    this.#clock = clock;
    this.#pacer = pacer;
    this.#members = members;
  }

  get indexLosesDigits(): boolean {
    return this.#source.indexLosesDigits;
  }

  itemCount(): number {
    return this.#source.itemCount();
  }

  itemBytes(): number {
    return this.#source.itemBytes?.() ?? 0;
  }

  indexedItemCount(): number {
    return this.#source.indexedItemCount?.() ?? this.#source.itemCount();
  }

  exactCount(): Promise<number | undefined> {
    return this.#time("indexLookupMs", Promise.resolve(this.#source.exactCount?.()));
  }

  items(options: {
    readonly after?: ItemRef;
    readonly reverse?: boolean;
  }): AsyncIterable<readonly ItemRow[]> {
    return this.#rows(this.#timeChunks("itemLoadMs", this.#source.items(options)));
  }

  refs(options: { readonly after?: ItemRef }): AsyncIterable<readonly ItemRef[]> | undefined {
    const chunks = this.#source.refs?.(options);
    return chunks && this.#timeChunks("indexLookupMs", chunks);
  }

  lacking(
    path: string,
    options: { readonly after?: ItemRef; readonly reverse?: boolean },
  ): AsyncIterable<readonly ItemRow[]> {
    return this.#rows(this.#timeChunks("itemLoadMs", this.#source.lacking(path, options)));
  }

  async load(refs: readonly ItemRef[]): Promise<readonly ItemRow[]> {
    const rows = await this.#time("itemLoadMs", this.#source.load(refs));
    this.#takeRows(rows);
    return rows;
  }

  find(names: readonly ItemName[]): Promise<readonly ItemRef[]> {
    return this.#time("indexLookupMs", this.#source.find(names));
  }

  index(scan: IndexScan): AsyncIterable<readonly IndexEntry[]> {
    return this.#timeChunks("indexLookupMs", this.#source.index(scan));
  }

  async judged(scan: IndexScan, judge: ValueJudge): Promise<AsyncIterable<JudgedEntries> | undefined> {
    const chunks = await this.#time("indexLookupMs", Promise.resolve(this.#source.judged?.(scan, judge)));
    return chunks && this.#timeChunks("indexLookupMs", chunks);
  }

  nearest(search: VectorSearch, usefulShare: () => number): AsyncIterable<NearestChunk> {
    return this.#timeChunks("indexLookupMs", this.#source.nearest?.(search, usefulShare) ?? NOTHING);
  }

  count(scan: IndexScan): Promise<number | undefined> {
    return this.#time("indexLookupMs", Promise.resolve(this.#source.count?.(scan)));
  }

  estimate(scans: readonly IndexScan[], max: number): Promise<number> {
    return this.#time("indexLookupMs", this.#source.estimate(scans, max));
  }

  get texts(): TextSource | undefined {
    const { texts } = this.#source;
    return (
      texts && {
        postings: (scan) => this.#timeChunks("indexLookupMs", texts.postings(scan)),
        countPostings: (scan) => this.#time("indexLookupMs", texts.countPostings(scan)),
        estimatePostings: (scan, max) => this.#time("indexLookupMs", texts.estimatePostings(scan, max)),
        nearTerms: (index, word, edits) => this.#time("indexLookupMs", texts.nearTerms(index, word, edits)),
        wordCount: (index) => this.#time("indexLookupMs", texts.wordCount(index)),
      }
    );
  }

  async *#rows(chunks: AsyncIterable<readonly ItemRow[]>): AsyncGenerator<readonly ItemRow[]> {
    for await (const rows of chunks) {
      this.#takeRows(rows);
      yield rows;
    }
  }

  #takeRows(rows: readonly ItemRow[]): void {
    let bytes = 0;
    for (const row of rows) {
      bytes += row.size;
      row.readOnly?.(this.#members);
    }
    this.#pacer.read(bytes);
  }

  async #time<T>(name: TimeName, promise: Promise<T>): Promise<T> {
    const began = this.#clock.now();
    const result = await this.#pacer.waitFor(promise);
    this.#times[name] += this.#clock.now() - began;
    return result;
  }

  async *#timeChunks<T>(name: TimeName, chunks: AsyncIterable<T>): AsyncGenerator<T> {
    const iterator = chunks[Symbol.asyncIterator]();
    try {
      for (;;) {
        const began = this.#clock.now();
        const { done, value } = await this.#pacer.waitFor(iterator.next());
        this.#times[name] += this.#clock.now() - began;
        if (done) return;
        this.#pacer.hurry();
        if (this.#pacer.isDue()) await this.#pacer.pause();
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }
}
