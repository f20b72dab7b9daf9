/** The candidates of one range, as its access path yields them; counts each when it is taken. */
import { FIRST_BATCH, nextBatch } from "../../../value/operations/item-batch.ts";
import type { ItemRef, ItemRow } from "../../../value/rows/row-source.ts";
import { noWork, type QueryWork } from "../query-work.ts";
import { CoveredRow } from "./covered-row.ts";
import type { QueryRange } from "./query-range.ts";
import { HIGHEST_REF } from "./sort-position.ts";

export interface CandidateChunk {
  readonly rows: readonly ItemRow[];
  /** The index entry of each row; absent where rows come in the order of their refs. */
  readonly keys?: readonly string[];
  /** The index whose order this is, where it was the reader's choice and not the query's. */
  readonly index?: string;
  /** Index entries to count for each row; absent where they were counted when the rows were looked up. */
  readonly entriesPerRow?: number;
  /** The rows are known to pass the filter. */
  readonly isMatched?: boolean;
}

/** Where a range was left: strictly after this entry. */
export interface RangePosition {
  readonly ref: ItemRef;
  readonly key?: string;
  readonly index?: string;
}

/**
 * Opens a range after a position; called once. What it takes to open a range, before its first candidate, is added to
 * `opening`; nothing where a page goes on in the middle.
 */
export type OpenRange = (
  range: QueryRange,
  after: RangePosition | undefined,
  opening: QueryWork,
) => AsyncIterable<CandidateChunk>;

/** The next page need not look for more, which may take as long as all that was found. */
const READ_TO_THE_END: RangePosition = { ref: HIGHEST_REF };

export class RangeStream {
  readonly range: QueryRange;
  readonly #open: OpenRange;
  readonly #work: QueryWork;
  readonly #opening = noWork();
  #chunks: AsyncIterator<CandidateChunk> | undefined;
  #chunk: CandidateChunk | undefined;
  #at = 0;
  /** What is left of a chunk of which some rows were read. */
  #unread: CandidateChunk | undefined;
  #batch = FIRST_BATCH;
  /** Where the page began in this range. */
  readonly #after: RangePosition | undefined;
  /** The last candidate taken on this page. */
  #taken: ItemRow | undefined;
  #takenKey: string | undefined;
  #takenIndex: string | undefined;
  #isDone: boolean;

  constructor(range: QueryRange, open: OpenRange, after: RangePosition | undefined, work: QueryWork) {
    this.range = range;
    this.#open = open;
    this.#after = after;
    this.#work = work;
    this.#isDone = after?.ref === HIGHEST_REF && after.key === undefined;
  }

  /** The last candidate taken, on this page or one before; past all where none is left after it. */
  get position(): RangePosition | undefined {
    const isBegun = this.#taken !== undefined || this.#after !== undefined;
    if (isBegun && this.#isDone) return READ_TO_THE_END;
    if (this.#taken === undefined) return this.#after;
    const key = this.#takenKey;
    const index = this.#takenIndex;
    return {
      ref: this.#taken.ref,
      ...(key !== undefined && { key }),
      ...(index !== undefined && { index }),
    };
  }

  head(): ItemRow | undefined {
    return this.#chunk?.rows[this.#at];
  }

  /** The head's index entry. */
  get key(): string {
    return this.#chunk?.keys?.[this.#at] ?? "";
  }

  /** Whether the head is known to pass the filter. */
  get isMatched(): boolean {
    return this.#chunk?.isMatched ?? false;
  }

  async fill(): Promise<boolean> {
    if (this.#unread !== undefined) {
      this.#chunk = this.#unread;
      this.#unread = undefined;
      this.#at = 0;
      return true;
    }
    if (this.#isDone) return false;
    this.#chunks ??= this.#open(this.range, this.#after, this.#opening)[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await this.#chunks.next();
      if (done) {
        this.#chunk = undefined;
        this.#isDone = true;
        return false;
      }
      if (value.rows.length > 0) {
        this.#chunk = value;
        this.#at = 0;
        return true;
      }
    }
  }

  /** Reads the items of the next few rows of the chunk. */
  async read(): Promise<void> {
    const chunk = this.#chunk!;
    const end = this.#at + this.#batch;
    const rows = await this.range.source.load(chunk.rows.slice(this.#at, end).map(({ ref }) => ref));
    this.#batch = nextBatch(this.#batch, rows);
    const refs = new Set(rows.map(({ ref }) => ref));
    const keys = chunk.keys?.slice(this.#at, end).filter((_, i) => refs.has(chunk.rows[this.#at + i]!.ref));
    this.#unread = end < chunk.rows.length ? partOf(chunk, end) : undefined;
    this.#chunk = { ...chunk, rows, ...(keys && { keys }) };
    this.#at = 0;
  }

  take(isMatched: boolean): void {
    const chunk = this.#chunk!;
    const row = chunk.rows[this.#at]!;
    this.#taken = row;
    this.#takenKey = chunk.keys?.[this.#at];
    this.#takenIndex = chunk.index;
    const { entriesPerRow = 0 } = chunk;
    if (row instanceof CoveredRow) {
      this.#work.indexEntries += entriesPerRow * row.times;
    } else {
      this.#work.indexEntries += entriesPerRow;
      this.#work.itemsLoaded++;
      if (isMatched) this.#work.itemsMatched++;
      this.#work.bytesLoaded += row.size;
    }
    this.#at++;
  }

  /** Counts the range as visited: the query is past its beginning for good, and does not just look ahead. */
  countVisit(): void {
    this.#work.partitionsVisited++;
    this.#work.indexLookups += this.#opening.indexLookups;
    this.#work.indexEntries += this.#opening.indexEntries;
  }

  /** Frees the scan beneath. */
  async close(): Promise<void> {
    await this.#chunks?.return?.();
  }
}

function partOf(chunk: CandidateChunk, from: number): CandidateChunk {
  const { rows, keys } = chunk;
  return { ...chunk, rows: rows.slice(from), ...(keys && { keys: keys.slice(from) }) };
}
