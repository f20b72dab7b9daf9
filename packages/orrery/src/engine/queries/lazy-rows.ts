import type { PartitionRows } from "../../store/scans/partition-rows.ts";
import type { RowSource } from "../../value/row-source.ts";
import type { TextSource } from "../../value/text-source.ts";
import type { VectorSearch } from "../../value/vector-search.ts";

/** Rows whose scope is still being looked up. */
export class LazyRows implements RowSource {
  readonly #rows: Promise<PartitionRows>;
  readonly #all: PartitionRows;

  /** `all`: rows of which they are a part, for estimates. */
  constructor(rows: Promise<PartitionRows>, all: PartitionRows) {
    this.#rows = rows;
    this.#all = all;
    rows.catch(() => {});
  }

  get indexLosesDigits(): boolean {
    return this.#all.indexLosesDigits;
  }

  itemCount(): number {
    return this.#all.itemCount();
  }
  itemBytes(): number {
    return this.#all.itemBytes();
  }
  async exactCount() {
    return (await this.#rows).exactCount();
  }
  async count(scan: Parameters<RowSource["index"]>[0]) {
    return (await this.#rows).count(scan);
  }
  async *items(options: Parameters<RowSource["items"]>[0]) {
    yield* (await this.#rows).items(options);
  }
  async *lacking(path: string, options: Parameters<RowSource["lacking"]>[1]) {
    yield* (await this.#rows).lacking(path, options);
  }
  async *index(scan: Parameters<RowSource["index"]>[0]) {
    yield* (await this.#rows).index(scan);
  }
  async judged(...args: Parameters<PartitionRows["judged"]>) {
    return (await this.#rows).judged(...args);
  }
  async find(names: Parameters<PartitionRows["find"]>[0]) {
    return (await this.#rows).find(names);
  }
  async *nearest(search: VectorSearch, usefulShare: () => number) {
    yield* (await this.#rows).nearest(search, usefulShare);
  }
  async load(refs: readonly string[]) {
    return (await this.#rows).load(refs);
  }
  async estimate(scans: Parameters<RowSource["estimate"]>[0], max: number) {
    return (await this.#rows).estimate(scans, max);
  }
  get texts(): TextSource {
    const texts = this.#rows.then((rows) => rows.texts);
    texts.catch(() => {});
    return {
      async *postings(scan) {
        yield* (await texts).postings(scan);
      },
      countPostings: async (scan) => (await texts).countPostings(scan),
      estimatePostings: async (scan, max) => (await texts).estimatePostings(scan, max),
      nearTerms: async (index, word, edits) => (await texts).nearTerms(index, word, edits),
      wordCount: async (index) => (await texts).wordCount(index),
    };
  }
}
