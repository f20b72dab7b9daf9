/** Opens ranges for a query: asks for each which way is cheapest, and reads the candidates that way. */
import { type IndexIdentity, pathIndex } from "../../../value/index-identity.ts";
import type { IndexEntry, ItemRow, RowSource } from "../../../value/row-source.ts";
import {
  type Access,
  type AccessChoice,
  type AccessTuning,
  chooseAccess,
  isCoveringCheaper,
} from "../../plan/choose-access.ts";
import { type Covering, EVERYWHERE_PATH, extremeIntervals } from "../../plan/covering-path.ts";
import type { ItemAccess } from "../../plan/execution-plan.ts";
import type { IndexPredicate, PathPredicate } from "../../plan/index-predicate.ts";
import { DEFINED, type KeyInterval } from "../../plan/key-interval.ts";
import type { IndexedOrder } from "../../plan/plan-order.ts";
import { invalidContinuation } from "../continuation.ts";
import type { IndexUsage } from "../index-usage.ts";
import { noWork, type QueryWork } from "../query-work.ts";
import {
  collectRefs,
  countIntervals,
  extremeEntries,
  lackingItems,
  loadEntries,
  loadRefs,
  scanIntervals,
  scanWhole,
  walkItems,
} from "./access-path.ts";
import { CoveredRow, coverEntries } from "./covered-row.ts";
import type { QueryRange } from "./query-range.ts";
import type { CandidateChunk, OpenRange, RangePosition } from "./range-stream.ts";

interface RangeReaderOptions {
  readonly access: ItemAccess;
  readonly usage: IndexUsage;
  readonly tuning: AccessTuning;
}

/** What is read of the index of an order. */
interface OrderedEntries extends IndexedOrder {
  /** What the filter asks for of the same index. */
  readonly bounds: PathPredicate | undefined;
  /** Absent: all of it. */
  readonly intervals: readonly KeyInterval[] | undefined;
}

export class RangeReader {
  readonly #predicate: IndexPredicate;
  readonly #usage: IndexUsage;
  readonly #tuning: AccessTuning;
  readonly #covering: Covering | undefined;
  readonly #choices = new Map<string, Promise<AccessChoice>>();

  constructor({ access, usage, tuning }: RangeReaderOptions) {
    this.#predicate = access.predicate;
    this.#covering = access.covering;
    this.#usage = usage;
    this.#tuning = tuning;
  }

  /** The filter asks for a part of the index of an order, and for nothing else. */
  isBoundOf({ index }: IndexedOrder): boolean {
    return this.#predicate.kind === "path" && isPathIndex(index, this.#predicate.path);
  }

