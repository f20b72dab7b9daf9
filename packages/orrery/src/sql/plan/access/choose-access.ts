/**
 * Which way to the candidates of one range costs least, by estimate. The estimates are counted in the index, up to
 * a bound: a query that finds more than that is not hurt by the difference between two ways of finding it.
 */
import type { IndexIdentity } from "../../../value/rows/index-identity.ts";
import type { RowSource, ValueJudge } from "../../../value/rows/row-source.ts";
import type { SearchTerm } from "../../functions/full-text/search-term.ts";
import {
  asksForLacking,
  asksForLackingOnly,
  type EntryPredicate,
  type FunctionalPredicate,
  type IndexPredicate,
  indexOf,
  type PathPredicate,
} from "../predicates/index-predicate.ts";
import { isPoint, type KeyInterval, scanOf } from "../predicates/key-interval.ts";
import type { TextPredicate } from "../predicates/text-predicate.ts";
import type { Covering } from "./covering-path.ts";
import { sampleEntries } from "./sample-entries.ts";

export type Access =
  /** All items, in the order of their refs. */
  | { readonly kind: "walk" }
  /** The entries of one value, which come in the order of their refs. */
  | { readonly kind: "point"; readonly predicate: EntryPredicate }
  /** The refs of a predicate's items, collected and sorted. */
  | { readonly kind: "refs"; readonly predicate: IndexPredicate }
  /** Items that have nothing at a path, in the order of their refs. */
  | { readonly kind: "lacking"; readonly predicate: PathPredicate }
  /** The entries of some intervals, in the order of the index: for results too large to collect. */
  | { readonly kind: "scan"; readonly predicate: EntryPredicate };

export interface AccessChoice {
  readonly access: Access;
  /** About how many items it yields. */
  readonly candidates: number;
}

/** Where one way becomes cheaper than another. Tests make few items behave like many. */
export interface AccessTuning {
  /** A range of so few items is walked without asking. */
  readonly walkedItems: number;
  /** Estimates stop here. */
  readonly estimateMax: number;
  /** A range of so many items is worth a scan in index order, where more than `estimateMax` are found. */
  readonly scannedItems: number;
}

export const ACCESS_TUNING: AccessTuning = { walkedItems: 32, estimateMax: 1024, scannedItems: 4096 };

/** Reading an item out of order costs this much more than in order, and this much more than an index entry. */
const LOAD_PER_WALK = 2;
const LOADS_PER_ENTRY = 0.05;
/** So few items are read faster than narrowed down. */
const FEW = 16;
/** Opening a range of an index, next to reading an item in order. */
const LOOKUP_PER_WALK = 0.5;
const TYPICAL_PAGE_ROWS = 100;

/** Functional indexes have no order that rows are read in: their entries are counted up to what is worth collecting. */
const FUNCTIONAL_ENTRIES_MAX = 32_768;

/** `needsFewItems`: of most candidates, nothing but their number matters. */
export async function chooseAccess(
  source: RowSource,
  predicate: IndexPredicate,
  options: AccessTuning & { readonly needsFewItems: boolean },
): Promise<AccessChoice> {
  const { walkedItems, estimateMax, scannedItems, needsFewItems } = options;
  const items = source.itemCount();
  const walk: AccessChoice = { access: { kind: "walk" }, candidates: items };
  if (predicate.kind === "none") return { access: { kind: "refs", predicate }, candidates: 0 };
  if (predicate.kind === "named") {
    const { length } = predicate.names;
    return length <= items ? { access: { kind: "refs", predicate }, candidates: length } : walk;
  }
  if (predicate.kind === "all" || items <= walkedItems) return walk;
  if (needsFewItems && isEntryPredicate(predicate) && isScanned(predicate) && !isScattered(source)) {
    return { access: scanOrPoint(predicate), candidates: items };
  }
  // More than this is not worth counting: walking would be cheaper.
  const walkWorth = Math.ceil(items / LOAD_PER_WALK);
  const estimateEnd = Math.min(estimateMax, walkWorth);
  const asked = predicate.kind === "and" ? predicate.operands : [predicate];
  const operands = mostPromising(asked);
  const maxOf = ({ kind }: IndexPredicate) =>
    kind === "functional" ? Math.min(FUNCTIONAL_ENTRIES_MAX, walkWorth) : estimateEnd;
  const [best, ...rest] = await estimateOperands(source, operands, maxOf);
  const { operand, entries } = best!;
  if (costOf(best!) + lookupsOf(operand) * LOOKUP_PER_WALK >= items) {
    return textAccess(source, predicate) ?? lackingAccess(source, predicate) ?? walk;
  }
  if (entries >= estimateMax && operand.kind !== "functional" && !isJudged(operand)) {
    return items > scannedItems && isEntryPredicate(operand) && isScanned(operand) && !isBroad(operand)
      ? { access: scanOrPoint(operand), candidates: entries }
      : (textAccess(source, predicate) ?? lackingAccess(source, predicate) ?? walk);
  }
  const helping = rest.filter(
    (other) =>
      (other.entries + other.judged) * LOADS_PER_ENTRY < entries * (1 - other.entries / items) &&
      entries > FEW,
  );
  if (helping.length > 0) {
    const joined = [operand, ...helping.map((other) => other.operand)];
    const exact = predicate.exact && joined.length === asked.length;
    return {
      access: { kind: "refs", predicate: { kind: "and", operands: joined, exact } },
      candidates: entries,
    };
  }
  if (isEntryPredicate(operand) && isSinglePoint(operand)) {
    return { access: { kind: "point", predicate: operand }, candidates: entries };
  }
  return { access: { kind: "refs", predicate: operand }, candidates: entries };
}

