/**
 * Proves that both sides hold the same items. Each item is a digest of what was written, added up for the feed range of
 * the live container that it is in, so that the order does not matter; ranges are divided further by the item's
 * identity. Only where sums or counts differ, items are compared one by one, and what differs is looked at again after
 * the changes of that time have been brought over: the application goes on writing.
 */

import type { FeedRange } from "@azure/cosmos";
import { canonicalText } from "@orrerydb/exact-json";
import { effectivePartitionKey } from "@orrerydb/keys/hash";
import { forEachAtOnce } from "./at-once.ts";
import { scanItems } from "./change-feed.ts";
import { type Item, identityText, sdkKey } from "./item-identity.ts";
import type { RangeState } from "./job-state.ts";
import { type MoveContext, RANGES_AT_ONCE, repairItem, withRetries } from "./move-items.ts";
import { digestOf, type Identified, type RangeResult, RangeSums, type SummedItem } from "./range-sums.ts";
import type { Direction } from "./sides.ts";

const SHOWN_MAX = 10;
const IDS_PER_READ = 50;
const READS_AT_ONCE = 16;
/** How often an item is looked at that is changed all the time. */
const ROUNDS_MAX = 10;

export interface Verification {
  readonly ranges: readonly RangeResult[];
  /** Items that differed when both sides had been read, and still did after following. */
  readonly differences: number;
  /** Of these, the first ten. */
  readonly examples: readonly string[];
  readonly repaired: number;
  /** Items that were read on both sides and compared whole. */
  readonly sampled: number;
  /** Items that were changed so often meanwhile that nothing can be said of them. */
  readonly changing: number;
}

interface VerifyOptions {
  readonly ranges: readonly RangeState[];
  readonly repair: boolean;
  readonly samples: number;
  /** Brings over what has changed meanwhile. */
  catchUp(): Promise<void>;
}

export async function verifyItems(context: MoveContext, options: VerifyOptions): Promise<Verification> {
  const sums = new RangeSums(options.ranges.map(({ range }) => range));
  const samples = new Map<string, Identified>();
  await scanBoth(context, options.ranges, (found, isTarget) => {
    sums.add(found, isTarget);
    if (!isTarget && samples.size < options.samples) samples.set(identityText(found.id, found.key), found);
  });
  const unequal = sums.unequal();
  const suspects = unequal.size === 0 ? [] : await compareItems(context, options, sums, unequal);
  const looked = new Map(
    [...samples.values(), ...suspects].map((each) => [identityText(each.id, each.key), each]),
  );
  const { differing, changing } = await settle(context, [...looked.values()], options.catchUp);
  const repaired = options.repair ? await repairItems(context, differing, options.catchUp) : 0;
  return {
    ranges: sums.results(),
    differences: differing.length,
    examples: differing.slice(0, SHOWN_MAX).map(({ id, key }) => identityText(id, key)),
    repaired,
    sampled: samples.size,
    changing,
  };
}

/**
 * Which of them differ, while the application goes on: those that still do when all was brought over that had happened
 * when the live item was last changed. One that is changed again is looked at again.
 */
async function settle(
  context: MoveContext,
  suspects: readonly Identified[],
  catchUp: () => Promise<void>,
): Promise<{ readonly differing: readonly Identified[]; readonly changing: number }> {
  const differing: Identified[] = [];
  let left = suspects;
  for (let round = 0; round < ROUNDS_MAX && left.length > 0; round++) {
    const before = await compareNow(context, left);
    const unequal = left.filter((_, i) => !before[i]!.agrees);
    if (unequal.length === 0) return { differing, changing: 0 };
    const etags = before.filter(({ agrees }) => !agrees).map(({ etag }) => etag);
    await catchUp();
    const after = await compareNow(context, unequal);
    differing.push(...unequal.filter((_, i) => !after[i]!.agrees && after[i]!.etag === etags[i]));
    left = unequal.filter((_, i) => !after[i]!.agrees && after[i]!.etag !== etags[i]);
  }
  return { differing, changing: left.length };
}

/** Returns how many agree then. */
async function repairItems(
  context: MoveContext,
  differing: readonly Identified[],
  catchUp: () => Promise<void>,
): Promise<number> {
  await forEachAtOnce(differing, READS_AT_ONCE, (item) =>
    withRetries(context, async () => {
      const { resource } = await context.direction.source.item(item.id, sdkKey(item.key)).read<Item>();
      await repairItem(context, item.id, item.key, resource);
    }),
  );
  return differing.length - (await settle(context, differing, catchUp)).differing.length;
}