  /** The way that a range would be read; asked once for each range. More than `max` candidates are as good as all. */
  choose(range: QueryRange, max = this.#tuning.estimateMax): Promise<AccessChoice> {
    const known = this.#choices.get(range.min);
    if (known !== undefined) return known;
    const estimateMax = Math.min(max, this.#tuning.estimateMax);
    const choice = chooseAccess(range.source, this.#predicate, { ...this.#tuning, estimateMax });
    this.#choices.set(range.min, choice);
    return choice;
  }

  /** Candidates in the order of their refs, or, if allowed, of an index where they are too many to be sorted. */
  unordered(mayScan: boolean): OpenRange {
    return (range, after, opening) => this.#open(range, after, opening, mayScan);
  }

  /** Candidates in the order of their refs, which stand for their keys where ranges are merged. */
  byRef(): OpenRange {
    const open = this.unordered(false);
    return async function* (range, after, opening) {
      for await (const chunk of open(range, after, opening)) {
        yield { ...chunk, keys: chunk.rows.map(({ ref }) => ref) };
      }
    };
  }

  /** Candidates in any order, for queries that read them all before the first row. */
  anyhow(): OpenRange {
    const covering = this.#covering;
    if (covering === undefined) return this.unordered(false);
    return (range, after, opening) => this.#openAnyhow(range, after, opening, covering);
  }

  /** Candidates in the order of an index. */
  ordered(order: IndexedOrder): OpenRange {
    return (range, after, opening) => this.#openOrdered(range, after, opening, order);
  }

  async *#open(
    range: QueryRange,
    after: RangePosition | undefined,
    opening: QueryWork,
    mayScan: boolean,
  ): AsyncGenerator<CandidateChunk> {
    const { source } = range;
    const chosen =
      after?.key === undefined ? (await this.choose(range)).access : this.#scanAccess(after.index);
    // A range that an earlier page read in the order of refs goes on in that order, whatever would be chosen now.
    const isByRef = !mayScan || (after !== undefined && after.key === undefined);
    const access: Access = chosen.kind === "scan" && isByRef ? { ...chosen, kind: "refs" } : chosen;
    switch (access.kind) {
      case "walk": {
        const isMatched = this.#isUnfiltered;
        for await (const { rows } of walkItems(source, after)) yield { rows, isMatched };
        return;
      }
      case "point":
      case "scan":
        yield* this.#scan(range, after, opening, access);
        return;
      case "refs": {
        this.#note(access.predicate);
        const refs = await collectRefs(source, access.predicate, after === undefined ? opening : noWork());
        if (refs === undefined) {
          yield* walkItems(source, after);
          return;
        }
        const rest = after ? [...refs].filter((ref) => ref > after.ref) : [...refs];
        const isMatched = this.#isWhole(access.predicate);
        for await (const { rows } of loadRefs(source, rest.sort())) yield { rows, isMatched };
        return;
      }
    }
  }

  async *#scan(
    { source }: QueryRange,
    after: RangePosition | undefined,
    opening: QueryWork,
    access: Extract<Access, { kind: "point" | "scan" }>,
  ): AsyncGenerator<CandidateChunk> {
    const { path, intervals } = access.predicate;
    const index = pathIndex(path);
    this.#usage.use(index, access.predicate.exact);
    if (after === undefined) opening.indexLookups += intervals.length;
    const isMatched = this.#isWhole(access.predicate);
    // The entries of one value stand in the order of their refs: the position needs no key.
    const key = after && (access.kind === "point" ? intervals[0]!.from : after.key!);
    const position = key !== undefined && after ? { after: { key, ref: after.ref } } : {};
    const entries = scanIntervals(source, index, intervals, position);
    for await (const { rows, keys } of this.#rowsOf(source, index, entries)) {
      const order = access.kind === "scan" ? { keys, index: path } : {};
      yield { rows, entriesPerRow: 1, isMatched, ...order };
    }
  }