/** To search texts costs more than to read them: where an index has searched them, it is used however much it finds. */
function textAccess(source: RowSource, predicate: IndexPredicate): AccessChoice | undefined {
  const operands = predicate.kind === "and" ? predicate.operands : [predicate];
  const texts = operands.filter((operand) => operand.kind === "text" && isNearCheap(source, operand));
  if (texts.length === 0) return undefined;
  const exact = predicate.exact && texts.length === operands.length;
  const searched: IndexPredicate = texts.length === 1 ? texts[0]! : { kind: "and", operands: texts, exact };
  return { access: { kind: "refs", predicate: searched }, candidates: source.itemCount() };
}

/**
 * How many items lack a path is not known without a look at all entries, which is less work than to read all items, and
 * is done once for many queries. In a small part of a partition it is more.
 */
function lackingAccess(source: RowSource, predicate: IndexPredicate): AccessChoice | undefined {
  const operands = predicate.kind === "and" ? predicate.operands : [predicate];
  const operand = isScattered(source) ? undefined : operands.find(asksForLackingOnly);
  return operand && { access: { kind: "lacking", predicate: operand }, candidates: source.itemCount() };
}

/** Next to reading an item in order. */
function costOf({ entries, judged }: Estimate): number {
  // Each page judges all values anew.
  const pages = 1 + entries / TYPICAL_PAGE_ROWS;
  return entries * LOAD_PER_WALK + judged * LOADS_PER_ENTRY * pages;
}

function isJudged(predicate: IndexPredicate): boolean {
  return predicate.kind === "path" && predicate.judge !== undefined;
}

/** Whether values of an index are judged in some part of it. */
export function judgesValues(predicate: IndexPredicate): boolean {
  const isJoined = predicate.kind === "and" || predicate.kind === "or";
  return isJoined ? predicate.operands.some(judgesValues) : isJudged(predicate);
}

/** Of a longer conjunction, so many operands are counted; the filter decides about the others. */
const OPERANDS_MAX = 64;

/** Single values first: of all that may be asked, they have the fewest entries. */
function mostPromising(operands: readonly IndexPredicate[]): readonly IndexPredicate[] {
  if (operands.length <= OPERANDS_MAX) return operands;
  const points = operands.filter((operand) => isEntryPredicate(operand) && isSinglePoint(operand));
  const others = operands.filter((operand) => !(isEntryPredicate(operand) && isSinglePoint(operand)));
  return [...points, ...others].slice(0, OPERANDS_MAX);
}

/** Most filters have an operand with fewer entries than this; then the others need not be counted far. */
const FIRST_LOOK = 64;

