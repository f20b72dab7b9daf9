/** Opens ranges for a query: asks for each which way is cheapest, and reads the candidates that way. */
import { type IndexIdentity, indexName, pathIndex } from "../../../value/rows/index-identity.ts";
import type { IndexEntry, ItemRow, RowSource } from "../../../value/rows/row-source.ts";
import {
  type Access,
  type AccessChoice,
  type AccessTuning,
  chooseAccess,
  isCoveringCheaper,
  isScattered,
  judgesValues,
  lookupsOf,
} from "../../plan/access/choose-access.ts";
import { type Covering, EVERYWHERE_PATH, extremeIntervals } from "../../plan/access/covering-path.ts";
import type { ItemAccess } from "../../plan/execution-plan.ts";
import type { OrderedScan } from "../../plan/order/ordered-scan.ts";
import type { IndexedOrder } from "../../plan/order/plan-order.ts";
import { type EntryPredicate, type IndexPredicate, indexOf } from "../../plan/predicates/index-predicate.ts";
import { DEFINED, intersectIntervals, UNDEFINED } from "../../plan/predicates/key-interval.ts";
import type { TextPredicate } from "../../plan/predicates/text-predicate.ts";
import { invalidContinuation } from "../continuation.ts";
import type { IndexUsage } from "../index-usage.ts";
import { noWork, type QueryWork } from "../query-work.ts";
import type { RowSkip } from "../row-skip.ts";
import { onlyTerm, termRefs } from "../texts/text-refs.ts";
import {
  collectRefs,
  countIntervals,
  extremeEntries,
  lackingItems,
  loadEntries,
  loadRefs,
  scanWhole,
  skipItems,
  walkItems,
} from "./access-path.ts";
import { CoveredRow, coverEntries, coveredBatch, holdsAnswer, itemHolder } from "./covered-row.ts";
import { orderedEntries } from "./ordered-entries.ts";
import type { QueryRange } from "./query-range.ts";
import type { CandidateChunk, OpenRange, RangePosition } from "./range-stream.ts";
import { scanIntervals } from "./scan-intervals.ts";

interface RangeReaderOptions {
  readonly access: ItemAccess;
  readonly usage: IndexUsage;
  readonly skip: RowSkip;
  readonly tuning: AccessTuning;
}

interface OpenOptions {
  /** Rows may come in the order of an index. */
  readonly mayScan: boolean;
  /** Rows come in the order of the answer: those of OFFSET are passed over. */
  readonly maySkip: boolean;
}

/** To find out whether a range has candidates at all, no more is looked up. */
const LOOKUPS_AHEAD_MAX = 16;

const READ_ALL: OpenOptions = { mayScan: false, maySkip: false };

export class RangeReader {
  readonly #predicate: IndexPredicate;
  readonly #composed: IndexPredicate;
  readonly #usage: IndexUsage;
  readonly #skip: RowSkip;
  readonly #countsOnly: boolean;
  readonly #tuning: AccessTuning;
  readonly #covering: Covering | undefined;
  readonly #choices = new Map<string, Promise<AccessChoice>>();

  constructor({ access, usage, skip, tuning }: RangeReaderOptions) {
    this.#predicate = access.predicate;
    this.#composed = access.composed;
    this.#covering = access.covering;
    this.#usage = usage;
    this.#skip = skip;
    this.#countsOnly = access.countsOnly;
    this.#tuning = tuning;
  }

