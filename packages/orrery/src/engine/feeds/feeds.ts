/** Reading many items in order: the plain feed of a container, and what changed in it. */

import { isWithinEpkRange } from "@orrerydb/keys/hash";
import { PAGE_BYTES_MAX } from "../../sql/index.ts";
import type { StoredItem } from "../../store/item-record.ts";
import type { Moment } from "../../store/moment.ts";
import { feedCharge } from "../../throughput/charges.ts";
import type { ReadMultiplier } from "../../throughput/consistency-level.ts";
import { Failure } from "../../value/failure.ts";
import type { Container } from "../container/container.ts";
import { keyText } from "../container/partition-key.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";
import { chargedBytes } from "../items/item-writes.ts";
import { type QueryAnswer, type QueryOptions, runQuery } from "../queries/queries.ts";
import { partitionsInScope, type RequestScope, type ScopedPartition } from "../queries/query-scope.ts";
import { type Spender, spenderOf } from "../spending/metering.ts";

/** Looked at for a page of a change feed, whatever of it is answered: about a tenth of a second. */
export const PAGE_ENTRIES_MAX = 10_000;
const PAGE_ITEMS_DEFAULT = 100;

/** The items of a scope in resource-id order: a query for everything, so that paging has one implementation. */
export function readFeed(container: Container, options: QueryOptions): Promise<QueryAnswer> {
  return runQuery(container, { text: "SELECT * FROM c", parameters: [] }, options);
}

export interface ChangeFeedRequest extends RequestScope, Pick<Spender, "priority" | "bucket"> {
  readonly readMultiplier: ReadMultiplier;
  readonly maxItems?: number;
  /** After this LSN; absent: from the beginning. */
  readonly afterLsn?: number | "now";
  /** Only what was written at or after this time, in seconds since 1970. */
  readonly sinceSeconds?: number;
}

export interface ChangeFeedAnswer {
  readonly items: readonly StoredItem[];
  readonly lsn: number;
  /** Whether there is more to look at: a page without items need not be the end. */
  readonly hasMore: boolean;
  readonly partition: PhysicalPartition;
  readonly charge: number;
}

/** The latest version of what changed in one physical partition, or in one logical partition of it. */
export function readLatestChanges(
  container: Container,
  request: ChangeFeedRequest,
): Promise<ChangeFeedAnswer> {
  const part = partOf(container, request);
  return container.metered(part.partition, feedSpender(request), () =>
    latestChanges(container, part, request),
  );
}

async function latestChanges(
  container: Container,
  { partition, range }: ScopedPartition,
  request: ChangeFeedRequest,
): Promise<ChangeFeedAnswer> {
  const { store } = partition;
  const { afterLsn = 0, readMultiplier } = request;
  if (afterLsn === "now") {
    return {
      items: [],
      lsn: store.summary.lsn,
      hasMore: false,
      partition,
      charge: feedCharge([], readMultiplier),
    };
  }
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
  const { items, lsn, hasMore, entries } = changes;
  const charge = feedCharge(items.map(chargedBytes), readMultiplier, entries - items.length);
  return { items, lsn, hasMore, partition, charge };
}

export function feedSpender(request: ChangeFeedRequest): Spender {
  return spenderOf(request, request.key && keyText(request.key));
}

/** Reads partitions that have just been looked up: a split or merge meanwhile takes their rows away. */
export async function atThisMoment<T>(
  { surroundings }: Container,
  read: (moment: Moment) => Promise<T>,
): Promise<T> {
  const moment = surroundings.storage.moment();
  try {
    return await read(moment);
  } finally {
    moment.close();
  }
}

/** The one part of one partition that a change feed is read of. */
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
