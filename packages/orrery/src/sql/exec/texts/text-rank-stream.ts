/**
 * Candidates in the order of a full-text score, best first, as an index tells it: the postings of the terms are read and
 * scored, and items are loaded from the best on, as far as they are asked for. Behind them come the items whose texts
 * have none of the terms, all of which score 0, and then those without a text; none of them is scored.
 *
 * The order is that of a sort over all items, and so are the positions: by score, by range, by ref.
 */
import type { ItemRef, ItemRow } from "../../../value/rows/row-source.ts";
import { sortInPieces } from "../../../value/sort-in-pieces.ts";
import { ITEM_SLOT } from "../../bind/environment.ts";
import { bm25 } from "../../functions/full-text/bm25.ts";
import type { TextScoreOrder } from "../../plan/order/plan-order.ts";
import { isLong, prepareRow } from "../prepare-row.ts";
import type { QueryRun } from "../query-run.ts";
import { addWork, noWork, type QueryWork } from "../query-work.ts";
import { collectRefs } from "../stream/access-path.ts";
import type { CandidateStream, StreamPosition } from "../stream/candidate-stream.ts";
import { compareEntries, type SortEntry, SortProgress, sortPosition } from "../stream/sort-position.ts";
import { searchTexts, textAt } from "./search-texts.ts";

/** Items are fetched in batches that grow, so that a query that stops early has not read much ahead. */
const FIRST_BATCH = 16;
const BATCH_MAX = 256;

/** What is known of a range before its items are loaded. */
interface SearchedRange {
  /** By ref. */
  readonly scores: ReadonlyMap<ItemRef, number>;
  /** Those that the filter may let through; absent: all. */
  readonly allowed: ReadonlySet<ItemRef> | undefined;
  /** Where the page begins in it. */
  readonly after: SortEntry | undefined;
}

interface Scored {
  readonly ref: ItemRef;
  readonly rangeIndex: number;
  readonly score: number;
}

interface Ranked extends SortEntry {
  readonly row: ItemRow;
  readonly rangeIndex: number;
  /** What it took to find it, after the one before. */
  readonly work: QueryWork;
  /** The last in each range that was passed over meanwhile: nobody has to look at them again. */
  readonly passed: ReadonlyMap<number, SortEntry>;
}

export class TextRankStream implements CandidateStream {
  readonly rangeNumber = 0;
  readonly looksAhead = true;
  /** What the filter does not let through is left out. */
  readonly isMatched = true;
  readonly #run: QueryRun;
  readonly #order: TextScoreOrder;
  readonly #ranges: readonly SearchedRange[];
  readonly #progress: SortProgress;
  readonly #chunks: AsyncGenerator<readonly Ranked[]>;
  #chunk: readonly Ranked[] = [];
  #at = 0;
  /** Done and passed over since the last candidate that was found. */
  #pending = noWork();
  #passed = new Map<number, SortEntry>();

  private constructor(run: QueryRun, order: TextScoreOrder, ranges: readonly SearchedRange[]) {
    this.#run = run;
    this.#order = order;
    this.#ranges = ranges;
    this.#progress = new SortProgress(run.ranges, run.start);
    this.#chunks = this.#candidates();
  }

  /** Undefined: too much would have to be read of the index. */
  static async open(run: QueryRun, order: TextScoreOrder): Promise<TextRankStream | undefined> {
    const { start, work } = run;
    const done = noWork();
    const ranges = await Promise.all(run.ranges.map((range) => searchRange(run, order, range, done)));
    if (!ranges.every((range) => range !== undefined)) return undefined;
    run.usage.use(order.index, true);
    // Later pages search again, and count nothing.
    if (start.rows === 0 && start.key === undefined) {
      done.partitionsVisited = ranges.length;
      addWork(work, done);
    }
    return new TextRankStream(run, order, ranges);
  }

  head(): ItemRow | undefined {
    return this.#chunk[this.#at]?.row;
  }