  /** Whether much has to be read of an index before the first candidate is known. */
  get isCostly(): boolean {
    return judgesValues(this.#predicate) || lookupsOf(this.#composed) > LOOKUPS_AHEAD_MAX;
  }

  /** Whether the entries of a scan are those of the items that pass the filter. */
  isMatchedBy({ bounds }: OrderedScan): boolean {
    return this.#isUnfiltered || (bounds?.isWhole === true && this.#predicate.exact);
  }

  /** The way that a range would be read; asked once for each range. More than `max` candidates are as good as all. */
  choose(range: QueryRange, max = this.#tuning.estimateMax): Promise<AccessChoice> {
    const known = this.#choices.get(range.min);
    if (known !== undefined) return known;
    const estimateMax = Math.min(max, this.#tuning.estimateMax);
    const predicate = partIn(range, this.#predicateFor(range.source));
    const { isMost } = this.#skip;
    const options = { ...this.#tuning, estimateMax, needsFewItems: isMost && this.#isWhole(predicate) };
    const choice = chooseAccess(range.source, predicate, options);
    this.#choices.set(range.min, choice);
    return choice;
  }

  /** Candidates in the order of their refs. */
  inRefOrder(): OpenRange {
    return (range, after, opening) => this.#open(range, after, opening, READ_ALL);
  }

  /** Candidates whose rows are answered as they come, also in the order of an index, where there are too many to sort. */
  unordered(mayScan: boolean): OpenRange {
    return (range, after, opening) => this.#open(range, after, opening, { mayScan, maySkip: true });
  }

  /** Candidates in the order of their refs, which stand for their keys where ranges are merged. */
  byRef(): OpenRange {
    const open = this.inRefOrder();
    return async function* (range, after, opening) {
      for await (const chunk of open(range, after, opening)) {
        yield { ...chunk, keys: chunk.rows.map(({ ref }) => ref) };
      }
    };
  }

  /** Candidates in any order, for queries that read them all before the first row. */
  anyhow(): OpenRange {
    const covering = this.#covering;
    if (covering !== undefined) {
      return (range, after, opening) => this.#openAnyhow(range, after, opening, covering);
    }
    if (!this.#countsOnly) return this.inRefOrder();
    return (range, after, opening) => this.#openCounted(range, after, opening);
  }

  /** Candidates in the order of an index. */
  ordered(order: IndexedOrder): OpenRange {
    return (range, after, opening) => this.#openOrdered(range, after, opening, order);
  }

  async *#open(
    range: QueryRange,
    after: RangePosition | undefined,
    opening: QueryWork,
    { mayScan, maySkip }: OpenOptions,
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
        const isSkipped = maySkip && isMatched && this.#skip.left > 0;
        const chunks = isSkipped ? skipItems(source, after, this.#skip) : walkItems(source, after);
        for await (const chunk of chunks) yield { ...chunk, isMatched };
        return;
      }
      case "lacking": {
        const { predicate } = access;
        this.#note(predicate);
        if (after === undefined) opening.indexLookups++;
        const isMatched = this.#isWhole(predicate);
        for await (const rows of source.lacking(predicate.path, after ? { after: after.ref } : {})) {
          yield { rows, isMatched };
        }
        return;
      }
      case "point":
      case "scan":
        yield* this.#scan(range, after, opening, { ...access, maySkip });
        return;
      case "refs": {
        this.#note(access.predicate);
        const only = access.predicate.kind === "text" ? await onlyTerm(source, access.predicate) : undefined;
        if (only !== undefined) {
          if (after === undefined) opening.indexLookups++;
          const isMatched = this.#isWhole(access.predicate);
          const isUnread = () => isMatched && this.#isUnread(maySkip);
          for await (const refs of termRefs(source, access.predicate as TextPredicate, only, after?.ref)) {
            for await (const { rows } of loadRefs(source, refs, isUnread))
              yield { rows, entriesPerRow: 1, isMatched };
          }
          return;
        }
        const refs = await collectRefs(source, access.predicate, after === undefined ? opening : noWork());
        if (refs === undefined) {
          yield* walkItems(source, after);
          return;
        }
        const rest = after ? [...refs].filter((ref) => ref > after.ref) : [...refs];
        const isMatched = this.#isWhole(access.predicate);
        const isUnread = () => isMatched && this.#isUnread(maySkip);
        for await (const { rows } of loadRefs(source, rest.sort(), isUnread)) yield { rows, isMatched };
        return;
      }
    }
  }

  async *#scan(
    { source }: QueryRange,
    after: RangePosition | undefined,
    opening: QueryWork,
    access: Extract<Access, { kind: "point" | "scan" }> & Pick<OpenOptions, "maySkip">,
  ): AsyncGenerator<CandidateChunk> {
    const { intervals } = access.predicate;
    const index = indexOf(access.predicate);
    this.#usage.use(index, access.predicate.exact);
    if (after === undefined) opening.indexLookups += intervals.length;
    const isMatched = this.#isWhole(access.predicate);
    // The entries of one value stand in the order of their refs: the position needs no key.
    const key = after && (access.kind === "point" ? intervals[0]!.from : after.key!);
    const position = key !== undefined && after ? { after: { key, ref: after.ref } } : {};
    const entries = scanIntervals(source, index, intervals, position);
    const isUnread = () => isMatched && this.#isUnread(access.maySkip);
    for await (const { rows, keys } of this.#rowsOf(source, index, entries, isUnread)) {
      const order = access.kind === "scan" ? { keys, index: scanName(index) } : {};
      yield { rows, entriesPerRow: 1, isMatched, ...order };
    }
  }

  /** What the index has no entries for stands at its lower end. */
  async *#openOrdered(
    range: QueryRange,
    after: RangePosition | undefined,
    opening: QueryWork,
    { reverse, scan, lackingPath }: IndexedOrder,
  ): AsyncGenerator<CandidateChunk> {
    const { index, bounds } = scan;
    const hasGaps = index.kind === "path" && lackingPath !== undefined && !this.#isCoveredBy(index);
    const isLackingAsked = bounds === undefined || bounds.intervals[0]?.from === UNDEFINED.from;
    const isMatched = this.isMatchedBy(scan);
    const lacking = () =>
      lackingItems(range.source, hasGaps && isLackingAsked ? lackingPath : undefined, after, {
        reverse,
        isMatched,
      });
    if (!reverse) yield* lacking();
    const asked = bounds?.intervals;
    const intervals = hasGaps ? intersectIntervals(asked ?? [DEFINED], [DEFINED]) : asked;
    if (after === undefined) opening.indexLookups += intervals?.length ?? 1;
    const position = after?.key === undefined ? {} : { after: { key: after.key, ref: after.ref } };
    const entries = orderedEntries(range.source, scan, { reverse, intervals, ...position });
    const isUnread = () => isMatched && this.#isUnread(true);
    for await (const { rows, keys } of this.#rowsOf(range.source, index, entries, isUnread)) {
      yield { rows, keys, entriesPerRow: 1, isMatched };
    }
    if (reverse) yield* lacking();
  }

  /** The items of index entries, or what the entries tell of them, where that is all the query needs. */
  async *#rowsOf(
    source: RowSource,
    index: IndexIdentity,
    chunks: AsyncIterable<readonly IndexEntry[]>,
    isUnread: () => boolean,
  ): AsyncGenerator<{ readonly rows: readonly ItemRow[]; readonly keys: readonly string[] }> {
    if (this.#covering === undefined || !this.#isCoveredBy(index)) {
      yield* loadEntries(source, chunks, isUnread);
      return;
    }
    for await (const { rows, entries } of coverEntries(source, chunks, this.#covering)) {
      yield { rows, keys: entries.map(({ key }) => key) };
    }
  }

  async *#openAnyhow(
    range: QueryRange,
    after: RangePosition | undefined,
    opening: QueryWork,
    covering: Covering,
  ): AsyncGenerator<CandidateChunk> {
    const { countsOnly, names, path } = covering;
    const count = countsOnly && names.length === 0 ? await range.source.exactCount() : undefined;
    if (count !== undefined) {
      this.#usage.use(pathIndex(path), true);
      opening.indexLookups++;
      yield countedChunk(count);
      return;
    }
    const isCheaper = await isCoveringCheaper(covering, range.source, () => this.choose(range));
    yield* isCheaper
      ? this.#openCovered(range, opening, covering)
      : this.#open(range, after, opening, READ_ALL);
  }