/** The operands of a conjunction, the cheapest first; each counted as far as it matters. */
async function estimateOperands(
  source: RowSource,
  operands: readonly IndexPredicate[],
  maxOf: (operand: IndexPredicate) => number,
): Promise<readonly (Estimate & { readonly operand: IndexPredicate })[]> {
  const look = (operand: IndexPredicate) =>
    operands.length === 1 || isJudged(operand) ? maxOf(operand) : Math.min(FIRST_LOOK, maxOf(operand));
  const first = await Promise.all(operands.map((operand) => estimate(source, operand, look(operand))));
  const least = Math.min(...first.map(({ entries }) => entries));
  // Beyond this, an operand neither has the fewest entries nor narrows the fewest down.
  const narrowing = least > FEW ? Math.ceil(least / LOADS_PER_ENTRY) : 0;
  const isSettled = operands.some((operand, i) => first[i]!.entries < look(operand));
  const estimates = await Promise.all(
    operands.map(async (operand, i) => {
      const max = isSettled ? Math.min(narrowing, maxOf(operand)) : maxOf(operand);
      const isEnough = first[i]!.entries < look(operand) || max <= look(operand);
      return { operand, ...(isEnough ? first[i]! : await estimate(source, operand, max)) };
    }),
  );
  return estimates.sort((a, b) => costOf(a) - costOf(b));
}

function scanOrPoint(predicate: EntryPredicate): Access {
  return { kind: isSinglePoint(predicate) ? "point" : "scan", predicate };
}

function isEntryPredicate(predicate: IndexPredicate): predicate is EntryPredicate {
  return predicate.kind === "path" || predicate.kind === "composite";
}

/** Whether its entries are all of its items, and no item has two. */
function isScanned(predicate: EntryPredicate): boolean {
  return predicate.kind === "composite" || !(predicate.isMany || asksForLacking(predicate));
}

function isBroad(predicate: EntryPredicate): boolean {
  return predicate.kind === "path" && predicate.isBroad === true;
}

function isSinglePoint(predicate: EntryPredicate): boolean {
  if (predicate.kind === "composite") return predicate.isPoint;
  return predicate.intervals.length === 1 && isPoint(predicate.intervals[0]!);
}

/** How many parts of indexes are looked up one by one. */
export function lookupsOf(predicate: IndexPredicate): number {
  if (isEntryPredicate(predicate) || predicate.kind === "functional") return predicate.intervals.length;
  if (predicate.kind !== "and" && predicate.kind !== "or") return 0;
  return predicate.operands.reduce((sum, operand) => sum + lookupsOf(operand), 0);
}

interface Estimate {
  /** About how many entries lead to items; where they are counted, at most a bound. */
  readonly entries: number;
  /** About how many have to be judged to find them. */
  readonly judged: number;
}

async function estimate(source: RowSource, predicate: IndexPredicate, max: number): Promise<Estimate> {
  const counted = (entries: number): Estimate => ({ entries, judged: 0 });
  switch (predicate.kind) {
    case "all":
      return counted(source.itemCount());
    case "none":
      return counted(0);
    case "named":
      return counted(predicate.names.length);
    case "path":
      if (asksForLacking(predicate)) return counted(source.itemCount());
      if (predicate.judge !== undefined) return estimateJudged(source, predicate, predicate.judge, max);
      return counted(await estimateEntries(source, indexOf(predicate), predicate.intervals, max));
    case "composite":
      return counted(await estimateEntries(source, indexOf(predicate), predicate.intervals, max));
    case "functional":
      return counted(await countTogether(source, predicate, max));
    case "text":
      return counted(await estimateText(source, predicate, max));
    case "or":
    case "and": {
      const parts = await Promise.all(predicate.operands.map((operand) => estimate(source, operand, max)));
      const entries = parts.map((part) => part.entries);
      const total = predicate.kind === "or" ? entries.reduce((a, b) => a + b, 0) : Math.min(...entries);
      const judged = parts.reduce((sum, part) => sum + part.judged, 0);
      return { entries: judged > 0 ? total : Math.min(total, max), judged };
    }
  }
}

/** Terms with edits are looked for among those of a whole partition; in a small part of it texts are read instead. */
const NEAR_ITEMS_SHARE = 0.1;

function isNearCheap(source: RowSource, { terms }: TextPredicate): boolean {
  const items = source.indexedItemCount();
  return terms.every(isExactTerm) || source.itemCount() >= items * NEAR_ITEMS_SHARE;
}

