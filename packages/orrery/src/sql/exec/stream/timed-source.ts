/** A row source that counts the time spent waiting for index entries and for items, and fails when the query must stop. */
import type { IndexEntry, IndexScan, ItemRef, ItemRow, RowSource } from "../../../value/row-source.ts";
import type { Pacer, QueryClock } from "../pacer.ts";
import type { QueryTimes } from "../query-work.ts";

type TimeName = "indexLookupMs" | "itemLoadMs";

export class TimedSource implements RowSource {
  readonly #source: RowSource;
  readonly #times: QueryTimes;
  readonly #clock: QueryClock;
  readonly #pacer: Pacer;

  constructor(source: RowSource, times: QueryTimes, clock: QueryClock, pacer: Pacer) {
    this.#source = source;
    this.#times = times;
    this.#clock = clock;
    this.#pacer = pacer;
  }

  itemCount(): number {
    return this.#source.itemCount();
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
    return this.#timeChunks("itemLoadMs", this.#source.items(options));
  }

  lacking(
    path: string,
    options: { readonly after?: ItemRef; readonly reverse?: boolean },
  ): AsyncIterable<readonly ItemRow[]> {
    return this.#timeChunks("itemLoadMs", this.#source.lacking(path, options));
  }

  load(refs: readonly ItemRef[]): Promise<readonly ItemRow[]> {
    return this.#time("itemLoadMs", this.#source.load(refs));
  }

  index(scan: IndexScan): AsyncIterable<readonly IndexEntry[]> {
    return this.#timeChunks("indexLookupMs", this.#source.index(scan));
  }

  count(scan: IndexScan): Promise<number | undefined> {
    return this.#time("indexLookupMs", Promise.resolve(this.#source.count?.(scan)));
  }

  estimate(scan: IndexScan, max: number): Promise<number> {
    return this.#time("indexLookupMs", this.#source.estimate(scan, max));
  }

  async #time<T>(name: TimeName, promise: Promise<T>): Promise<T> {
    const began = this.#clock.now();
    const result = await promise;
    this.#times[name] += this.#clock.now() - began;
    this.#pacer.check();
    return result;
  }

  async *#timeChunks<T>(name: TimeName, chunks: AsyncIterable<T>): AsyncGenerator<T> {
    let began = this.#clock.now();
    for await (const chunk of chunks) {
      this.#times[name] += this.#clock.now() - began;
      this.#pacer.check();
      yield chunk;
      began = this.#clock.now();
    }
    this.#times[name] += this.#clock.now() - began;
  }
}