/** The items of the parts that differ, one by one. */
async function compareItems(
  context: MoveContext,
  { ranges }: VerifyOptions,
  sums: RangeSums,
  unequal: ReadonlySet<string>,
): Promise<Identified[]> {
  const source = new Map<string, Identified>();
  const target = new Map<string, Identified[]>();
  await scanBoth(context, ranges, (found, isTarget) => {
    if (!unequal.has(sums.partOf(found))) return;
    const { id, key, digest } = found;
    const name = identityText(id, key);
    if (isTarget) target.set(name, [...(target.get(name) ?? []), { id, key, digest }]);
    else source.set(name, { id, key, digest });
  });
  const suspects: Identified[] = [];
  for (const [name, item] of source) {
    const found = target.get(name) ?? [];
    if (found.length !== 1 || found[0]!.digest !== item.digest) suspects.push(item);
  }
  for (const [name, [item]] of target) if (!source.has(name)) suspects.push(item!);
  return suspects;
}

async function scanBoth(
  context: MoveContext,
  ranges: readonly RangeState[],
  visit: (found: SummedItem, isTarget: boolean) => void,
): Promise<void> {
  const { direction, share } = context;
  const scan = async (isTarget: boolean, range: FeedRange) => {
    const container = isTarget ? direction.target : direction.source;
    for await (const page of scanItems(container, range, undefined)) {
      context.check();
      await share.spend(page.charge);
      for (const item of page.items) visit(identified(direction, item, isTarget), isTarget);
    }
  };
  await forEachAtOnce(ranges, RANGES_AT_ONCE, ({ range }) => scan(false, range));
  await forEachAtOnce(await direction.target.getFeedRanges(), RANGES_AT_ONCE, (range) =>
    scan(true, range as FeedRange),
  );
}

function identified(direction: Direction, item: Item, isTarget: boolean): SummedItem {
  const { sourceKeys, sourceKeyOf } = direction;
  const key = isTarget && sourceKeyOf !== undefined ? sourceKeyOf(item) : sourceKeys.of(item);
  const digest = digestOf(canonicalText(direction.compared(item)));
  return { id: item.id, key, digest, epk: effectivePartitionKey(key, sourceKeys.definition) };
}

interface Compared {
  readonly agrees: boolean;
  /** Of the live item; undefined where there is none. */
  readonly etag: string | undefined;
}

/** Both sides, read anew. */
async function compareNow(context: MoveContext, items: readonly Identified[]): Promise<readonly Compared[]> {
  const { direction } = context;
  const compared: Compared[] = [];
  const parts = Array.from({ length: Math.ceil(items.length / IDS_PER_READ) }, (_, i) => i * IDS_PER_READ);
  await forEachAtOnce(parts, 2, (from) =>
    withRetries(context, async () => {
      context.check();
      const some = items.slice(from, from + IDS_PER_READ);
      const live = await Promise.all(
        some.map(({ id, key }) => direction.source.item(id, sdkKey(key)).read<Item>()),
      );
      const there = await targetItems(direction, some);
      for (const [i, { id, key }] of some.entries()) {
        const identity = identityText(id, key);
        const { resource } = live[i]!;
        const agrees = isBroughtOver(direction, identity, resource, there.get(identity) ?? []);
        compared[from + i] = { agrees, etag: resource?._etag };
      }
    }),
  );
  return compared;
}

/** By identity. */
async function targetItems(
  direction: Direction,
  items: readonly Identified[],
): Promise<ReadonlyMap<string, readonly Item[]>> {
  const parameters = [...new Set(items.map(({ id }) => id))].map((value, i) => ({ name: `@${i}`, value }));
  const query = `SELECT * FROM c WHERE c.id IN (${parameters.map(({ name }) => name).join(", ")})`;
  const { resources } = await direction.target.items.query<Item>({ query, parameters }).fetchAll();
  const found = new Map<string, Item[]>();
  for (const item of resources) {
    const identity = identityText(item.id, direction.sourceKeyOf?.(item) ?? direction.sourceKeys.of(item));
    found.set(identity, [...(found.get(identity) ?? []), item]);
  }
  return found;
}

function isBroughtOver(
  direction: Direction,
  identity: string,
  live: Item | undefined,
  there: readonly Item[],
): boolean {
  const expected = live && expectedItem(direction, live, identity);
  if (expected === "unmovable") return false;
  if (expected === undefined) return there.length === 0;
  const [only] = there;
  return (
    there.length === 1 &&
    canonicalText(direction.compared(only!)) === canonicalText(direction.compared(expected)) &&
    canonicalText(direction.targetKeys.of(only!)) === canonicalText(direction.targetKeys.of(expected))
  );
}

function expectedItem(direction: Direction, item: Item, identity: string): Item | undefined | "unmovable" {
  try {
    return direction.mapped(item, identity);
  } catch {
    return "unmovable";
  }
}