/** A phrase is as rare as its rarest word; of terms with edits nothing is known. */
async function estimateText(source: RowSource, predicate: TextPredicate, max: number): Promise<number> {
  const { index, terms, isAny } = predicate;
  const ofWord = (term: string) => source.texts.estimatePostings({ index, of: { kind: "term", term } }, max);
  const entries = await Promise.all(
    terms.map(async (term) =>
      isExactTerm(term) ? Math.min(...(await Promise.all(term.words.map(({ word }) => ofWord(word))))) : max,
    ),
  );
  return Math.min(isAny ? entries.reduce((a, b) => a + b, 0) : Math.min(...entries), max);
}

function isExactTerm({ words }: SearchTerm): boolean {
  return words.every(({ edits }) => edits === 0);
}

/** Where entries are not counted to their end: an array has about so many. */
const ELEMENTS_PER_ITEM = 3;

async function estimateJudged(
  source: RowSource,
  predicate: PathPredicate,
  judge: ValueJudge,
  max: number,
): Promise<Estimate> {
  const index = indexOf(predicate);
  const counted = await estimateEntries(source, index, predicate.intervals, max);
  const indexed = source.indexedItemCount();
  const judged = counted < max ? counted : indexed * (predicate.isMany ? ELEMENTS_PER_ITEM : 1);
  const samples = await sampleEntries(source, index, spread(predicate.intervals), counted < max);
  // Where few pass and many were expected, the loss is great; where many pass and few were expected, it is small.
  const share = Math.min(
    ...samples.map((sample) => leastOf(sample.filter(judge.passes).length) / Math.max(sample.length, 1)),
  );
  return { entries: Math.ceil(judged * share), judged };
}

/** As few as a sample may be expected to hold in which so many were found: two standard deviations less. */
function leastOf(found: number): number {
  return Math.max(found - 2 * Math.sqrt(found), 0);
}

/** Long lists of values are judged by a sample: looking up each of them would cost as much as the query. */
const SAMPLED_INTERVALS = 16;

function spread(intervals: readonly KeyInterval[]): readonly KeyInterval[] {
  const step = Math.max(Math.floor(intervals.length / SAMPLED_INTERVALS), 1);
  return intervals.filter((_, i) => i % step === 0);
}

/** About how many entries some intervals have; at most a bound. */
export async function estimateEntries(
  source: RowSource,
  index: IndexIdentity,
  intervals: readonly KeyInterval[],
  max: number,
): Promise<number> {
  const sample = spread(intervals);
  const entries = await countEntries(source, index, sample, max);
  return Math.min(Math.round((entries * intervals.length) / sample.length), max);
}

async function countEntries(
  source: RowSource,
  index: IndexIdentity,
  intervals: readonly KeyInterval[],
  max: number,
): Promise<number> {
  let entries = 0;
  for (const interval of intervals) {
    entries += await source.estimate([scanOf(index, interval)], max - entries);
    if (entries >= max) return max;
  }
  return entries;
}

/** The intervals lie close to one another, as the cells that cover a shape do. */
function countTogether(
  source: RowSource,
  { index, intervals }: FunctionalPredicate,
  max: number,
): Promise<number> {
  return source.estimate(
    intervals.map((interval) => scanOf(index, interval)),
    max,
  );
}

/** How many index entries are read for less than one item. */
const LOAD_IN_ENTRIES = 10;
/** MIN and MAX read only a few entries: passing over this many for each item is still cheaper than reading them all. */
const EXTREME_ENTRIES_MAX = 1000;

/** Whether a range is better read from the index that covers the query than item by item. */
export async function isCoveringCheaper(
  covering: Covering,
  source: RowSource,
  choose: () => Promise<AccessChoice>,
): Promise<boolean> {
  if (covering.isExtreme) return entriesPerItem(source) <= EXTREME_ENTRIES_MAX;
  if (isIndexPassable(source)) return true;
  return covering.intervals !== undefined && (await choose()).access.kind !== "walk";
}

/** Whether most entries that a scan passes over belong to items that are not in scope. */
export function isScattered(source: RowSource): boolean {
  return entriesPerItem(source) > 2;
}

/** Whether so few entries are out of scope that reading an index through costs less than the items in scope. */
export function isIndexPassable(source: RowSource): boolean {
  return entriesPerItem(source) <= LOAD_IN_ENTRIES;
}

/** Entries that a scan passes over for each item in scope. */
function entriesPerItem(source: RowSource): number {
  const items = source.itemCount();
  return source.indexedItemCount() / Math.max(items, 1);
}
