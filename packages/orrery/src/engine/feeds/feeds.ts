/** Reading many items in order: the plain feed of a container, and what changed in it. */

import { isWithinEpkRange } from "@orrerydb/keys/hash";
import { PAGE_BYTES_MAX } from "../../sql/index.ts";
import type { StoredItem } from "../../store/item-record.ts";
import type { Moment } from "../../store/moment.ts";
import { emptyReadCharge, feedCharge } from "../../throughput/charges.ts";
import { Failure } from "../../value/failure.ts";
import { keyText } from "../catalog/partition-key.ts";
import { type AnswerSource, sourceOf } from "../container/answer-source.ts";
import type { Container } from "../container/container.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";
import type { RequestTerms } from "../container/request-terms.ts";
import { chargedBytes } from "../items/item-writes.ts";
import { type ItemQueryRequest, type QueryAnswer, queryContainer } from "../queries/query-container.ts";
import { partitionsInScope, type RequestScope, type ScopedPartition } from "../queries/query-scope.ts";
import { type Spender, spenderOf } from "../spending/metering.ts";

/** How many entries are looked at for one page of a change feed, however few it returns, so that every page ends soon. */
export const PAGE_ENTRIES_MAX = 10_000;
const PAGE_ITEMS_DEFAULT = 100;

/** The items of a scope in resource-id order: a query for everything, so that paging has one implementation. */
export function readFeed(container: Container, request: ItemQueryRequest): Promise<QueryAnswer> {
  return queryContainer(container, { text: "SELECT * FROM c", parameters: [] }, request);
}

export interface ChangeFeedRequest extends RequestScope {
  readonly terms: RequestTerms;
  readonly maxItems?: number | undefined;
  /** After this LSN; absent: from the beginning. */
  readonly afterLsn?: number | "now" | undefined;
  /** Only what was written at or after this time, in seconds since 1970. */
  readonly sinceSeconds?: number | undefined;
}

/** What a page of either mode says beside its changes. */
export interface ChangeFeedPage extends AnswerSource {
  /** The LSN after which the next page begins. */
  readonly position: number;
  /** Whether there is more to look at: a page without items need not be the end. */
  readonly hasMore: boolean;
  readonly charge: number;
}

interface LatestChanges extends ChangeFeedPage {
  readonly items: readonly StoredItem[];
}

/** The latest version of what changed in one physical partition, or in one logical partition of it. */
export function readLatestChanges(container: Container, request: ChangeFeedRequest): Promise<LatestChanges> {
  const part = partOf(container, request);
  return container.metered(
    part.partition,
    feedSpender(request),
    () => latestChanges(container, part, request),
    emptyReadCharge(request.terms.readMultiplier),
  );
}

async function latestChanges(
  container: Container,
  { partition, range }: ScopedPartition,
  request: ChangeFeedRequest,
): Promise<LatestChanges> {
  const { store } = partition;
  const { afterLsn = 0, terms } = request;
  if (afterLsn === "now") return { items: [], ...pageFromNow(container, partition, terms) };
  const since = request.sinceSeconds ?? 0;
  const page = {
    afterLsn,
    itemsMax: pageItems(request),
    bytesMax: PAGE_BYTES_MAX,
    entriesMax: PAGE_ENTRIES_MAX,
    ...(isWithinEpkRange(partition, range) ? {} : { range }),
    accepts: (item: StoredItem) => item.timestamp >= since,
  };
  const changes = await atThisMoment(container, (moment) => store.changes(page, moment));
  const { items, lsn: position, hasMore, entries } = changes;
  const charge = feedCharge(items.map(chargedBytes), terms.readMultiplier, entries - items.length);
  return { items, position, hasMore, charge, ...sourceOf(container, partition) };
}

/** A page without changes: the next one begins with what is written from now on. */
export function pageFromNow(
  container: Container,
  partition: PhysicalPartition,
  { readMultiplier }: RequestTerms,
): ChangeFeedPage {
  return {
    position: partition.store.summary.lsn,
    hasMore: false,
    charge: feedCharge([], readMultiplier),
    ...sourceOf(container, partition),
  };
}

export function feedSpender({ key, terms }: ChangeFeedRequest): Spender {
  return spenderOf(terms, key && keyText(key));
}

/** Reads partitions that have just been looked up, as they are now: a split or merge would take their rows away. */
export async function atThisMoment<T>(
  container: Container,
  read: (moment: Moment) => Promise<T>,
): Promise<T> {
  const moment = container.moment();
  try {
    return await read(moment);
  } finally {
    moment.close();
  }
}

/** The part of a partition whose changes are asked for; there must be exactly one. */
export function partOf(container: Container, scope: RequestScope): ScopedPartition {
  const [part, ...others] = partitionsInScope(container, scope);
  if (part !== undefined && others.length === 0) return part;
  throw new Failure(
    "badRequest",
    "A change feed is read range by range: name a partition key, a partition key range id or a feed range inside one range.",
  );
}

export function pageItems({ maxItems }: ChangeFeedRequest): number {
  return maxItems === undefined || maxItems < 1 ? PAGE_ITEMS_DEFAULT : maxItems;
}