  /** Where only the number of matches matters, and one index has them all, its entries are counted, however many. */
  async *#openCounted(
    range: QueryRange,
    after: RangePosition | undefined,
    opening: QueryWork,
  ): AsyncGenerator<CandidateChunk> {
    const { source } = range;
    const predicate = this.#predicateFor(source);
    if (predicate.kind !== "composite") {
      yield* this.#open(range, after, opening, READ_ALL);
      return;
    }
    const { intervals } = predicate;
    const index = indexOf(predicate);
    this.#usage.use(index, true);
    opening.indexLookups += intervals.length;
    let count = await countIntervals(source, index, intervals);
    if (count === undefined) {
      count = 0;
      for await (const entries of scanIntervals(source, index, intervals)) count += entries.length;
    }
    yield countedChunk(count);
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
    const options = covering.isCountable ? { alike: "counted" as const } : {};
    const chunks = isExtreme
      ? extremeEntries(source, index, extremeIntervals(covering))
      : intervals
        ? scanIntervals(source, index, intervals, options)
        : scanWhole(source, index, options);
    let found = 0;
    const itemOf = itemHolder(names);
    const holds = holdsAnswer(source, covering.showsDigits);
    for await (const entries of chunks) {
      for (const { times } of entries) found += times;
      if (covering.isCountable && entries.length > 0 && entries.every(holds)) {
        yield { rows: [coveredBatch(entries, itemOf)], entriesPerRow: 1, isMatched };
        continue;
      }
      for await (const { rows } of coverEntries(source, [entries], covering)) {
        yield { rows, entriesPerRow: 1, isMatched };
      }
    }
    for (let missing = items - found; missing > 0; missing -= MISSING_ROWS.length) {
      yield { rows: MISSING_ROWS.slice(0, missing), isMatched };
    }
  }

  async #countItems(source: RowSource, opening: QueryWork): Promise<number> {
    const index = pathIndex(EVERYWHERE_PATH);
    this.#usage.use(index, true);
    opening.indexLookups++;
    let items = (await source.count({ index })) ?? -1;
    if (items < 0) {
      items = 0;
      for await (const entries of scanWhole(source, index)) items += entries.length;
    }
    opening.indexEntries += items;
    return items;
  }

  /** A range that an earlier page read in the order of an index goes on in that order, whatever would be chosen now. */
  #scanAccess(name: string | undefined): Access {
    const predicate = [...entryPredicates(this.#composed), ...entryPredicates(this.#predicate)].find(
      (operand) => scanName(indexOf(operand)) === name && !(operand.kind === "path" && operand.isMany),
    );
    if (predicate === undefined) throw invalidContinuation();
    return { kind: "scan", predicate };
  }

  /**
   * A composite index keeps the entries of a logical partition apart, by the values that it also has: where few of the
   * items are in scope, the indexes of single paths, which have them together, are better.
   */
  #predicateFor(source: RowSource): IndexPredicate {
    return isScattered(source) ? this.#predicate : this.#composed;
  }

  /** Whether rows that are known to pass the filter need no item at the moment. */
  #isUnread(maySkip: boolean): boolean {
    return this.#countsOnly || (maySkip && this.#skip.left > 0);
  }

  get #isUnfiltered(): boolean {
    return this.#predicate.kind === "all" && this.#predicate.exact;
  }

  #isCoveredBy(index: IndexIdentity): boolean {
    return this.#covering !== undefined && index.kind === "path" && index.path === this.#covering.path;
  }

  /** Whether a candidate of this predicate is known to pass the filter. */
  #isWhole(predicate: IndexPredicate): boolean {
    const isAll = predicate === this.#predicate || predicate === this.#composed;
    // A conjunction is exact only where it has all operands; names are all that belong to the range.
    const isOther =
      predicate.kind === "and" || (predicate.kind === "named" && this.#predicate.kind === "named");
    return predicate.exact && this.#predicate.exact && (isAll || isOther);
  }

  #note(predicate: IndexPredicate): void {
    if (predicate.kind === "named") this.#usage.use(pathIndex(EVERYWHERE_PATH), predicate.exact);
    if (predicate.kind === "path" || predicate.kind === "composite")
      this.#usage.use(indexOf(predicate), predicate.exact);
    if (predicate.kind === "functional" || predicate.kind === "text")
      this.#usage.use(predicate.index, predicate.exact);
    if (predicate.kind !== "and" && predicate.kind !== "or") return;
    for (const operand of predicate.operands) this.#note(operand);
  }
}

function entryPredicates(predicate: IndexPredicate): readonly EntryPredicate[] {
  const operands = predicate.kind === "and" ? predicate.operands : [predicate];
  return operands.filter((operand) => operand.kind === "path" || operand.kind === "composite");
}

/** What a predicate asks of a range: of names, those that belong there. */
function partIn({ min, max }: QueryRange, predicate: IndexPredicate): IndexPredicate {
  if (predicate.kind !== "named") return predicate;
  return { ...predicate, names: predicate.names.filter(({ epk }) => epk >= min && epk < max) };
}

/** An index in a continuation token; paths begin with a slash. */
function scanName(index: IndexIdentity): string {
  return index.kind === "path" ? index.path : `*${indexName(index)}`;
}

/** Rows that are all alike, each of an index entry. */
function countedChunk(count: number): CandidateChunk {
  const rows = count > 0 ? [new CoveredRow({ ref: "" }, undefined, count)] : [];
  return { rows, entriesPerRow: 1, isMatched: true };
}

/** Items that are known only by their number. */
const MISSING_ROWS: readonly ItemRow[] = Array.from({ length: 256 }, () => new CoveredRow({ ref: "" }));