  async fill(): Promise<boolean> {
    while (this.head() === undefined) {
      const { done, value } = await this.#chunks.next();
      if (done) {
        addWork(this.#run.work, this.#pending);
        this.#pending = noWork();
        return false;
      }
      this.#chunk = value;
      this.#at = 0;
    }
    return true;
  }

  /** All rows are read. */
  async read(): Promise<void> {}

  take(): void {
    const ranked = this.#chunk[this.#at++]!;
    addWork(this.#run.work, ranked.work);
    this.#run.work.itemsMatched++;
    for (const [rangeIndex, entry] of ranked.passed) this.#progress.take(rangeIndex, entry);
    this.#progress.take(ranked.rangeIndex, ranked);
  }

  position(): StreamPosition {
    return this.#progress.position();
  }

  async close(): Promise<void> {
    await this.#chunks.return(undefined);
  }

  async *#candidates(): AsyncGenerator<readonly Ranked[]> {
    yield* this.#scored();
    const zero = this.#order.keyOfScore(0);
    for (const i of this.#ranges.keys()) yield* this.#unmatched(i, zero);
    const unscored = this.#order.keyOfScore(undefined);
    for (const i of this.#ranges.keys()) yield* this.#textless(i, unscored);
  }

  async *#scored(): AsyncGenerator<readonly Ranked[]> {
    const scored = this.#ranges.flatMap(({ scores, allowed, after }, rangeIndex) => {
      const left: Scored[] = [];
      for (const [ref, score] of scores) {
        if (allowed !== undefined && !allowed.has(ref)) continue;
        if (after === undefined || this.#isAfter({ key: this.#order.keyOfScore(score), ref }, after)) {
          left.push({ ref, score, rangeIndex });
        }
      }
      return left;
    });
    const best = await this.#run.pacer.inTurns(sortInPieces(scored, bestFirst));
    for (let at = 0, size = FIRST_BATCH; at < best.length; at += size, size = Math.min(size * 2, BATCH_MAX)) {
      yield this.#passing(await this.#load(best.slice(at, at + size)));
    }
  }

  /** Texts with none of the terms. */
  async *#unmatched(rangeIndex: number, key: string): AsyncGenerator<readonly Ranked[]> {
    const { scores, allowed } = this.#ranges[rangeIndex]!;
    const from = this.#startOf(rangeIndex, key);
    if (from === "passed") return;
    const { source } = this.#run.ranges[rangeIndex]!;
    const scan = { index: this.#order.index, of: { kind: "texts" }, reverse: true, ...from } as const;
    let size = FIRST_BATCH;
    for await (const postings of source.texts.postings(scan)) {
      const refs = postings
        .map(({ ref }) => ref)
        .filter((ref) => !scores.has(ref) && (allowed?.has(ref) ?? true));
      for (let at = 0; at < refs.length; at += size, size = Math.min(size * 2, BATCH_MAX)) {
        const rows = await source.load(refs.slice(at, at + size));
        yield this.#passing(rows.map((row) => ({ row, key, rangeIndex, ref: row.ref, entries: 1 })));
      }
      await this.#pause();
    }
  }

  /** Items without a text. */
  async *#textless(rangeIndex: number, key: string): AsyncGenerator<readonly Ranked[]> {
    const from = this.#startOf(rangeIndex, key);
    if (from === "passed") return;
    for await (const rows of this.#itemsBackwards(rangeIndex, from)) {
      const found: Found[] = [];
      for (const row of rows) {
        const isTextless = textAt(row.value(), this.#order.index) === undefined;
        found.push({
          row,
          key,
          rangeIndex,
          ref: row.ref,
          entries: 0,
          ...(!isTextless && { isPassedOver: true }),
        });
      }
      yield this.#passing(found);
      await this.#pause();
    }
  }

