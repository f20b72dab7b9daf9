/**
 * A row source whose reads are observed: timed, paid for, counted. The rows themselves may still be looked up; what is
 * known of them without reading comes from a source that they are a part of.
 */
import type {
  IndexEntry,
  IndexScan,
  ItemName,
  ItemRef,
  ItemRow,
  ItemScan,
  JudgedEntries,
  NearestChunk,
  RowSource,
  ValueJudge,
} from "./row-source.ts";
import type { TextSource } from "./text-source.ts";
import type { VectorSearch } from "./vector-search.ts";

/** What a read waits for. */
export type ReadKind = "index" | "items";

export interface ReadObserver {
  /** Reads one answer; `note` is to be called with it before it is returned. */
  answer<T>(kind: ReadKind, read: () => Promise<T>, note: (answer: T) => void): Promise<T>;
  /** The same for chunks, one after another. */
  chunks<T>(kind: ReadKind, read: () => AsyncIterable<T>, note: (chunk: T) => void): AsyncIterable<T>;
  /** Items were read. */
  items(rows: readonly ItemRow[]): void;
  /** So many entries of an index were read. */
  entries(count: number): void;
}

export class ObservedRows implements RowSource {
  readonly #known: RowSource;
  readonly #rows: RowSource | Promise<RowSource>;
  readonly #observer: ReadObserver;
  readonly #noteItems = (rows: readonly ItemRow[]) => this.#observer.items(rows);
  readonly #noteCount = (count: number | undefined) => this.#observer.entries(count ?? 0);
  readonly #noteList = ({ length }: readonly unknown[]) => this.#observer.entries(length);

  /** `rows`: what to read; absent: `known`. */
  constructor(known: RowSource, observer: ReadObserver, rows: RowSource | Promise<RowSource> = known) {
    this.#known = known;
    this.#observer = observer;
    this.#rows = rows;
    // Whoever reads first is told.
    if (rows instanceof Promise) rows.catch(() => {});
  }

  get indexLosesDigits(): boolean {
    return this.#known.indexLosesDigits;
  }

  itemCount(): number {
    return this.#known.itemCount();
  }

  itemBytes(): number | undefined {
    return this.#known.itemBytes();
  }

  indexedItemCount(): number {
    return this.#known.indexedItemCount();
  }

  exactCount(): Promise<number | undefined> {
    return this.#answer("index", (rows) => rows.exactCount(), this.#noteCount);
  }

  items(scan: ItemScan): AsyncIterable<readonly ItemRow[]> {
    return this.#chunks("items", (rows) => rows.items(scan), this.#noteItems);
  }

  async refs(scan: ItemScan): Promise<AsyncIterable<readonly ItemRef[]> | undefined> {
    const chunks = await this.#answer("index", (rows) => rows.refs(scan));
    return chunks && this.#observer.chunks("index", () => chunks, this.#noteList);
  }

  lacking(path: string, scan: ItemScan): AsyncIterable<readonly ItemRow[]> {
    return this.#chunks("items", (rows) => rows.lacking(path, scan), this.#noteItems);
  }

  load(refs: readonly ItemRef[]): Promise<readonly ItemRow[]> {
    return this.#answer("items", (rows) => rows.load(refs), this.#noteItems);
  }

  find(names: readonly ItemName[]): Promise<readonly ItemRef[]> {
    return this.#answer("index", (rows) => rows.find(names), this.#noteList);
  }

  index(scan: IndexScan): AsyncIterable<readonly IndexEntry[]> {
    const note = scan.alike === undefined ? this.#noteList : this.#noteRuns;
    return this.#chunks("index", (rows) => rows.index(scan), note);
  }

  async judged(scan: IndexScan, judge: ValueJudge): Promise<AsyncIterable<JudgedEntries> | undefined> {
    const chunks = await this.#answer("index", (rows) => rows.judged(scan, judge));
    const note = ({ entries, passedOver }: JudgedEntries) =>
      this.#observer.entries(entries.length + passedOver);
    return chunks && this.#observer.chunks("index", () => chunks, note);
  }

  nearest(search: VectorSearch, usefulShare: () => number): AsyncIterable<NearestChunk> {
    const note = ({ vectorsRead }: NearestChunk) => this.#observer.entries(vectorsRead);
    return this.#chunks("index", (rows) => rows.nearest(search, usefulShare), note);
  }

  count(scan: IndexScan): Promise<number | undefined> {
    return this.#answer("index", (rows) => rows.count(scan), this.#noteCount);
  }

  estimate(scans: readonly IndexScan[], max: number): Promise<number> {
    return this.#answer("index", (rows) => rows.estimate(scans, max), this.#noteCount);
  }

  readonly #noteRuns = (entries: readonly IndexEntry[]) =>
    this.#observer.entries(entries.reduce((sum, { times }) => sum + times, 0));

  get texts(): TextSource {
    return {
      postings: (scan) => this.#chunks("index", ({ texts }) => texts.postings(scan), this.#noteList),
      countPostings: (scan) =>
        this.#answer("index", ({ texts }) => texts.countPostings(scan), this.#noteCount),
      estimatePostings: (scan, max) =>
        this.#answer("index", ({ texts }) => texts.estimatePostings(scan, max), this.#noteCount),
      nearTerms: (index, word, edits) =>
        this.#answer("index", ({ texts }) => texts.nearTerms(index, word, edits), this.#noteList),
      wordCount: (index) => this.#answer("index", ({ texts }) => texts.wordCount(index)),
    };
  }

  #answer<T>(
    kind: ReadKind,
    read: (rows: RowSource) => Promise<T>,
    note: (answer: T) => void = () => {},
  ): Promise<T> {
    const rows = this.#rows;
    const readNow = rows instanceof Promise ? () => rows.then(read) : () => read(rows);
    return this.#observer.answer(kind, readNow, note);
  }

  #chunks<T>(
    kind: ReadKind,
    read: (rows: RowSource) => AsyncIterable<T>,
    note: (chunk: T) => void,
  ): AsyncIterable<T> {
    const rows = this.#rows;
    const readNow = rows instanceof Promise ? () => chunksOf(rows, read) : () => read(rows);
    return this.#observer.chunks(kind, readNow, note);
  }
}

async function* chunksOf<T>(
  rows: Promise<RowSource>,
  read: (rows: RowSource) => AsyncIterable<T>,
): AsyncGenerator<T> {
  yield* read(await rows);
}