  /** What the index has no entries for stands at its lower end. */
  async *#openOrdered(
    range: QueryRange,
    after: RangePosition | undefined,
    opening: QueryWork,
    order: IndexedOrder,
  ): AsyncGenerator<CandidateChunk> {
    const bounds = this.#operands().find(({ path, isMany }) => isPathIndex(order.index, path) && !isMany);
    const isCovered = this.#covering !== undefined && isPathIndex(order.index, this.#covering.path);
    const lackingPath = bounds === undefined && !isCovered ? order.lackingPath : undefined;
    const isMatched = this.#isUnfiltered;
    const lacking = () =>
      lackingItems(range.source, lackingPath, after, { reverse: order.reverse, isMatched });
    if (!order.reverse) yield* lacking();
    const intervals = bounds?.intervals ?? (lackingPath === undefined ? undefined : [DEFINED]);
    yield* this.#openEntries(range, after, opening, { ...order, bounds, intervals });
    if (order.reverse) yield* lacking();
  }

  async *#openEntries(
    { source }: QueryRange,
    after: RangePosition | undefined,
    opening: QueryWork,
    { index, reverse, bounds, intervals }: OrderedEntries,
  ): AsyncGenerator<CandidateChunk> {
    const position = after?.key === undefined ? {} : { after: { key: after.key, ref: after.ref } };
    if (after === undefined) opening.indexLookups += intervals?.length ?? 1;
    const options = { reverse, ...position };
    const entries = intervals
      ? scanIntervals(source, index, intervals, options)
      : scanWhole(source, index, options);
    const isMatched = this.#isUnfiltered || (bounds !== undefined && this.#isWhole(bounds));
    for await (const { rows, keys } of this.#rowsOf(source, index, entries)) {
      yield { rows, keys, entriesPerRow: 1, isMatched };
    }
  }

  /** The items of index entries, or what the entries tell of them, where that is all the query needs. */
  async *#rowsOf(
    source: RowSource,
    index: IndexIdentity,
    chunks: AsyncIterable<readonly IndexEntry[]>,
  ): AsyncGenerator<{ readonly rows: readonly ItemRow[]; readonly keys: readonly string[] }> {
    if (this.#covering === undefined || !isPathIndex(index, this.#covering.path)) {
      yield* loadEntries(source, chunks);
      return;
    }
    for await (const entries of chunks) yield await coverEntries(source, entries, this.#covering.names);
  }

  async *#openAnyhow(
    range: QueryRange,
    after: RangePosition | undefined,
    opening: QueryWork,
    covering: Covering,
  ): AsyncGenerator<CandidateChunk> {
    const { countsOnly, names, path } = covering;
    const count = countsOnly && names.length === 0 ? await range.source.exactCount?.() : undefined;
    if (count !== undefined) {
      this.#usage.use(pathIndex(path), true);
      opening.indexLookups++;
      yield countedChunk(count);
      return;
    }
    const isCheaper = await isCoveringCheaper(covering, range.source, () => this.choose(range));
    yield* isCheaper ? this.#openCovered(range, opening, covering) : this.#open(range, after, opening, false);
  }

  async *#openCovered(
    { source }: QueryRange,
    opening: QueryWork,
    covering: Covering,
  ): AsyncGenerator<CandidateChunk> {
    const { names, intervals, isExtreme, isMatched, countsMissing, countsOnly } = covering;
    const index = pathIndex(covering.path);
    this.#usage.use(index, isMatched);
    const items = countsMissing ? await this.#countItems(source, opening) : 0;
    opening.indexLookups += isExtreme ? 2 : (intervals?.length ?? 1);
    const count = countsOnly && intervals ? await countIntervals(source, index, intervals) : undefined;
    if (count !== undefined) {
      yield countedChunk(count);
      return;
    }
    const chunks = isExtreme
      ? extremeEntries(source, index, extremeIntervals(covering))
      : intervals
        ? scanIntervals(source, index, intervals)
        : scanWhole(source, index);
    let found = 0;
    for await (const entries of chunks) {
      found += entries.length;
      yield { ...(await coverEntries(source, entries, names)), entriesPerRow: 1, isMatched };
    }
    for (let missing = items - found; missing > 0; missing -= MISSING_ROWS.length) {
      yield { rows: MISSING_ROWS.slice(0, missing), isMatched };
    }
  }

  async #countItems(source: RowSource, opening: QueryWork): Promise<number> {
    const index = pathIndex(EVERYWHERE_PATH);
    this.#usage.use(index, true);
    opening.indexLookups++;
    let items = (await source.count?.({ index })) ?? -1;
    if (items < 0) {
      items = 0;
      for await (const entries of scanWhole(source, index)) items += entries.length;
    }
    opening.indexEntries += items;
    return items;
  }

  /** A range that an earlier page read in the order of an index goes on in that order, whatever would be chosen now. */
  #scanAccess(index: string | undefined): Access {
    const predicate = this.#operands().find(({ path, isMany }) => path === index && !isMany);
    if (predicate === undefined) throw invalidContinuation();
    return { kind: "scan", predicate };
  }

  get #isUnfiltered(): boolean {
    return this.#predicate.kind === "all" && this.#predicate.exact;
  }

  #operands(): readonly PathPredicate[] {
    const { kind } = this.#predicate;
    const operands = kind === "and" ? this.#predicate.operands : [this.#predicate];
    return operands.filter((operand) => operand.kind === "path");
  }

  /** Whether a candidate of this predicate is known to pass the filter. */
  #isWhole(predicate: IndexPredicate): boolean {
    return (
      predicate.exact &&
      this.#predicate.exact &&
      (predicate === this.#predicate || isSame(predicate, this.#predicate))
    );
  }

  #note(predicate: IndexPredicate): void {
    if (predicate.kind === "path") this.#usage.use(pathIndex(predicate.path), predicate.exact);
    if (predicate.kind !== "and" && predicate.kind !== "or") return;
    for (const operand of predicate.operands) this.#note(operand);
  }
}

function isPathIndex(index: IndexIdentity, path: string): boolean {
  return index.kind === "path" && index.path === path;
}

/** A conjunction of all operands, in any order, is the predicate itself. */
function isSame(a: IndexPredicate, b: IndexPredicate): boolean {
  return a.kind === "and" && b.kind === "and" && a.operands.length === b.operands.length;
}

/** Rows that are all alike, each of an index entry. */
function countedChunk(count: number): CandidateChunk {
  const rows = count > 0 ? [new CoveredRow("", undefined, count)] : [];
  return { rows, entriesPerRow: 1, isMatched: true };
}

/** Items that are known only by their number. */
const MISSING_ROWS: readonly ItemRow[] = Array.from({ length: 256 }, () => new CoveredRow(""));