  async *#itemsBackwards(
    rangeIndex: number,
    from: { readonly after?: ItemRef },
  ): AsyncGenerator<readonly ItemRow[]> {
    const { source } = this.#run.ranges[rangeIndex]!;
    const { allowed } = this.#ranges[rangeIndex]!;
    if (allowed === undefined) {
      yield* source.items({ reverse: true, ...from });
      return;
    }
    const { after } = from;
    const refs = [...allowed]
      .filter((ref) => after === undefined || ref < after)
      .sort()
      .reverse();
    for (let at = 0; at < refs.length; at += BATCH_MAX)
      yield await source.load(refs.slice(at, at + BATCH_MAX));
  }

  /** In the order given; an item that has gone since is left out. */
  async #load(scored: readonly Scored[]): Promise<readonly Found[]> {
    const rows = await Promise.all(
      this.#run.ranges.map(async ({ source }, i) => {
        const refs = scored.filter(({ rangeIndex }) => rangeIndex === i).map(({ ref }) => ref);
        const loaded = refs.length === 0 ? [] : await source.load(refs);
        return new Map(loaded.map((row) => [row.ref, row]));
      }),
    );
    return scored.flatMap(({ ref, rangeIndex, score }) => {
      const row = rows[rangeIndex]!.get(ref);
      return row === undefined
        ? []
        : [{ row, key: this.#order.keyOfScore(score), rangeIndex, ref, entries: 0 }];
    });
  }

  /** Those that make a row, each with the work that it took. */
  async #passing(found: readonly Found[]): Promise<readonly Ranked[]> {
    const ranked: Ranked[] = [];
    for (const { row, key, ref, rangeIndex, entries, isPassedOver = false } of found) {
      this.#pending.itemsLoaded++;
      this.#pending.bytesLoaded += row.size;
      this.#pending.indexEntries += entries;
      const isAsked = !isPassedOver && this.#run.bound.where !== undefined;
      if (isAsked && isLong(this.#run, row)) await prepareRow(this.#run, row, () => this.#passes(row));
      if (isPassedOver || !this.#passes(row)) {
        this.#passed.set(rangeIndex, { key, ref });
        continue;
      }
      ranked.push({ row, key, ref, rangeIndex, work: this.#pending, passed: this.#passed });
      this.#pending = noWork();
      this.#passed = new Map();
    }
    return ranked;
  }

  #passes(row: ItemRow): boolean {
    const { bound, context, environment } = this.#run;
    if (bound.where === undefined) return true;
    context.startItem();
    environment[ITEM_SLOT] = row.value();
    return bound.where(environment) === true;
  }

  /** Where the entries of a key begin on this page. */
  #startOf(rangeIndex: number, key: string): "passed" | { readonly after?: ItemRef } {
    const { after } = this.#ranges[rangeIndex]!;
    if (after === undefined || after.key > key) return {};
    return after.key < key ? "passed" : { after: after.ref };
  }

  #isAfter(entry: SortEntry, after: SortEntry): boolean {
    return compareEntries(entry, after, true) > 0;
  }

  async #pause(): Promise<void> {
    if (this.#run.pacer.isDue()) await this.#run.pacer.pause();
  }
}

interface Found extends SortEntry {
  readonly row: ItemRow;
  readonly rangeIndex: number;
  /** Index entries that were read for it and are not counted yet. */
  readonly entries: number;
  /** It had to be read to know that it is none of those looked for. */
  readonly isPassedOver?: boolean;
}

function bestFirst(a: Scored, b: Scored): number {
  return b.score - a.score || a.rangeIndex - b.rangeIndex || (a.ref < b.ref ? 1 : -1);
}

async function searchRange(
  { pacer, reader, bound, start }: QueryRun,
  { index, scoring }: TextScoreOrder,
  range: QueryRun["ranges"][number],
  work: QueryWork,
): Promise<SearchedRange | undefined> {
  const { source } = range;
  const pause = async () => {
    pacer.hurry();
    if (pacer.isDue()) await pacer.pause();
  };
  const matches = await searchTexts(source, { index, terms: scoring.terms, pause }, work);
  if (matches === undefined) return undefined;
  const scores = new Map<ItemRef, number>();
  for (const { ref, length, occurrences } of matches.values()) {
    scores.set(ref, bm25(occurrences, length, scoring.statistics));
  }
  const access = bound.where === undefined ? undefined : (await reader.choose(range)).access;
  const allowed =
    access === undefined || access.kind === "walk"
      ? undefined
      : await collectRefs(source, access.predicate, work);
  return { scores, allowed, after: sortPosition(range, start, true) };
}
