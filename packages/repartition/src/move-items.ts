/** Copies and follows: the work on the feed ranges of the live container, each page of it repeatable. */
import { type ApplyMode, applyChanges } from "./apply-changes.ts";
import { forEachAtOnce } from "./at-once.ts";
import {
  type Change,
  type ChangePage,
  MovingEnd,
  type Place,
  readChanges,
  type ScannedPage,
  scanItems,
} from "./change-feed.ts";
import type { Item, KeyComponents } from "./item-identity.ts";
import type { JobState, RangeState } from "./job-state.ts";
import type { KnownPlaces } from "./known-places.ts";
import { readAhead } from "./read-ahead.ts";
import type { Direction } from "./sides.ts";
import type { ThroughputShare } from "./throughput-share.ts";

export interface MoveContext {
  readonly direction: Direction;
  readonly state: JobState;
  readonly share: ThroughputShare;
  readonly known: KnownPlaces;
  /** Fails when the work is to end: cancelled, paused, or the lease is lost. */
  check(): void;
  wait(ms: number): Promise<void>;
  now(): number;
  moved(items: number): void;
  lag(range: string, ms: number): void;
}

/** Feed ranges that are worked on at once. */
export const RANGES_AT_ONCE = 8;
const TRIES_MAX = 12;
const IDLE_MS = 200;

/** Returns when every range is copied. */
export async function copyRanges(context: MoveContext, ranges: readonly RangeState[]): Promise<void> {
  await forEachAtOnce(
    ranges.filter(({ isCopied }) => !isCopied),
    RANGES_AT_ONCE,
    (range) => copyRange(context, range),
  );
}

async function copyRange(context: MoveContext, range: RangeState): Promise<void> {
  const { direction, state } = context;
  let current = range;
  // How far it has come is written while the next page is brought over.
  let written: Promise<void> | undefined;
  for (let isDone = false; !isDone; ) {
    isDone = await withRetries(context, async () => {
      // Of a try before this one: it must not come after what is written from here on.
      await written?.catch(() => {});
      const pages = scanItems(direction.source, current.range, current.copyToken);
      for await (const page of readAhead(pages)) {
        context.check();
        const { changes, isExact } = changesToCopy(page, current.begun);
        if (current.isExact === true && !isExact) {
          current = { ...current, isExact: false };
          await state.writeRange(current);
        }
        await apply(context, changes, page.charge);
        await written;
        current = { ...current, copyToken: page.token, items: current.items + changes.length };
        written = state.writeRange(current);
        // Nobody waits for it until the next page is there.
        written.catch(() => {});
        context.moved(page.items.length);
      }
      await written;
      return true;
    });
  }
  await state.writeRange({ ...current, isCopied: true });
}

/**
 * What was changed since following began is left to it: so every item is copied in the version that it had then, if at
 * all, and none of it can lie at another address. After a split or a merge nobody can tell; then the target is asked.
 */
export function changesToCopy(
  { items, place }: Pick<ScannedPage, "items" | "place">,
  begun: Place | undefined,
): { readonly changes: readonly Change[]; readonly isExact: boolean } {
  const lsns = items.map(({ _lsn }) => _lsn as number);
  const isExact = begun !== undefined && place?.rangeId === begun.rangeId && lsns.every(Number.isInteger);
  const copied = isExact ? items.filter((_, i) => lsns[i]! <= begun.lsn) : items;
  return { changes: copied.map((item) => ({ kind: "put", item, isNew: isExact })), isExact };
}

/**
 * When following ends: never; when all that was changed before is brought over; or when there is nothing more, which
 * comes only if nobody writes.
 */
export type FollowEnd = "never" | "caughtUp" | "nothingMore";

export async function followRanges(
  context: MoveContext,
  ranges: readonly RangeState[],
  end: FollowEnd,
): Promise<void> {
  await Promise.all(ranges.map((range) => followRange(context, range, end)));
}

async function followRange(context: MoveContext, range: RangeState, end: FollowEnd): Promise<void> {
  const movingEnd = new MovingEnd();
  const { direction, state } = context;
  const fed = { container: direction.source, definition: direction.sourceKeys.definition };
  let current = range;
  const news = new News(range.isExact === true);
  if (range.isExact === true) {
    current = { ...range, isExact: false };
    await withRetries(context, () => state.writeRange(current));
  }
  for (;;) {
    context.check();
    let isAgain = false;
    const page = await withRetries(context, async () => {
      if (isAgain) news.doubt();
      isAgain = true;
      const read = await readChanges(fed, current.followToken, current.mode);
      await apply(context, news.marked(read), read.charge);
      if (read.changes.length > 0) {
        current = { ...current, followToken: read.token, items: current.items + read.changes.length };
        await state.writeRange(current);
      }
      return read;
    });
    context.moved(page.changes.length);
    context.lag(
      range.id,
      page.isEnd || page.lastMs === undefined ? 0 : Math.max(0, context.now() - page.lastMs),
    );
    if (page.isEnd && end !== "never") return;
    if (end === "caughtUp" && movingEnd.isPassed(page.place, page.lsns)) return;
    if (page.isEnd) await context.wait(IDLE_MS);
  }
}

/**
 * Which creations the target cannot have seen, so that they need not be looked up: those after the first look at their
 * partition, since whatever was copied, repaired or brought over before, by any process, is older than that; and all, as
 * long as nobody but the copy was at it. A page that is tried again may be there in part.
 */
export class News {
  #isAll: boolean;
  readonly #firstLooks = new Map<string, number>();

  constructor(isAll: boolean) {
    this.#isAll = isAll;
  }

  /** The same changes, of which no others are called new. */
  marked({ changes, lsns, place }: Pick<ChangePage, "changes" | "lsns" | "place">): readonly Change[] {
    if (this.#isAll) return changes;
    if (place === undefined) return changes.map(notNew);
    const { rangeId, lsn } = place;
    const first = this.#firstLooks.get(rangeId) ?? lsn;
    this.#firstLooks.set(rangeId, first);
    return changes.map((change, i) => (lsns[i]! > first ? change : notNew(change)));
  }

  doubt(): void {
    this.#isAll = false;
    this.#firstLooks.clear();
  }
}

function notNew(change: Change): Change {
  return change.kind === "put" ? { ...change, isNew: false } : change;
}

async function apply(
  { direction, state, share, known, wait }: MoveContext,
  changes: readonly Change[],
  readCharge: number,
  mode?: ApplyMode,
): Promise<void> {
  const { charge, problems } = await applyChanges({ sides: direction, known, wait }, changes, mode);
  if (problems.length > 0) await state.addProblems(problems);
  await share.spend(charge + readCharge);
}

/** Brings what the live container has of one identity now. */
export async function repairItem(
  context: MoveContext,
  id: string,
  key: KeyComponents,
  item: Item | undefined,
): Promise<void> {
  await apply(context, [changeOfItem(id, key, item)], 0, "repair");
}

function changeOfItem(id: string, key: KeyComponents, item: Item | undefined): Change {
  return item === undefined ? { kind: "delete", id, key } : { kind: "put", item };
}

/** What passes by itself is tried again: a page is the same however often it is brought over. */
export async function withRetries<T>(
  context: Pick<MoveContext, "check" | "wait">,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      context.check();
      if (tries === TRIES_MAX || !passes(error)) throw error;
      await context.wait(Math.min(5_000, 50 * 2 ** tries));
    }
  }
}

const PASSING = new Set<unknown>([408, 410, 429, 449, 503]);

function passes(error: unknown): boolean {
  const { code, name, message = "" } = error as { code?: unknown; name?: string; message?: string };
  // A bulk that met a split may have parts without operations, which are refused.
  if (/^Bulk request errored/.test(message)) return true;
  if (PASSING.has(code) || name === "RestError" || /^Timeout Error/.test(message)) return true;
  return typeof code === "string" && /^E[A-Z]+$|SOCKET|TIMEOUT/i.test(code);
}
